//! Checking a log, in its two shares: parsing by `toml`, and everything that is ours (reading steps, judging, explaining).

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fowlplay::{log::Log, referee};
use std::{
    fs,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

fn parse(text: &str) -> bool {
    toml::de::DeTable::parse(black_box(text)).is_ok()
}

fn is_checked(text: &str) -> bool {
    Log::parse(black_box(text)).is_ok_and(|log| referee::open(log).is_ok_and(|referee| referee.findings().len() < usize::MAX))
}

fn timed(count: u64, work: impl Fn() -> bool) -> Duration {
    let begun = Instant::now();
    for _ in 0..count {
        black_box(work());
    }
    begun.elapsed()
}

fn check(criterion: &mut Criterion) {
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("examples");
    let mut paths: Vec<_> =
        fs::read_dir(examples).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    for path in paths {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("parsing by toml", |bencher| bencher.iter(|| parse(&text)));
        group.bench_function("everything that is ours", |bencher| {
            bencher.iter_custom(|count| timed(count, || is_checked(&text)).saturating_sub(timed(count, || parse(&text))));
        });
        group.finish();
    }
}

criterion_group!(benches, check);
criterion_main!(benches);
