//! Positions: a game taken up at a position goes on like the game from which the position was made.

use super::{
    log_draft::{LogDraft, LogLayout, canonical, open, places},
    random_game::{PlayStyle, RandomGame, TestableGame, count_act},
};
use crate::{
    log::{LineRef, Log, write_position},
    referee::{BuildInput, BuildTarget, Dispute, NewGame, OwnedFields, Referee, build_document, judge_as, start_as},
    table::{
        Act, FillChoice, GamePosition, PerPart, Players, Points, Progress, Seat, TableContext, UsualPosition as _, UsualTable,
    },
};
use fastrand::Rng;

fn texts(parts: &PerPart<String>) -> PerPart<&str> {
    PerPart { players: parts.players.iter().map(String::as_str).collect(), table: parts.table.as_deref() }
}

/// The game in which a position is taken up: a round with the same `first` has begun, after the same earlier rounds or none.
fn game_before<G: TestableGame>(table: &RandomGame<G>, with_earlier_rounds: bool) -> Option<G> {
    let mut game = G::new(table.context.players.count(), &table.context.setup);
    let round_start = table.acts.iter().rposition(|judged_act| matches!(judged_act.act, Act::BeginRound { .. }))?;
    let start = if with_earlier_rounds { 0 } else { round_start };
    table.acts[start..=round_start].iter().for_each(|judged_act| game.apply(&judged_act.act, &mut Vec::new()));
    Some(game)
}

/// A game built from the position of another game.
struct ResumedGame<G> {
    game: G,
    text: PerPart<String>,
}

/// Takes up a game at its position. Returns `None` if the game has no position at this moment.
fn take_up<G: TestableGame>(table: &RandomGame<G>, memory: bool, with_earlier_rounds: bool) -> Option<ResumedGame<G>> {
    let (context, mut game) = (&table.context, game_before(table, with_earlier_rounds)?);
    let position = G::Position::from_game(&table.game, memory)?;
    let text = position.write(&context.players);
    let parsed =
        G::Position::parse(&texts(&text), context).unwrap_or_else(|(part, error)| panic!("{part:?}: {error}\n{text:#?}"));
    assert_eq!(parsed.write(&context.players), text, "what is written is canonical");
    assert_eq!(game.check_position_due(), Ok(()), "{text:#?}\n{:#?}", table.game);
    let taken_up = parsed.to_game(&game, &context.players, &mut Vec::new());
    game = taken_up.unwrap_or_else(|error| panic!("{error:?}: {text:#?}\n{:#?}", table.game));
    count_act();
    assert!(game.balances(), "{text:#?}\n{game:#?}");
    let rendered = G::Position::from_game(&game, memory).map(|position| position.write(&context.players));
    assert_eq!(rendered.as_ref(), Some(&text), "what is taken up is what was written");
    assert_eq!(game.expects(), table.game.expects(), "{text:#?}");
    Some(ResumedGame { game, text })
}

/// Whether the range of `points` contains the range of `whole`, the points of the whole game.
fn contains(points: Points, whole: Points) -> bool {
    let ((least, most), (whole_least, whole_most)) = (points.range(), whole.range());
    least <= whole_least && whole_most <= most
}

fn assert_totals<G: TestableGame>(taken_up: &G, whole: &G, memory: bool, players: &Players, text: &PerPart<String>) {
    let (taken_up, whole) = (taken_up.score(players), whole.score(players));
    for (taken_up, whole) in taken_up.players.iter().zip(&whole.players) {
        let is_same = if memory { taken_up.total == whole.total } else { contains(taken_up.total, whole.total) };
        assert!(is_same, "{:?} is not {:?} of {}: {text:#?}", taken_up.total, whole.total, whole.name);
    }
    if memory {
        assert_eq!(taken_up.winners, whole.winners, "{text:#?}");
    }
}

fn is_over<G: TestableGame>(game: &G) -> bool {
    matches!(game.progress(), Progress::RoundOver(_) | Progress::GameOver)
}

