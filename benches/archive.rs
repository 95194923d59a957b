//! An archive of ten thousand logs, checked, exported and counted as one command on one core and on two.

#[path = "dealt/mod.rs"]
mod dealt;
#[path = "dealt/archive.rs"]
mod random;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rayon::prelude::*;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// Fewer without optimizing, where they only show that they can be measured.
const LOGS: u64 = if cfg!(debug_assertions) { 500 } else { 10_000 };

/// The files of an archive in a folder.
fn written(folder: &Path) -> Option<Vec<PathBuf>> {
    let write = |nth: u64| {
        let path = folder.join(format!("{nth}.toml"));
        fs::write(&path, random::log(nth)?.text()).ok()?;
        Some(path)
    };
    (0..LOGS).into_par_iter().map(write).collect()
}

/// The program on so many cores.
fn fowlplay(cores: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fowlplay-measured"));
    command.env("RAYON_NUM_THREADS", cores).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

fn archive(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the logs");
    let paths = written(folder.path()).expect("every game is dealt and written");
    let mut group = criterion.benchmark_group("an archive of ten thousand logs");
    group.throughput(Throughput::Elements(LOGS)).sample_size(10);
    let mut measure = |name: String, command: Command| {
        let mut command = command;
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert!(command.status().is_ok_and(|status| status.success()), "every log is clean"));
        });
    };
    for cores in ["1", "2"] {
        let mut check = fowlplay(cores);
        check.arg("check").args(&paths);
        measure(format!("check, cores: {cores}"), check);
        for table in ["games", "items", "moves"] {
            let mut export = fowlplay(cores);
            export.arg("export").arg(folder.path()).args(["--table", table]);
            measure(format!("export {table}, cores: {cores}"), export);
        }
        let mut stats = fowlplay(cores);
        stats.arg("stats").arg(folder.path());
        measure(format!("stats, cores: {cores}"), stats);
    }
    group.finish();
}

criterion_group!(benches, archive);
criterion_main!(benches);
