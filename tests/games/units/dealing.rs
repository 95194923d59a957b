//! Random games, on which much else relies: each kind of step comes up in them.

use fowlplay::{
    deal::Dealer,
    games::{
        blulu::Blulu, eggs_and_empires::EggsAndEmpires, emu_ranchers::EmuRanchers, emus_redux::EmusRedux, piepmatz::Piepmatz,
    },
    table::{Act, GameVerb as _, Progress},
};

fn come_up<G: Dealer>() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = |below: usize| rng.usize(..below);
    let mut missing: Vec<&str> = G::Verb::ALL.iter().map(|verb| verb.text().name).collect();
    for _ in 0..100 {
        let (players, setup, _) = G::random_setup(&mut random);
        let (mut game, mut truth) = (G::new(players, &setup), G::Truth::default());
        while game.progress() != Progress::GameOver {
            let act = game.propose(&mut truth, &mut random);
            if game.judge(&act).is_err() {
                continue;
            }
            game.track(&mut truth, &act, &mut random);
            game.apply(&act, &mut Vec::new());
            if let Act::Step { step, .. } = &act {
                missing.retain(|name| *name != G::verb_text(step).name);
            }
        }
    }
    assert_eq!(missing, [""; 0], "{}", G::book().game);
}

#[test]
fn each_kind_of_step_comes_up_in_random_games() {
    come_up::<EmuRanchers>();
    come_up::<EmusRedux>();
    come_up::<Blulu>();
    come_up::<EggsAndEmpires>();
    come_up::<Piepmatz>();
}
