//! Checking a log against merely parsing its TOML: the same bytes, the same run.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fowlplay::{log::Log, referee};
use std::{fs, hint::black_box, path::Path};

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
        group.bench_function("parse TOML", |bencher| bencher.iter(|| black_box(&text).parse::<toml::Table>().is_ok()));
        group.bench_function("parse TOML with places", |bencher| {
            bencher.iter(|| toml::de::DeTable::parse(black_box(&text)).is_ok());
        });
        group.bench_function("read the log", |bencher| bencher.iter(|| Log::parse(black_box(text.as_str())).is_ok()));
        group.bench_function("check", |bencher| {
            bencher.iter(|| {
                let log = Log::parse(black_box(text.as_str())).ok()?;
                referee::open(log).ok().map(|referee| referee.findings().len())
            });
        });
        group.finish();
    }
}

criterion_group!(benches, check);
criterion_main!(benches);
