//! An archive of ten thousand logs, checked as one command on one core and on two.

#[path = "dealt/mod.rs"]
mod dealt;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fowlplay::{
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    log::Log,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const LOGS: u64 = 10_000;

/// The log of a game, one game after another.
fn log(nth: u64) -> Option<Log> {
    let most = usize::MAX;
    match nth % 5 {
        0 => dealt::log::<EmuRanchers>(2, &[], nth, most),
        1 => dealt::log::<EmusRedux>(3, &[], nth, most),
        2 => dealt::log::<EggsAndEmpires>(4, &[], nth, most),
        3 => dealt::log::<Piepmatz>(3, &[], nth, most),
        _ => dealt::log::<Blulu>(2, &[], nth, most),
    }
}

/// The files of an archive in a folder.
fn written(folder: &Path) -> Option<Vec<PathBuf>> {
    (0..LOGS)
        .map(|nth| {
            let path = folder.join(format!("{nth}.toml"));
            fs::write(&path, log(nth)?.text()).ok()?;
            Some(path)
        })
        .collect()
}

fn archive(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder for the logs");
    let paths = written(folder.path()).expect("every game is dealt and written");
    let mut group = criterion.benchmark_group("an archive of ten thousand logs");
    group.throughput(Throughput::Elements(LOGS)).sample_size(10);
    for cores in ["1", "2"] {
        group.bench_function(format!("check, cores: {cores}"), |bencher| {
            bencher.iter(|| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_fowlplay"));
                command.arg("check").args(&paths).env("RAYON_NUM_THREADS", cores);
                let done = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
                assert!(done.is_ok_and(|status| status.success()), "every log is clean");
            });
        });
    }
    group.finish();
}

criterion_group!(benches, archive);
criterion_main!(benches);
