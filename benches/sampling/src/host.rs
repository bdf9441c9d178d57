//! The machine as sampling sees it.

use crate::clock::{Clock, Scale};
use crate::hardware::IdleProbe;
use std::time::{Duration, Instant};

/// The abilities of a machine that sampling needs.
pub trait Host {
    /// The time since sampling began.
    fn elapsed(&self) -> Duration;

    /// Lets other programs run for a moment.
    fn rest(&self);

    /// Times chains of known latency; the scale is not valid if their readings were lost.
    fn calibrate(&self) -> Scale;

    /// The raw time of a run of idle instructions; 0 if the reading was lost.
    fn idle(&self, probe: IdleProbe) -> f64;
}

/// This machine.
#[derive(Debug)]
pub struct ThisHost {
    clock: Clock,
    begin: Instant,
    /// Runs of the idle instructions per probe, enough to tell their time from a step of the
    /// clock.
    runs: usize,
}

/// The shortest probe, in steps of the clock.
const CLOCK_STEPS: f64 = 100.0;

impl ThisHost {
    /// Uses this clock.
    #[must_use]
    pub fn new(clock: Clock) -> ThisHost {
        let probe = || {
            let start = clock.start();
            IdleProbe::Nops.run()();
            clock.elapsed(start) as f64
        };
        // Any run may be interrupted.
        let shortest = (0..9).map(|_| probe()).filter(|raw| *raw > 0.0).fold(f64::NAN, f64::min);
        let runs = CLOCK_STEPS * clock.resolution() as f64 / shortest;
        // One run if the clock does not see it at all.
        let runs = (runs.ceil() as usize).clamp(1, CLOCK_STEPS as usize);
        ThisHost { clock, begin: Instant::now(), runs }
    }

    /// The clock.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }
}

impl Host for ThisHost {
    fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }

    fn rest(&self) {
        std::thread::sleep(Duration::from_millis(2));
    }

    fn calibrate(&self) -> Scale {
        self.clock.calibrate()
    }

    fn idle(&self, probe: IdleProbe) -> f64 {
        let run = probe.run();
        let start = self.clock.start();
        (0..self.runs).for_each(|_| run());
        self.clock.elapsed(start) as f64 / self.runs as f64
    }
}
