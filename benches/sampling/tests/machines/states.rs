//! Figures on every machine, and the state of its core.

use super::*;

#[test]
fn a_quiet_machine_is_called_quiet() {
    for idle in [one_mode, zen_4] {
        let machine = Machine { idle, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.blocks), (Core::Quiet, BUDGET.blocks));
        assert_eq!(said.verdict, Some(Verdict::Slower));
        assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
        assert!(is_near(said.net, 1.06, 0.003), "{:?}", said.net);
        assert!(is_near(said.slope, 1.0, 0.005), "{:?}", said.slope);
        assert!(said.copies.iter().all(|copy| is_near(*copy, 1.0, 0.001)));
    }
}

#[test]
fn differences_are_called_what_they_are() {
    let machine = quiet();
    let gate = machine.gate();
    for (ratio, verdict) in [
        (1.0, Verdict::Tie),
        (1.003, Verdict::Tie),
        (1.01, Verdict::Slower),
        (1.05, Verdict::Slower),
        (1.0 / 1.003, Verdict::Tie),
        (1.0 / 1.05, Verdict::Faster),
    ] {
        let said = sampled(&gate, &mut table(&machine, ratio));
        assert_eq!(said.verdict, Some(verdict), "{ratio}");
        assert!(is_near(said.ratio, ratio, 0.001), "{:?}", said.ratio);
    }
}

#[test]
fn where_no_probe_is_steady_there_are_figures_all_the_same() {
    for idle in [two_modes, three_modes] {
        let machine = Machine { idle, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.verdict), (Core::Company, Some(Verdict::Slower)));
        assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
    }
}

#[test]
fn without_a_probe_there_is_one_attempt() {
    let machine = Machine { idle: three_modes, ..quiet() };
    let gate = machine.gate();
    assert!(!gate.is_closed());
    let said = sampled(&gate, &mut table(&machine, 1.0));
    // Nothing tells which of several attempts to keep.
    assert_eq!(said.samples.batches, 7 * said.samples.rounds.len());
}

#[test]
fn a_neighbour_for_most_of_the_time_leaves_figures_in_company() {
    let machine = Machine { has_company: mostly_in_company, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!(said.core, Core::Company);
    assert!(is_near(said.ratio, 1.03, 0.02), "{:?}", said.ratio);
}

#[test]
fn a_neighbour_now_and_then_is_kept_out() {
    let machine = Machine { idle: zen_4, has_company: now_and_then_in_company, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
}

#[test]
fn without_a_gate_all_rounds_count_and_company_is_told() {
    for (has_company, core) in [
        (now_and_then_in_company as fn(f64) -> bool, Core::Quiet),
        (mostly_in_company, Core::Company),
    ] {
        let machine = Machine { has_company, ..quiet() };
        let (gate, mut table) = (machine.gate(), table(&machine, 1.03));
        let mut samples = Samples::new(table.lanes(), 1);
        let budget = Budget::long(200, Duration::from_secs(3));
        sample(&gate, &mut table, budget, &mut samples).unwrap();
        let counted = samples.counted(&gate);
        assert_eq!((counted.core, counted.len()), (core, samples.rounds.len()));
        assert!(samples.quiet < samples.batches);
    }
}

#[test]
fn a_frequency_that_never_settles_is_called_so() {
    let machine = Machine { frequency: restless, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.1));
    assert_eq!(said.core, Core::Unsteady);
    assert!(is_near(said.ratio, 1.1, 0.05), "{:?}", said.ratio);
}

#[test]
fn rounds_in_which_the_frequency_changes_do_not_count() {
    let machine = Machine { frequency: changing, ..quiet() };
    let gate = machine.gate();
    let mut table = table(&machine, 1.03);
    let mut samples = Samples::new(table.lanes(), 1);
    sample(&gate, &mut table, BUDGET, &mut samples).unwrap();
    let counted = samples.counted(&gate);
    assert_eq!(counted.core, Core::Quiet);
    let count = |is: &dyn Fn(f64, f64) -> bool| {
        samples.rounds.iter().filter(|round| is(round.idle, round.drift)).count()
    };
    let both = count(&|idle, drift| gate.is_quiet(idle) && drift <= 0.01);
    assert_eq!(counted.len(), both);
    assert!(both < count(&|idle, _| gate.is_quiet(idle)));
    assert!(both < count(&|_, drift| drift <= 0.01));
    let said = verdicts(&counted, &roles()).unwrap();
    // Cycles are the same at both frequencies.
    assert!(is_near(said.raw[0], 2.0, 0.005), "{:?}", said.raw[0]);
}

#[test]
fn a_clock_of_any_step_gives_figures() {
    for step in [1.0, 26.0, 1000.0] {
        let machine = Machine { step, ..quiet() };
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)), "{step}");
        assert!(is_near(said.ratio, 1.03, 0.003), "{step} {:?}", said.ratio);
        assert!(is_near(said.net, 1.06, 0.01), "{step} {:?}", said.net);
    }
}

