//! The command `fowlplay`.
fn main() {}