/// Asserts that a legal game taken up at any moment goes on as before, with the real totals, or ranges that contain them.
pub(super) fn a_position_goes_on_as_its_game_does<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::Legal, random.usize(1..120));
    let (memory, with_earlier_rounds) = (random.bool(), random.bool());
    while !table.is_over() {
        if let Some(ResumedGame { mut game, text }) = take_up(&table, memory, with_earlier_rounds) {
            assert_totals(&game, &table.game, memory, &table.context.players, &text);
            for (seat, step) in table.game.legal_steps() {
                let act = Act::Step { actor: Some(seat), step };
                assert_eq!(game.judge(&act), Ok(()), "{act:?} is legal in the whole game\n{text:#?}");
            }
            while !table.is_over() {
                table.advance(PlayStyle::Legal);
                let act = &table.acts[table.acts.len() - 1].act;
                assert_eq!(game.judge(act), Ok(()), "{act:?}\nafter {text:#?}\n{game:#?}\nis not\n{:#?}", table.game);
                game.apply(act, &mut Vec::new());
                count_act();
                assert!(game.balances(), "after {act:?}");
                if !memory && is_over(&table.game) && !is_over(&game) {
                    // Something may still be done by what is known, until the next round begins: a Priest discarded an egg that may
                    // have been the only one that a Courier could give (EE-4.6).
                    game.apply(&Act::BeginRound { first: Seat::new(0) }, &mut Vec::new());
                    assert_totals(&game, &table.game, memory, &table.context.players, &text);
                    return;
                }
                assert_totals(&game, &table.game, memory, &table.context.players, &text);
            }
            // While a total is a range, it is unknown whether the game is won.
            if memory {
                assert_eq!(game.progress(), table.game.progress());
            } else {
                assert_eq!(is_over(&game), is_over(&table.game));
            }
            return;
        }
        table.advance(PlayStyle::Legal);
    }
}

/// Asserts that any position of any game can be rendered, parsed and taken up again, even after an overruled step.
pub(super) fn a_position_is_read_as_it_was_written<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let style = PlayStyle::seeded(seed);
    for nth in 0..120 {
        if table.is_over() {
            return;
        }
        table.advance(style);
        take_up(&table, nth % 2 == 0, nth % 3 == 0);
    }
}

/// Asserts that a randomly changed position is refused with a reason, or taken up.
pub(super) fn a_changed_position_is_refused_or_taken_up<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::seeded(seed), random.usize(1..150));
    let position = loop {
        match G::Position::from_game(&table.game, random.bool()) {
            Some(position) => break position,
            None if table.is_over() => return,
            None => table.advance(PlayStyle::Legal),
        }
    };
    let (context, Some(base)) = (&table.context, game_before(&table, random.bool())) else { return };
    for _ in 0..40 {
        let mut parts = position.write(&context.players);
        for _ in 0..random.usize(1..4) {
            change_part(&mut parts, &mut random);
        }
        assert_taken_up_or_refused(&base, &parts, context, &mut random);
    }
}

fn assert_taken_up_or_refused<G: TestableGame>(
    base: &G,
    parts: &PerPart<String>,
    context: &TableContext<G::Setup>,
    random: &mut Rng,
) {
    let parsed = match G::Position::parse(&texts(parts), context) {
        Ok(parsed) => parsed,
        Err((part, error)) => {
            let text = texts(parts).get(part).map_or(0, |text| text.len());
            assert!(!error.problem.is_empty() && error.range.end <= text, "{error:?} of {parts:#?}");
            return;
        }
    };
    let parsed_again = G::Position::parse(&texts(&parsed.write(&context.players)), context);
    assert_eq!(parsed_again.as_ref().ok(), Some(&parsed), "what is written is read again: {parts:#?}");
    let mut game = base.clone();
    let steps: Vec<_> = (0..2).filter_map(|_| super::notation::any_settled(random, &game, context)).collect();
    if let Ok(UsualTable { position: Some(usual), .. }) = parsed.usual(&game, &steps, FillChoice::First, &context.players) {
        parsed.unstated(&usual, &game, &steps, &context.players);
    }
    match parsed.to_game(&game, &context.players, &mut Vec::new()) {
        Ok(taken_up) => game = taken_up,
        Err(error) => return assert!(!error.text.is_empty() && G::book().clause(error.clause).is_some(), "{error:?}"),
    }
    assert!(game.balances(), "{parts:#?}\n{game:#?}");
    let (_, _, _) = (game.zones(context), game.state(&context.players), game.score(&context.players));
    for (actor, step) in steps {
        let act = Act::Step { actor, step };
        if let Err(fault) = game.judge(&act) {
            game.explain(&act, fault, context);
        }
        if game.check_possible(&act).is_ok() {
            game.apply(&act, &mut Vec::new());
            assert!(game.balances(), "{act:?}\n{parts:#?}\n{game:#?}");
        }
    }
    game.legal_steps();
}

