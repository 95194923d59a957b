//! Scopa with every command: `cargo run -- play game.toml`.

fn main() -> std::process::ExitCode {
    fowlplay::cli::main(&[fowlplay::referee::game::<scopa::Scopa>()])
}
