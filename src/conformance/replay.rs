//! Replaying: a log leads to the game from which it was written, and records that game.

use super::{
    log_draft::{LogDraft, LogLayout, canonical, open, places},
    notation::any_text,
    random_game::{PlayStyle, RandomGame, TestableGame},
    recording::{assert_same_state, is_revoke, record_any},
};
use crate::{
    log::Log,
    referee::start_as,
    table::{FindingKind, Progress},
};
use fastrand::Rng;

/// The number of random moments of a game at which its log is checked.
const BEGINNINGS: usize = 4;

/// The number of texts that are typed before the first round.
const TEXTS: usize = 30;

/// Asserts that a log replayed up to any line is the game from which it was written, with the overruled steps as findings.
pub(super) fn a_log_is_the_game_it_was_written_from<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let style = PlayStyle::seeded(seed);
    let table = RandomGame::<G>::play_out(seed, style);
    let players = table.context.players.count();
    let mut game =
        G::new(players, &G::setup(players, &table.rules, &G::deck(&table.context.setup)).expect("a table that can be set up"));
    let mut beginnings: Vec<usize> = (0..BEGINNINGS).map(|_| random.usize(1..=table.acts.len())).collect();
    beginnings.push(table.acts.len());
    for (judged_act, count) in table.acts.iter().zip(1..) {
        assert_eq!(game.judge(&judged_act.act).is_ok(), judged_act.is_legal, "{:?}", judged_act.act);
        game.apply(&judged_act.act, &mut Vec::new());
        if beginnings.contains(&count) {
            assert_leads_to(&table, count, &game, style, LogLayout::any(&mut random));
        }
    }
    assert_eq!(game, table.game);
    assert_eq!(game.progress(), Progress::GameOver);

    let draft = LogDraft::of(&table, &table.acts);
    let whole = draft.open(LogLayout::any(&mut random));
    let line_refs = places(whole.log());
    for _ in 0..BEGINNINGS {
        let nth = random.usize(..line_refs.len());
        // The state before the first line of a later round includes the beginning of the round, which the shortened log lacks.
        if line_refs[nth].line > 1 || nth == 0 {
            let referee_before = whole.before_line(line_refs[nth]).expect("a line of the log");
            assert_same_state(&*referee_before, &*draft.shortened(nth).open(LogLayout::Plain));
        }
    }
    let end = whole.log().end();
    let past_end = crate::log::LineRef { line: end.line + 2, ..end };
    assert!(whole.before_line(past_end).is_err(), "there is no such line");
}

/// Asserts that the log of the first `count` acts leads to `game`. Without their reasons, overruled steps are illegal.
fn assert_leads_to<G: TestableGame>(table: &RandomGame<G>, count: usize, game: &G, style: PlayStyle, layout: LogLayout) {
    let (context, acts) = (&table.context, &table.acts[..count]);
    let mut draft = LogDraft::of(table, acts);
    let steps = || acts.iter().filter_map(|judged_act| Some((judged_act.act.step()?, judged_act.is_legal)));
    let text = |(actor, step): (Option<_>, _)| {
        (actor.map(|seat| context.players.name(seat).to_owned()), G::write(step, &context.players))
    };
    let overruled: Vec<_> = steps().filter(|(_, is_legal)| !is_legal).map(|(step, _)| text(step)).collect();
    for kind in [FindingKind::Overruled, FindingKind::Illegal] {
        let referee = draft.open(layout);
        // A revoke is not compared, because it was judged legal when it was played.
        let immediate_findings = || referee.findings().iter().filter(|finding| !is_revoke(finding));
        let found_steps: Vec<_> = immediate_findings().map(|finding| (finding.actor.clone(), finding.text.clone())).collect();
        assert_eq!(found_steps, overruled);
        assert!(immediate_findings().all(|finding| finding.kind == kind && finding.step > 0), "{kind}");
        assert!(immediate_findings().all(|finding| finding.is_foul() == (kind == FindingKind::Illegal)));
        assert!(style == PlayStyle::Loose || referee.findings().is_empty(), "{:#?}", referee.findings());
        assert_eq!((referee.halted(), referee.progress(), referee.steps()), (None, game.progress(), steps().count()));
        assert_eq!(referee.sheet(), game.score(&context.players));
        assert_eq!(referee.sheet().complete, game.progress() == Progress::GameOver);
        assert_eq!(referee.state(), game.state(&context.players));
        assert_eq!(referee.canonical().expect("a log").text(), canonical(referee.log()).text(), "what is recorded is canonical");
        for line in draft.rounds.iter_mut().flat_map(|round| &mut round.lines) {
            *line = line.replace(" ! let stand", "");
        }
    }
}

/// Asserts that a game recorded in portions of any size, by steps or lines, always gives the same bytes as its log.
pub(super) fn recorded_in_any_portions_it_is_the_same_log<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let table = RandomGame::<G>::play_out(seed, PlayStyle::seeded(seed));
    let draft = LogDraft::of(&table, &table.acts);
    let mut referee = open::<G>(&Log::parse(start_as::<G>(&draft.new).expect("a table that can be set up")).expect("a new log"));
    // Any text that is typed before the first round is recorded or refused.
    for _ in 0..TEXTS {
        let text = any_text::<G>(&mut random, table.context.players.names());
        record_any::<G>(&*referee, &text, random.bool().then_some("Ada"));
        referee.complete(&text);
    }
    for round in &draft.rounds {
        let mut remaining = &round.lines[..];
        while !remaining.is_empty() {
            let (portion, rest) = remaining.split_at(random.usize(1..=remaining.len().min(9)));
            remaining = rest;
            let by_step = |line: &String| {
                let (name, steps) =
                    line.split_once(": ").map_or(("", line.as_str()), |(_, steps)| (&line[..line.len() - steps.len()], steps));
                steps.split("; ").map(|step| format!("{name}{step}")).collect::<Vec<_>>()
            };
            let portions: Vec<Vec<String>> = match random.u8(..3) {
                0 => vec![portion.to_vec()],
                1 => portion.iter().map(|line| vec![line.clone()]).collect(),
                _ => portion.iter().flat_map(by_step).map(|step| vec![step]).collect(),
            };
            for lines in portions {
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                let recorded = referee.record(&lines, Some(&round.first));
                let recorded = recorded.unwrap_or_else(|refusal| panic!("{lines:?}: {refusal:?}\n{}", referee.log().text()));
                referee = open::<G>(&recorded.log);
            }
        }
    }
    assert_eq!(referee.log().text(), draft.text(LogLayout::Plain));
    assert_same_state(&*referee, &*draft.open(LogLayout::Plain));
}
