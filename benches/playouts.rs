//! Random play-outs from the shuffled truth in steps a second (a random use of the true hand until `judge` accepts one, then
//! `apply`), and, apart from them, listing the legal steps.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fowlplay::{
    deal::Dealer,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    table::{Act, Progress},
};
use std::hint::black_box;

/// Plays one game to its end with the default rules or whatever `setup` says; gives the number of steps.
fn play_out<G: Dealer>(players: usize, setup: &G::Setup, random: &mut fastrand::Rng, events: &mut Vec<G::Event>) -> u64 {
    let mut random = |below: usize| random.usize(..below);
    let mut game = G::new(players, setup);
    let mut truth = G::Truth::default();
    let mut steps = 0;
    while game.progress() != Progress::GameOver {
        let act = game.propose(&mut truth, &mut random);
        if game.judge(&act).is_ok() {
            game.track(&mut truth, &act, &mut random);
            events.clear();
            game.apply(&act, events);
            black_box(&*events);
            steps += u64::from(matches!(act, Act::Step { .. }));
        }
    }
    steps
}

/// The positions of a random game, the same each time.
fn positions<G: Dealer>(players: usize, setup: &G::Setup) -> Vec<G> {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut random = |below: usize| rng.usize(..below);
    let mut game = G::new(players, setup);
    let mut truth = G::Truth::default();
    let mut positions = Vec::new();
    while game.progress() != Progress::GameOver {
        let act = game.propose(&mut truth, &mut random);
        if game.judge(&act).is_ok() {
            game.track(&mut truth, &act, &mut random);
            game.apply(&act, &mut Vec::new());
            positions.push(game.clone());
        }
    }
    positions
}

/// Measures one game; `expected` is how many steps its play-outs have, and how many legal steps its positions: a faster way to play
/// another game is none.
fn bench<G: Dealer>(criterion: &mut Criterion, expected: (u64, usize)) {
    const GAMES: u64 = 64;
    let name = G::book().game;
    let mut rng = fastrand::Rng::with_seed(1);
    let rules = fowlplay::table::RuleSettings::defaults(G::book());
    // The fewest players that need say nothing of the deck.
    let Some((players, setup)) =
        G::book().players.clone().find_map(|players| Some((players, G::setup(players, &rules, &[]).ok()?)))
    else {
        return;
    };
    let mut events = Vec::new();
    let steps: u64 = (0..GAMES).map(|_| play_out::<G>(players, &setup, &mut rng, &mut events)).sum();
    let mut group = criterion.benchmark_group(format!("{name}/play-outs"));
    group.throughput(Throughput::Elements(steps));
    group.bench_function("steps", |bencher| {
        bencher.iter(|| {
            let mut rng = fastrand::Rng::with_seed(1);
            (0..GAMES).map(|_| play_out::<G>(players, &setup, &mut rng, &mut events)).sum::<u64>()
        });
    });
    group.finish();
    let positions = positions::<G>(players, &setup);
    let legal: usize = positions.iter().map(|game| game.legal_steps().len()).sum();
    assert_eq!((steps, legal), expected, "{name} is played otherwise than it was");
    let mut group = criterion.benchmark_group(format!("{name}/legal steps"));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("of a position", |bencher| {
        bencher.iter(|| positions.iter().map(|game| black_box(game).legal_steps().len()).sum::<usize>());
    });
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    bench::<EmuRanchers>(criterion, (7678, 4049));
    bench::<EmusRedux>(criterion, (7328, 5252));
    bench::<Blulu>(criterion, (6429, 8730));
    bench::<EggsAndEmpires>(criterion, (10199, 2785));
    bench::<Piepmatz>(criterion, (8671, 2189));
}

criterion_group!(benches, playouts);
criterion_main!(benches);
