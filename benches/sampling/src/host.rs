//! The machine as sampling sees it.

use crate::clock::{Clock, Scale};
use crate::hardware::IdleProbe;
use std::time::{Duration, Instant};

/// What sampling needs to know of a machine.
pub trait Host {
    /// The time since sampling began.
    fn elapsed(&self) -> Duration;

    /// Lets other programs run for a moment.
    fn rest(&self);

    /// Times chains of known latency.
    fn calibrate(&self) -> Scale;

    /// The raw reading of the clock for a run of idle instructions.
    fn idle(&self, probe: IdleProbe) -> f64;
}

/// The machine at hand.
#[derive(Debug)]
pub struct ThisHost {
    clock: Clock,
    begin: Instant,
}

impl ThisHost {
    /// With this clock.
    #[must_use]
    pub fn new(clock: Clock) -> ThisHost {
        ThisHost { clock, begin: Instant::now() }
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
        let start = self.clock.start();
        probe.run()();
        self.clock.elapsed(start) as f64
    }
}
