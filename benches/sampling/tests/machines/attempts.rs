//! Blocks, rounds and attempts.

use super::*;

#[test]
fn a_block_is_a_layout_and_four_rounds_of_all_lanes() {
    let machine = quiet();
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    // Sampling on adds blocks of their own.
    for blocks in [3, 5] {
        sample(&gate, &mut table, Budget { blocks, ..BUDGET }, &mut samples).unwrap();
    }
    let mut calls = table.calls.into_iter();
    for block in 0..8 {
        assert_eq!(calls.next(), Some(Call::LayOut(block)));
        for round in 0..BUDGET.rounds {
            let round = BUDGET.rounds * block + round;
            let batch = Batch { block, round, attempt: 0 };
            let mut lanes = BTreeSet::new();
            for call in calls.by_ref().take(7) {
                let Call::Measure(lane, asked) = call else { panic!("{call:?}") };
                assert_eq!(asked, batch);
                lanes.insert(lane);
            }
            assert_eq!(lanes.len(), 7);
        }
    }
    assert_eq!(calls.next(), None);
    assert_eq!((samples.rounds.len(), samples.batches, samples.quiet), (32, 224, 224));
    assert_eq!(samples.counted(&gate).blocks(), 8);
}

/// The first batch of a round of programs takes longer, so a batch of other queries comes before it.
#[test]
fn a_round_of_programs_begins_with_a_batch_that_does_not_count() {
    let machine = quiet();
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    let budget = Budget::long(5, Duration::from_secs(3));
    sample(&gate, &mut table, budget, &mut samples).unwrap();
    let mut calls = table.calls.into_iter();
    for block in 0..5 {
        assert_eq!(calls.next(), Some(Call::LayOut(block)));
        let round: Vec<_> = calls.by_ref().take(8).collect();
        let Call::Measure(first, batch) = round[0] else { panic!("{round:?}") };
        assert_eq!(batch, Batch { block, round: block, attempt: 1 });
        let counted = Batch { attempt: 0, ..batch };
        assert_eq!(round[1], Call::Measure(first, counted));
        let lanes = (0..7).map(|lane| Call::Measure(lane, counted));
        assert!(lanes.into_iter().all(|call| round[1..].contains(&call)), "{round:?}");
    }
    assert_eq!((calls.next(), samples.batches), (None, 5 * 7));
    let mut lanes = Attempts { measure: numbered, lay_out: || Ok(()), batches: Vec::new() };
    let mut samples = Samples::new(lanes.lanes(), 1);
    sample(&gate, &mut lanes, budget, &mut samples).unwrap();
    assert!(samples.rounds.iter().all(|round| round.times.len() == 1));
    let raw = |round: &Round| round.times[0] / round.factor;
    assert!(samples.rounds.iter().all(|round| (raw(round) - 1.0).abs() < 1e-9));
}

/// A machine with scripted probes and calibrations, once it has learnt.
struct Scripted {
    nanoseconds: Cell<u64>,
    has_learnt: Cell<bool>,
    probes: RefCell<Vec<f64>>,
    scales: RefCell<Vec<f64>>,
}

impl Scripted {
    fn new(probes: &[f64], scales: &[f64]) -> Scripted {
        let reversed = |values: &[f64]| RefCell::new(values.iter().rev().copied().collect());
        let (nanoseconds, has_learnt) = (Cell::new(0), Cell::new(false));
        Scripted { nanoseconds, has_learnt, probes: reversed(probes), scales: reversed(scales) }
    }

    fn next(&self, script: &RefCell<Vec<f64>>, quiet: f64) -> f64 {
        self.nanoseconds.set(self.nanoseconds.get() + 1000);
        let next = self.has_learnt.get().then(|| script.borrow_mut().pop());
        next.flatten().unwrap_or(quiet)
    }
}

impl Host for Scripted {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.nanoseconds.get())
    }

    fn rest(&self) {}

    fn calibrate(&self) -> Scale {
        Scale { factor: self.next(&self.scales, 1.0), multiply: 3.0 }
    }

    fn idle(&self, _: IdleProbe) -> f64 {
        self.next(&self.probes, 5000.0)
    }
}

/// One lane, whose attempts take what this says.
struct Attempts {
    measure: fn(usize) -> Result<f64>,
    lay_out: fn() -> Result<()>,
    batches: Vec<Batch>,
}

impl Lanes for Attempts {
    fn lanes(&self) -> &[Lane] {
        &[Lane { variant: 0, links: 0 }]
    }

    fn lay_out(&mut self, _: usize) -> Result<()> {
        (self.lay_out)()
    }

    fn measure(&mut self, _: usize, batch: Batch) -> Result<f64> {
        self.batches.push(batch);
        (self.measure)(batch.attempt)
    }
}

/// The attempts take 1, 2 and 3.
fn numbered(attempt: usize) -> Result<f64> {
    Ok(1.0 + attempt as f64)
}

/// Samples six blocks on a scripted machine.
fn scripted(
    probes: &[f64],
    scales: &[f64],
    measure: fn(usize) -> Result<f64>,
) -> (Samples, Vec<Batch>) {
    let machine = Scripted::new(probes, scales);
    let gate = Gate::learn(&machine, Duration::from_secs(1));
    machine.has_learnt.set(true);
    let mut lanes = Attempts { measure, lay_out: || Ok(()), batches: Vec::new() };
    let mut samples = Samples::new(lanes.lanes(), 1);
    let budget = Budget::short(FEWEST, Duration::from_millis(10));
    sample(&gate, &mut lanes, budget, &mut samples).unwrap();
    (samples, lanes.batches)
}

