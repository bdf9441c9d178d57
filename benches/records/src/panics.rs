//! Panics end the program.

/// Makes a panic in any thread end the program with status 1, after printing the cause. A program
/// that continues without one of its threads looks as if nothing had happened.
pub fn end_on_panic() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::exit(1);
    }));
}