#[test]
fn a_counter_that_jumps_backwards_makes_no_figure() {
    let machine = Machine { lost: 0.1, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
    assert!(is_near(said.net, 1.06, 0.003), "{:?}", said.net);
    // The same without a steady probe.
    let machine = Machine { idle: two_modes, ..machine };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert!(is_near(said.ratio, 1.03, 0.001), "{:?}", said.ratio);
}

#[test]
fn a_counter_that_loses_everything_ends_without_figures() {
    let machine = Machine { lost: 1.0, ..quiet() };
    let gate = machine.gate();
    let mut table = table(&machine, 1.0);
    let mut samples = Samples::new(table.lanes(), 1);
    let begin = machine.elapsed();
    sample(&gate, &mut table, BUDGET, &mut samples).unwrap();
    assert!(machine.elapsed() - begin < BUDGET.time * (LATEST + 1));
    assert!(samples.rounds.is_empty() && samples.batches == 0);
    let counted = samples.counted(&gate);
    assert!(counted.is_empty() && counted.idle().is_none() && counted.multiply().is_none());
    assert!(verdicts(&counted, &roles()).is_none());
}

#[test]
fn a_tenth_of_a_core_is_enough() {
    let machine = Machine { granted: PERIOD / 10.0, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
    assert_eq!((said.core, said.verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!(is_near(said.ratio, 1.03, 0.002), "{:?}", said.ratio);
}

#[test]
fn a_slow_machine_gives_figures_once_it_has_enough_blocks() {
    let machine = quiet();
    let gate = machine.gate();
    // Seven lanes of 1 to 10 cycles take a tenth of the budget.
    let mut slow = Table { queries: 5e7, ..table(&machine, 1.05) };
    let mut samples = Samples::new(slow.lanes(), 1);
    sample(&gate, &mut slow, BUDGET, &mut samples).unwrap();
    // After the time, one round per block is enough.
    assert!((12..=16).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    let counted = samples.counted(&gate);
    assert_eq!(counted.blocks(), FEWEST);
    assert!(verdicts(&counted, &roles()).is_none(), "too few for six variants");
    // Too slow for six blocks: only a few rounds are done.
    let mut slower = Table { queries: 1e9, ..table(&machine, 1.05) };
    let mut samples = Samples::new(slower.lanes(), 1);
    let begin = machine.elapsed();
    sample(&gate, &mut slower, BUDGET, &mut samples).unwrap();
    assert!((2..FEWEST).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    assert!(machine.elapsed() - begin >= BUDGET.time * LATEST);
    // Continuing later gives figures.
    (0..4).for_each(|_| sample(&gate, &mut slower, BUDGET, &mut samples).unwrap());
    let said = verdicts(&samples.counted(&gate), &roles()).unwrap();
    assert!(is_near(said.ratios[1].unwrap(), 1.05, 0.002), "{:?}", said.ratios);
}

#[test]
fn a_core_is_called_narrow_by_nops_alone() {
    fn steady_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 5000.0 } else { 5000.0 * (1.0 + 0.04 * unit(random)) }
    }
    fn restless_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 3000.0 * (1.0 + unit(random)) } else { 5500.0 }
    }
    let width = |idle| Machine { idle, ..quiet() }.gate().width(5000.0);
    assert_eq!(width(steady_nops), Some(4.0));
    assert_eq!(width(restless_nops), None);
}