/// Changes the text of one part: removes, shuffles, adds or clears words, or changes a number.
fn change_part(parts: &mut PerPart<String>, random: &mut Rng) {
    let count = parts.players.len() + usize::from(parts.table.is_some());
    let (nth, other_nth) = (random.usize(..count), random.usize(..count));
    let text_of = |parts: &PerPart<String>, nth: usize| match parts.players.get(nth) {
        Some(text) => text.clone(),
        None => parts.table.clone().unwrap_or_default(),
    };
    let (mut text, other_text) = (text_of(parts, nth), text_of(parts, other_nth));
    // Split into pieces, words or characters.
    let separator = ["; ", " ", ""][random.usize(..3)];
    let split = |text: &str| text.split(separator).map(str::to_owned).collect::<Vec<_>>();
    let (mut words, mut other_words) = (split(&text), split(&other_text));
    match random.u8(..9) {
        // Remove a word, or change the order.
        0 | 1 => drop(words.remove(random.usize(..words.len()))),
        2 => random.shuffle(&mut words),
        // Add a word of any part, or of none.
        3 | 4 => {
            other_words.extend([";", "|", "+", "-", "7", "é", "=", ",", "!"].map(str::to_owned));
            words.insert(random.usize(..=words.len()), other_words.swap_remove(random.usize(..other_words.len())));
        }
        // Change a number.
        5..8 => {
            let is_number = |text: &String| text.trim_start_matches('+').parse::<i32>().is_ok();
            if let Some(word) = random.choice(words.iter_mut().filter(|text| is_number(text)).collect::<Vec<_>>()) {
                let number = [-1, 0, 1, 2, 3, 5, 13, 40, 255, 256, 9_999, 70_000][random.usize(..12)];
                *word = format!("{}{number}", if word.starts_with('+') { "+" } else { "" });
            }
        }
        _ => words.clear(),
    }
    text = words.join(separator);
    match parts.players.get_mut(nth) {
        Some(part) => *part = text,
        None => parts.table = Some(text).filter(|_| random.u8(..8) > 0),
    }
}

/// Asserts that a position is converted to fields and back to the same text. Without memory, each card must be in a field.
fn assert_built_from_fields(referee: &dyn Referee, parts: &[String], memory: bool) {
    let build =
        |input| build_document(referee, BuildTarget::Position, &input).unwrap_or_else(|refusal| panic!("{refusal}\n{parts:#?}"));
    let mut document = build(BuildInput::Texts(parts.to_vec()));
    let fields = document["laid"].take();
    let unplaced: Vec<_> =
        fields.as_array().into_iter().flatten().map(|part| &part["also"]).filter(|also| **also != "").collect();
    assert!(memory || unplaced.is_empty(), "{unplaced:?} has no place: {parts:#?}");
    let fields: Vec<OwnedFields> = serde_json::from_value(fields).expect("what was said");
    assert_eq!(build(BuildInput::Fields(fields))["parts"], serde_json::json!(parts), "the places hold what is said");
}