#[test]
fn the_quietest_attempt_is_kept() {
    for (probes, kept, idle, batches, quiet) in [
        // The probe before the round, and one after each attempt.
        (&[5000.0, 5100.0][..], 1.0, 5100.0, 1, 1),
        (&[5000.0, 9000.0, 8000.0, 7000.0], 3.0, 8000.0, 3, 0),
        (&[5000.0, 7000.0, 8000.0, 9000.0], 1.0, 7000.0, 3, 0),
        (&[9000.0, 7000.0, 6000.0, 9000.0], 2.0, 7000.0, 3, 0),
        (&[9000.0, 5000.0, 5000.0], 2.0, 5000.0, 2, 1),
    ] {
        let (samples, asked) = scripted(probes, &[], numbered);
        let attempts = asked.iter().filter(|batch| batch.round == 0).count();
        assert_eq!(samples.rounds[0].times, [kept], "{probes:?}");
        assert_eq!((samples.rounds[0].idle, attempts), (idle, batches), "{probes:?}");
        let others = samples.rounds.len() - 1;
        assert_eq!((samples.batches, samples.quiet), (others + batches, others + quiet));
    }
    // A lost probe shows no quiet core.
    let (samples, asked) = scripted(&[5000.0, 0.0, 0.0, 5000.0], &[], numbered);
    assert_eq!(asked.iter().filter(|batch| batch.round == 0).count(), ATTEMPTS);
    assert_eq!(samples.rounds.len(), 4 * FEWEST - 1);
}

#[test]
fn a_lost_batch_is_tried_again_and_a_lost_round_left_out() {
    let (samples, batches) = scripted(&[], &[], |attempt| Ok(attempt as f64));
    assert!(samples.rounds.iter().all(|round| round.times == [1.0]));
    assert_eq!((batches.len(), samples.batches), (2 * samples.rounds.len(), samples.rounds.len()));
    assert_eq!(batches[1], Batch { attempt: 1, ..batches[0] });
    let (samples, batches) = scripted(&[], &[], |_| Ok(0.0));
    assert!(samples.rounds.is_empty());
    for (round, attempts) in batches.chunks(ATTEMPTS).enumerate() {
        let expected = (0..ATTEMPTS).map(|attempt| (round, attempt));
        assert!(attempts.iter().map(|batch| (batch.round, batch.attempt)).eq(expected));
    }
}

#[test]
fn times_are_by_the_calibrations_before_and_after() {
    // Five calibrations in the first block: each follows a round and precedes the next.
    let (samples, _) = scripted(&[], &[1.0, 1.004, 1.0, 1.2, 1.2, 2.0], numbered);
    let round = |number: usize| (samples.rounds[number].times[0], samples.rounds[number].drift);
    let is = |(time, drift): (f64, f64), expected: (f64, f64)| {
        (time - expected.0).abs() < 1e-9 && (drift - expected.1).abs() < 1e-9
    };
    assert!(is(round(0), (1.002, 0.004)), "{:?}", round(0));
    assert!(is(round(1), (1.002, 1.0 - 1.0 / 1.004)), "{:?}", round(1));
    // By another scale, probes look longer and count as company: three attempts, the first kept.
    assert!(is(round(2), (1.1, 0.2)), "{:?}", round(2));
    assert!(is(round(3), (1.2, 0.0)), "{:?}", round(3));
    // A new calibration after the layout.
    assert!(is(round(4), (1.5, 0.5)), "{:?}", round(4));
    // A scale of lost readings gives no times.
    let (samples, _) = scripted(&[], &[1.0, f64::INFINITY, 0.0], numbered);
    assert!(samples.rounds.iter().all(|round| round.times == [1.0] && round.drift == 0.0));
    assert_eq!((samples.rounds.len() - 1) % 4, 0, "two rounds of the first block are lost");
}

#[test]
fn what_looks_short_between_calibrations_that_differ_is_not_learnt() {
    let (samples, _) = scripted(&[2500.0; 32], &[1.0, 1.2].repeat(10), numbered);
    // Otherwise the quiet rounds that follow would look as if in company.
    assert_eq!(samples.batches, samples.rounds.len());
    assert_eq!(samples.quiet, samples.batches);
}

/// Some probes look too short even between calibrations that happen to agree; many alike do not.
#[test]
fn a_dozen_short_probes_are_learnt_and_fewer_are_not() {
    for (short, is_learnt) in [(5, false), (11, false), (12, true)] {
        // One probe before a round and one after it; only the first may be learnt.
        let (samples, _) = scripted(&vec![2500.0; 2 * short], &[], numbered);
        // If they are learnt, the following rounds look as if in company.
        let is_quiet = samples.quiet == samples.batches;
        assert_eq!(!is_quiet, is_learnt, "{short}: {} of {}", samples.quiet, samples.batches);
    }
}

#[test]
fn what_fails_ends_the_sampling() {
    let machine = quiet();
    let gate = machine.gate();
    let lay_outs: [fn() -> Result<()>; 2] = [|| bail!("no room"), || Ok(())];
    for (lay_out, error) in lay_outs.into_iter().zip(["no room", "wrong"]) {
        let mut lanes = Attempts { measure: |_| bail!("wrong"), lay_out, batches: Vec::new() };
        let mut samples = Samples::new(lanes.lanes(), 1);
        let ended = sample(&gate, &mut lanes, BUDGET, &mut samples);
        assert_eq!(ended.unwrap_err().to_string(), error);
    }
}
