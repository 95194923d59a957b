//! From start-up to the answer of `score` on one log, and to the report of the longest, against a Rust program that does nothing.

use criterion::{Criterion, criterion_group, criterion_main};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Compiles an empty program.
fn empty_program(folder: &Path) -> Option<PathBuf> {
    let source = folder.join("empty.rs");
    let program = folder.join("empty");
    fs::write(&source, "fn main() {}\n").ok()?;
    let compiled = Command::new("rustc").args(["-O", "-o"]).arg(&program).arg(&source).status().ok()?;
    compiled.success().then_some(program)
}

fn run(command: &mut Command) {
    let done = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(done.is_ok_and(|status| status.success()), "the program ran");
}

fn startup(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().ok();
    let Some(empty) = folder.as_ref().and_then(|folder| empty_program(folder.path())) else { return };
    let log = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples/emu-ranchers-two-years.toml");
    let mut group = criterion.benchmark_group("start-up");
    group.bench_function("an empty program", |bencher| bencher.iter(|| run(&mut Command::new(&empty))));
    group.bench_function("score", |bencher| {
        bencher.iter(|| run(Command::new(env!("CARGO_BIN_EXE_fowlplay-measured")).arg("score").arg(&log)));
    });
    let longest = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples/eggs-and-empires-six-at-the-table.toml");
    let report = folder.as_ref().map(|folder| folder.path().join("report.html")).unwrap_or_default();
    group.bench_function("report", |bencher| {
        bencher.iter(|| {
            run(Command::new(env!("CARGO_BIN_EXE_fowlplay-measured")).arg("report").arg(&longest).arg("-o").arg(&report));
        });
    });
    group.finish();
}

criterion_group!(benches, startup);
criterion_main!(benches);