/// Asserts that a log of a position and the further lines of the original log has no findings, and the original totals.
pub(super) fn a_log_goes_on_from_a_position<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let table = RandomGame::<G>::play_out(seed, PlayStyle::Legal);
    let draft = LogDraft::of(&table, &table.acts);
    let (whole, memory) = (draft.open(LogLayout::Plain), random.bool());
    let line_refs = places(whole.log());
    for _ in 0..20 {
        let line_ref = *random.choice(&line_refs).expect("a line");
        let referee_before = whole.before_line(line_ref).expect("a line of the log");
        let Some(stated) = referee_before.position(memory).filter(|stated| stated.at == line_ref && !stated.is_earlier) else {
            continue;
        };
        assert_built_from_fields(&*referee_before, &stated.parts, memory);
        let (round, line) = (line_ref.round as usize - 1, line_ref.line as usize - 1);
        let first = draft.rounds[round].first.clone();
        let new = NewGame { first: Some(first), ..draft.new.clone() };
        let mut log = Log::parse(start_as::<G>(&new).expect("it can be set up")).expect("a log");
        let position = write_position(&stated.parts);
        // While totals are ranges, it is unknown who begins the next round, or whether there is one.
        let rounds = if memory { &draft.rounds[round..] } else { &draft.rounds[round..=round] };
        for (nth, round_draft) in rounds.iter().enumerate() {
            let start = if nth == 0 { line } else { 0 };
            let position_line = (nth == 0).then_some(position.as_str());
            let lines: Vec<&str> =
                position_line.into_iter().chain(round_draft.lines[start..].iter().map(String::as_str)).collect();
            let recorded =
                open::<G>(&log).record(&lines, (nth > 0).then_some(&round_draft.first)).map_err(|refusal| refusal.to_string());
            log = recorded.unwrap_or_else(|refusal| panic!("{refusal}\n{position}\n{}", log.text())).log;
        }
        let mut referee = open::<G>(&log);
        assert!(referee.findings().is_empty(), "{:#?}\n{}", referee.findings(), log.text());
        if !memory && referee.progress() == Progress::Underway {
            // As above: nothing is left but to say that nobody does it.
            let end = referee.expects().into_iter().find(|expected| expected.actor.is_none()).expect("a step of the table");
            referee = open::<G>(&referee.record(&end.verbs, None).expect("the round ends").log);
        }
        let until = LineRef::new(line_ref.round + 1, 1);
        let whole = if memory || round + 1 == draft.rounds.len() {
            &whole
        } else {
            &whole.before_line(until).expect("a round of the log")
        };
        if memory {
            assert_eq!(referee.progress(), whole.progress(), "{}", log.text());
        }
        assert_eq!(referee.canonical().expect("a log").text(), canonical(&log).text(), "what is recorded is canonical");
        let (sheet, expected) = (referee.sheet(), whole.sheet());
        for (player, whole_player) in sheet.players.iter().zip(&expected.players) {
            let (total, whole_total) = (player.total, whole_player.total);
            let is_same = if memory { total == whole_total } else { contains(total, whole_total) };
            assert!(is_same, "{total:?} is not {whole_total:?}\n{}", log.text());
        }
        return;
    }
}

/// Asserts that a dispute without a line lists the same legal steps as the log of its position, if the position has memory.
/// Without memory, it lists at least those steps.
pub(super) fn what_may_be_done_is_listed_alike_without_a_log<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::Legal, random.usize(..150));
    while !table.is_over() {
        let draft = LogDraft::of(&table, &table.acts);
        let whole = draft.open(LogLayout::Plain);
        let position = |memory| whole.position(memory).filter(|position| !position.is_earlier);
        if let (Some(remembered), Some(visible)) = (position(true), position(false)) {
            count_act();
            let round = draft.rounds.last().expect("one is played");
            let new = NewGame { first: Some(round.first.clone()), ..draft.new.clone() };
            let judge = |parts: &[String]| {
                let dispute = Dispute { new: new.clone(), texts: parts.to_vec() };
                judge_as::<G>(&dispute).unwrap_or_else(|refusal| panic!("{refusal}\n{parts:#?}"))
            };
            let list_steps = |referee: &dyn Referee| {
                let steps = referee.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step));
                steps.collect::<Vec<_>>()
            };
            let steps_in_log = list_steps(&*whole);
            let result = judge(&remembered.parts);
            assert_eq!(result.table.expects(), whole.expects(), "{:#?}", remembered.parts);
            assert_eq!(list_steps(&*result.table), steps_in_log, "{:#?}\n{}", remembered.parts, whole.log().text());
            let steps_without_memory = list_steps(&*judge(&visible.parts).table);
            let missing: Vec<_> = steps_in_log.iter().filter(|step| !steps_without_memory.contains(step)).collect();
            assert!(missing.is_empty(), "{missing:?} of {steps_in_log:?}\n{:#?}\n{}", visible.parts, whole.log().text());
            return;
        }
        table.advance(PlayStyle::Legal);
    }
}
