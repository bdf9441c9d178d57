//! Panics, which end a program.

/// Has a panic in any thread of this program end all of it with status 1, after its cause was
/// printed. A program that goes on without one of its threads looks as if nothing had happened.
pub fn end_on_panic() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::exit(1);
    }));
}
