//! Random legal games with really shuffled cards, as logs: what is recorded and archived.

use fowlplay::{
    deal::Dealer,
    log::Log,
    referee::{self, NewGame},
    table::{Act, Players, Progress, RuleSettings, RuleValue, Seat, TableContext},
};

const NAMES: [&str; Seat::MOST] = ["Ada", "Bo", "Cy", "Di", "Eve", "Flo"];

/// A round of a game: who is first, and its lines, a step each.
struct Round {
    first: String,
    lines: Vec<String>,
}

/// The log of a game that was played to its end, or to so many steps, with these table rules beside the defaults. None where
/// the game can't be set up so.
#[allow(dead_code, reason = "some play with names of their own")]
pub fn log<G: Dealer>(players: usize, given: &[(&str, &str)], seed: u64, most: usize) -> Option<Log> {
    log_of::<G>(NAMES.get(..players)?, None, given, seed, most)
}

/// The same among these players, on this day.
pub fn log_of<G: Dealer>(names: &[&str], date: Option<String>, given: &[(&str, &str)], seed: u64, most: usize) -> Option<Log> {
    let players = names.len();
    let mut rules = RuleSettings::defaults(G::book());
    for (key, value) in given {
        rules.set(G::book(), key, &RuleValue::from_text(value)).ok()?;
    }
    let setup = G::setup(players, &rules, &[]).ok()?;
    let context = TableContext { players: Players::new(names.iter().copied()), setup };
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut random = |below: usize| rng.usize(..below);
    let mut game = G::new(players, &context.setup);
    let mut truth = G::Truth::default();
    let mut rounds: Vec<Round> = Vec::new();
    let mut steps = 0;
    while game.progress() != Progress::GameOver && steps < most {
        let act = game.propose(&mut truth, &mut random);
        if game.judge(&act).is_err() {
            continue;
        }
        game.track(&mut truth, &act, &mut random);
        match &act {
            Act::BeginRound { first } => {
                rounds.push(Round { first: context.players.name(*first).to_owned(), lines: Vec::new() });
            }
            Act::Step { actor, step } => {
                let name = actor.map(|seat| format!("{}: ", context.players.name(seat))).unwrap_or_default();
                let line = format!("{name}{}", G::write(step, &context.players));
                rounds.last_mut()?.lines.push(line);
                steps += 1;
            }
            Act::Tally(_) => {}
        }
        game.apply(&act, &mut Vec::new());
    }
    let first = rounds.first().map(|round| round.first.clone());
    let rules = given.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let new = NewGame { players: context.players.names().to_vec(), first, rules, date, ..NewGame::default() };
    let mut log = Log::parse(referee::Games::default().start(G::book().game, &new).ok()?).ok()?;
    for round in rounds.iter().filter(|round| !round.lines.is_empty()) {
        let lines: Vec<&str> = round.lines.iter().map(String::as_str).collect();
        let before = referee::open(log.clone()).ok()?;
        if before.progress() == Progress::Underway && before.steps() > 0 {
            // Beginning a round closes what the one before left open.
            log = log
                .changed(|log| {
                    log.begin_round(&round.first);
                    Ok(())
                })
                .ok()?;
        }
        log = referee::open(log).ok()?.record(&lines, Some(&round.first)).ok()?.log;
    }
    Some(log)
}
