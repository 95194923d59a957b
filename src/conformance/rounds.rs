//! Rounds: only a player who may begin a round begins it, and a tally agrees with the moves.

use super::{
    log_draft::{LogDraft, LogLayout},
    random_game::{PlayStyle, RandomGame, TestableGame},
};
use crate::{
    referee::Referee,
    table::{Act, ActOf, FindingKind, Points, Progress},
};
use fastrand::Rng;

/// Whether the beginning of a round or a tally has a finding of one of these kinds.
fn has_finding_beside_lines(referee: &dyn Referee, kinds: &[FindingKind]) -> bool {
    referee.findings().iter().any(|finding| kinds.contains(&finding.kind) && finding.step == 0)
}

/// Asserts that beginning a round is legal exactly if a round is due and the player may begin it. In a log, a wrong `first` is a
/// finding.
pub(super) fn a_false_first_is_found<G: TestableGame>(seed: u64) {
    let table = RandomGame::<G>::play_out(seed, PlayStyle::Legal);
    let players = &table.context.players;
    let mut game = G::new(players.count(), &table.context.setup);
    for (judged_act, nth) in table.acts.iter().zip(1..) {
        let (Progress::Ready(candidates) | Progress::RoundOver(candidates)) = game.progress() else {
            game.apply(&judged_act.act, &mut Vec::new());
            continue;
        };
        for first in players.seats() {
            let judgement = game.judge(&Act::BeginRound { first });
            assert_eq!(judgement.is_ok(), candidates.contains(first), "{} begins a round: {judgement:?}", players.name(first));
        }
        for first in players.seats().filter(|&first| !candidates.contains(first)) {
            let mut draft = LogDraft::of(&table, &table.acts[..nth]);
            let name = players.name(first).to_owned();
            draft.rounds.last_mut().expect("it begins").first.clone_from(&name);
            let referee = draft.open(LogLayout::Plain);
            assert!(has_finding_beside_lines(&*referee, &[FindingKind::Illegal]), "{name} began it\n{}", referee.log().text());
        }
        game.apply(&judged_act.act, &mut Vec::new());
        let possible_first = players.seats().find(|&first| game.judge(&Act::BeginRound { first }).is_ok());
        assert_eq!(possible_first, None, "a round is begun as soon as another is");
    }
}

/// The tally of the cards that the moves left, one text a player. `None` if the game doesn't know those cards.
fn correct_tally<G: TestableGame>(table: &RandomGame<G>) -> Option<Vec<String>> {
    let tally = table.game.tally_so_far()?;
    Some(table.context.players.seats().map(|seat| G::write_tally(&tally, seat)).collect())
}

/// The text of the cards in a player's part of a tally. Text after a semicolon, such as a claimed bonus, names no cards.
fn cards_of(text: &str) -> &str {
    text.split(';').next().unwrap_or_default().trim()
}

/// The tally with one player's part emptied, or with two parts exchanged. `None` if that changes no player's cards.
fn falsify(texts: &[String], random: &mut Rng) -> Option<Vec<String>> {
    let mut falsified = texts.to_vec();
    let (first, second) = (random.usize(..texts.len()), random.usize(..texts.len()));
    if first == second {
        falsified[first].clear();
    } else {
        falsified.swap(first, second);
    }
    falsified.iter().zip(texts).any(|(new, old)| cards_of(new) != cards_of(old)).then_some(falsified)
}

fn totals<G: TestableGame>(game: &G, table: &RandomGame<G>) -> Vec<Points> {
    game.score(&table.context.players).players.into_iter().map(|player| player.total).collect()
}

fn parse_tally<G: TestableGame>(table: &RandomGame<G>, texts: &[String]) -> Option<ActOf<G>> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    G::parse_tally(&texts, &table.context.setup).ok().map(Act::Tally)
}

/// Asserts that a tally of the cards left by the moves scores the same as the moves, if those cards are all that counts. A tally
/// that leaves out a player's cards is a finding.
pub(super) fn a_false_tally_is_found<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let mut random = Rng::with_seed(seed);
    while !table.is_over() {
        table.advance(PlayStyle::Legal);
        let is_over = table.game.progress() != Progress::Underway;
        if !is_over && random.u8(..16) > 0 {
            continue;
        }
        let Some(texts) = correct_tally(&table) else { continue };
        let act = parse_tally(&table, &texts).unwrap_or_else(|| panic!("{texts:?} can't be read"));
        if is_over && table.game.tally_scores_all() {
            let judgement = table.game.judge(&act);
            assert!(judgement.is_ok(), "{texts:?} is what the moves left, and is judged {judgement:?}");
            let mut tallied_game = table.game.clone();
            tallied_game.apply(&act, &mut Vec::new());
            assert_eq!(totals(&tallied_game, &table), totals(&table.game, &table), "{texts:?} is what the moves left");
        }
        for _ in 0..4 {
            if let Some(falsified) = falsify(&texts, &mut random) {
                assert_is_found(&table, &falsified, &texts);
            }
        }
    }
}

/// Asserts that a tally that contradicts the moves is judged illegal or impossible, and is a finding in the log.
fn assert_is_found<G: TestableGame>(table: &RandomGame<G>, falsified: &[String], texts: &[String]) {
    let Some(act) = parse_tally(table, falsified) else { return };
    assert!(table.game.judge(&act).is_err(), "{falsified:?} is judged legal, and the moves left {texts:?}");
    let mut draft = LogDraft::of(table, &table.acts);
    let parts = table.context.players.names().iter().zip(falsified).map(|(name, text)| format!("{name}: {text}"));
    draft.rounds.last_mut().expect("a round").tally = parts.collect();
    let referee = draft.open(LogLayout::Plain);
    assert!(has_finding_beside_lines(&*referee, &[FindingKind::Illegal, FindingKind::Impossible]), "{}", referee.log().text());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{games::emu_ranchers::EmuRanchers, log::Log, referee::open_as};

    #[test]
    fn what_is_found_in_a_line_is_not_beside_the_lines() {
        let findings_in = |first: &str, line: &str| {
            let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n";
            let text = format!("{head}[[round]]\nfirst = \"{first}\"\nmoves = [\"{line}\"]\n");
            let referee = open_as::<EmuRanchers>(Log::parse(text).expect("a log")).expect("a game");
            (referee.findings().len(), has_finding_beside_lines(&*referee, &[FindingKind::Illegal]))
        };
        assert_eq!(findings_in("Ada", "Ada: draw"), (1, false));
        assert_eq!(findings_in("Ada", "Ada: hatch 7SK"), (0, false));
    }
}
