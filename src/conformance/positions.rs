//! Positions: a position is the game from which it was taken, as far as it states that game.

use super::{
    log_draft::{LogDraft, LogLayout, laid_out, open, places},
    random_game::{PlayStyle, RandomGame, TestableGame, count_act},
};
use crate::{
    log::{LineRef, Log, write_position},
    referee::{BuildInput, BuildTarget, Dispute, NewGame, OwnedFields, Referee, build_document, judge_as, start_as},
    table::{Act, FillChoice, GamePosition, PerPart, Players, Points, Progress, TableContext},
};
use fastrand::Rng;

fn texts(written: &PerPart<String>) -> PerPart<&str> {
    PerPart { players: written.players.iter().map(String::as_str).collect(), table: written.table.as_deref() }
}

/// A game before a position: the table with the same earlier rounds and the same `first` player, or a table without earlier rounds.
fn before<G: TestableGame>(table: &RandomGame<G>, with_earlier: bool) -> Option<G> {
    let mut game = G::new(table.header.players.count(), &table.header.setup);
    let begun = table.done.iter().rposition(|done| matches!(done.act, Act::BeginRound { .. }))?;
    let from = if with_earlier { 0 } else { begun };
    table.done[from..=begun].iter().for_each(|done| game.apply(&done.act, &mut Vec::new()));
    Some(game)
}

/// A game built from the position of another, which then goes on the same way.
struct ResumedGame<G> {
    game: G,
    text: PerPart<String>,
}

/// Takes up a game at its position. Returns `None` if no position can stand there.
fn take_up<G: TestableGame>(table: &RandomGame<G>, memory: bool, with_earlier: bool) -> Option<ResumedGame<G>> {
    let (header, mut game) = (&table.header, before(table, with_earlier)?);
    let position = G::Position::from_game(&table.game, memory)?;
    let text = position.write(&header.players);
    let read = G::Position::parse(&texts(&text), header).unwrap_or_else(|(part, error)| panic!("{part:?}: {error}\n{text:#?}"));
    assert_eq!(read.write(&header.players), text, "what is written is canonical");
    assert_eq!(game.check_position_due(), Ok(()), "{text:#?}\n{:#?}", table.game);
    let taken_up = read.to_game(&game, &header.players, &mut Vec::new());
    game = taken_up.unwrap_or_else(|error| panic!("{error:?}: {text:#?}\n{:#?}", table.game));
    count_act();
    assert!(game.balances(), "{text:#?}\n{game:#?}");
    let again = G::Position::from_game(&game, memory).map(|position| position.write(&header.players));
    assert_eq!(again.as_ref(), Some(&text), "what is taken up is what was written");
    assert_eq!(game.expects(), table.game.expects(), "{text:#?}");
    Some(ResumedGame { game, text })
}

/// Whether points equal those of the whole game, or are a range that contains them.
fn hold(points: Points, whole: Points) -> bool {
    let ((least, most), (from, to)) = (points.range(), whole.range());
    least <= from && to <= most
}

fn has_the_totals<G: TestableGame>(taken: &G, whole: &G, memory: bool, players: &Players, text: &PerPart<String>) {
    let (taken, whole) = (taken.score(players), whole.score(players));
    for (taken, whole) in taken.players.iter().zip(&whole.players) {
        let same = if memory { taken.total == whole.total } else { hold(taken.total, whole.total) };
        assert!(same, "{:?} is not {:?} of {}: {text:#?}", taken.total, whole.total, whole.name);
    }
    if memory {
        assert_eq!(taken.winners, whole.winners, "{text:#?}");
    }
}

/// Asserts that a legal game taken up at any moment goes on as before, with the real totals, or ranges that contain them.
pub(super) fn a_position_goes_on_as_its_game_does<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::Legally, random.usize(1..120));
    let (memory, with_earlier) = (random.bool(), random.bool());
    while !table.is_over() {
        if let Some(ResumedGame { mut game, text }) = take_up(&table, memory, with_earlier) {
            has_the_totals(&game, &table.game, memory, &table.header.players, &text);
            for (seat, step) in table.game.legal_steps() {
                let act = Act::Step { actor: Some(seat), step };
                assert_eq!(game.judge(&act), Ok(()), "{act:?} is legal in the whole game\n{text:#?}");
            }
            while !table.is_over() {
                table.advance(PlayStyle::Legally);
                let act = &table.done[table.done.len() - 1].act;
                assert_eq!(game.judge(act), Ok(()), "{act:?}\nafter {text:#?}\n{game:#?}\nis not\n{:#?}", table.game);
                game.apply(act, &mut Vec::new());
                count_act();
                assert!(game.balances(), "after {act:?}");
                has_the_totals(&game, &table.game, memory, &table.header.players, &text);
            }
            // While a total is a range, it is unknown whether the game is won.
            let is_over = |game: &G| matches!(game.progress(), Progress::RoundOver(_) | Progress::GameOver);
            if memory {
                assert_eq!(game.progress(), table.game.progress());
            } else {
                assert_eq!(is_over(&game), is_over(&table.game));
            }
            return;
        }
        table.advance(PlayStyle::Legally);
    }
}

/// Asserts that any position of any game can be rendered, parsed and taken up again, even after an overruled step.
pub(super) fn a_position_is_read_as_it_was_written<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    let play = PlayStyle::seeded(seed);
    for nth in 0..120 {
        if table.is_over() {
            return;
        }
        table.advance(play);
        take_up(&table, nth % 2 == 0, nth % 3 == 0);
    }
}

/// A written position with something changed is refused with a reason, or taken up; never more.
pub(super) fn a_changed_position_is_refused_or_taken_up<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::seeded(seed), random.usize(1..150));
    let position = loop {
        match G::Position::from_game(&table.game, random.bool()) {
            Some(position) => break position,
            None if table.is_over() => return,
            None => table.advance(PlayStyle::Legally),
        }
    };
    let (header, Some(base)) = (&table.header, before(&table, random.bool())) else { return };
    for _ in 0..40 {
        let mut written = position.write(&header.players);
        for _ in 0..random.usize(1..4) {
            change(&mut written, &mut random);
        }
        taken_or_refused(&base, &written, header, &mut random);
    }
}

fn taken_or_refused<G: TestableGame>(base: &G, written: &PerPart<String>, header: &TableContext<G::Setup>, random: &mut Rng) {
    let read = match G::Position::parse(&texts(written), header) {
        Ok(read) => read,
        Err((part, error)) => {
            let text = texts(written).get(part).map_or(0, |text| text.len());
            assert!(!error.problem.is_empty() && error.range.end <= text, "{error:?} of {written:#?}");
            return;
        }
    };
    let again = G::Position::parse(&texts(&read.write(&header.players)), header);
    assert_eq!(again.as_ref().ok(), Some(&read), "what is written is read again: {written:#?}");
    let mut game = base.clone();
    let steps: Vec<_> = (0..2).filter_map(|_| super::notation::any_settled(random, &game, header)).collect();
    let _ = (read.usual(&game, &steps, FillChoice::First, &header.players), read.unstated(&game, &steps, &header.players));
    match read.to_game(&game, &header.players, &mut Vec::new()) {
        Ok(taken_up) => game = taken_up,
        Err(error) => return assert!(!error.text.is_empty() && G::book().clause(error.clause).is_some(), "{error:?}"),
    }
    assert!(game.balances(), "{written:#?}\n{game:#?}");
    let (_, _, _) = (game.zones(header), game.state(&header.players), game.score(&header.players));
    for (actor, step) in steps {
        let act = Act::Step { actor, step };
        if let Err(fault) = game.judge(&act) {
            game.explain(&act, fault, header);
        }
        if game.check_possible(&act).is_ok() {
            game.apply(&act, &mut Vec::new());
            assert!(game.balances(), "{act:?}\n{written:#?}\n{game:#?}");
        }
    }
    game.legal_steps();
}

fn change(written: &mut PerPart<String>, random: &mut Rng) {
    let parts = written.players.len() + usize::from(written.table.is_some());
    let (one, other) = (random.usize(..parts), random.usize(..parts));
    let get = |written: &PerPart<String>, nth: usize| match written.players.get(nth) {
        Some(text) => text.clone(),
        None => written.table.clone().unwrap_or_default(),
    };
    let (mut text, beside) = (get(written, one), get(written, other));
    // Pieces, words or characters.
    let between = ["; ", " ", ""][random.usize(..3)];
    let parts = |text: &str| text.split(between).map(str::to_owned).collect::<Vec<_>>();
    let (mut left, mut others) = (parts(&text), parts(&beside));
    match random.u8(..9) {
        // Remove a word, or change the order.
        0 | 1 => drop(left.remove(random.usize(..left.len()))),
        2 => random.shuffle(&mut left),
        // Add a word, also of another part, or of no part.
        3 | 4 => {
            others.extend([";", "|", "+", "-", "7", "é", "=", ",", "!"].map(str::to_owned));
            left.insert(random.usize(..=left.len()), others.swap_remove(random.usize(..others.len())));
        }
        // Change a number.
        5..8 => {
            let is_number = |text: &String| text.trim_start_matches('+').parse::<i32>().is_ok();
            if let Some(word) = random.choice(left.iter_mut().filter(|text| is_number(text)).collect::<Vec<_>>()) {
                let number = [-1, 0, 1, 2, 3, 5, 13, 40, 255, 256, 9_999, 70_000][random.usize(..12)];
                *word = format!("{}{number}", if word.starts_with('+') { "+" } else { "" });
            }
        }
        _ => left.clear(),
    }
    text = left.join(between);
    match written.players.get_mut(one) {
        Some(player) => *player = text,
        None => written.table = Some(text).filter(|_| random.u8(..8) > 0),
    }
}

/// Asserts that a position converts to fields and back to the same text. Everything that lies open has a field.
fn is_built_from_its_places(table: &dyn Referee, parts: &[String], memory: bool) {
    let built =
        |saying| build_document(table, BuildTarget::Position, &saying).unwrap_or_else(|refusal| panic!("{refusal}\n{parts:#?}"));
    let mut document = built(BuildInput::Parts(parts.to_vec()));
    let places = document["laid"].take();
    let left: Vec<_> = places.as_array().into_iter().flatten().map(|part| &part["also"]).filter(|also| **also != "").collect();
    assert!(memory || left.is_empty(), "{left:?} has no place: {parts:#?}");
    let places: Vec<OwnedFields> = serde_json::from_value(places).expect("what was said");
    assert_eq!(built(BuildInput::Laid(places))["parts"], serde_json::json!(parts), "the places hold what is said");
}

/// Asserts that a log from another's position, with its further lines, has no more findings and the same totals.
pub(super) fn a_log_goes_on_from_a_position<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let table = RandomGame::<G>::play_out(seed, PlayStyle::Legally);
    let written = LogDraft::of(&table, &table.done);
    let (whole, memory) = (written.open(LogLayout::Plain), random.bool());
    let places = places(whole.log());
    for _ in 0..20 {
        let place = *random.choice(&places).expect("a line");
        let before = whole.before_line(place).expect("a line of the log");
        let Some(standing) = before.position(memory).filter(|standing| standing.at == place && !standing.is_earlier) else {
            continue;
        };
        is_built_from_its_places(&*before, &standing.parts, memory);
        let (round, line) = (place.round as usize - 1, place.line as usize - 1);
        let first = written.rounds[round].first.clone();
        let new = NewGame { first: Some(first), ..written.new.clone() };
        let mut log = Log::parse(start_as::<G>(&new).expect("it can be set up")).expect("a log");
        let position = write_position(&standing.parts);
        // While totals are ranges, it is unknown who begins the next round, or whether there is one.
        let rounds = if memory { &written.rounds[round..] } else { &written.rounds[round..=round] };
        for (nth, of) in rounds.iter().enumerate() {
            let from = if nth == 0 { line } else { 0 };
            let begins = (nth == 0).then_some(position.as_str());
            let lines: Vec<&str> = begins.into_iter().chain(of.lines[from..].iter().map(String::as_str)).collect();
            let recorded = open::<G>(&log).record(&lines, (nth > 0).then_some(&of.first)).map_err(|refusal| refusal.to_string());
            log = recorded.unwrap_or_else(|refusal| panic!("{refusal}\n{position}\n{}", log.text())).log;
        }
        let referee = open::<G>(&log);
        assert!(referee.findings().is_empty(), "{:#?}\n{}", referee.findings(), log.text());
        let until = LineRef::new(place.round + 1, 1);
        let whole = if memory || round + 1 == written.rounds.len() {
            &whole
        } else {
            &whole.before_line(until).expect("a round of the log")
        };
        if memory {
            assert_eq!(referee.progress(), whole.progress(), "{}", log.text());
        }
        assert_eq!(referee.canonical().expect("a log").text(), laid_out(&log).text(), "what is recorded is canonical");
        let (sheet, of_whole) = (referee.sheet(), whole.sheet());
        for (one, other) in sheet.players.iter().zip(&of_whole.players) {
            let is_same = if memory { one.total == other.total } else { hold(one.total, other.total) };
            assert!(is_same, "{:?} is not {:?}\n{}", one.total, other.total, log.text());
        }
        return;
    }
}

/// Asserts that a dispute without a line lists the same legal steps as the log of its position, if the position has all memory. A
/// position with less memory lists at least those steps.
pub(super) fn what_may_be_done_is_listed_alike_without_a_log<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut table = RandomGame::<G>::play_some(seed, PlayStyle::Legally, random.usize(..150));
    while !table.is_over() {
        let written = LogDraft::of(&table, &table.done);
        let whole = written.open(LogLayout::Plain);
        let standing = |memory| whole.position(memory).filter(|standing| !standing.is_earlier);
        if let (Some(remembered), Some(as_it_lies)) = (standing(true), standing(false)) {
            count_act();
            let round = written.rounds.last().expect("one is played");
            let new = NewGame { first: Some(round.first.clone()), ..written.new.clone() };
            let judge = |parts: &[String]| {
                let dispute = Dispute { new: new.clone(), texts: parts.to_vec() };
                judge_as::<G>(&dispute).unwrap_or_else(|refusal| panic!("{refusal}\n{parts:#?}"))
            };
            let listed = |table: &dyn Referee| {
                let steps = table.legal_steps().into_iter().map(|offer| format!("{}: {}", offer.actor, offer.step));
                steps.collect::<Vec<_>>()
            };
            let in_log = listed(&*whole);
            let judged = judge(&remembered.parts);
            assert_eq!(judged.table.expects(), whole.expects(), "{:#?}", remembered.parts);
            assert_eq!(listed(&*judged.table), in_log, "{:#?}\n{}", remembered.parts, whole.log().text());
            let forgetful = listed(&*judge(&as_it_lies.parts).table);
            let missing: Vec<_> = in_log.iter().filter(|step| !forgetful.contains(step)).collect();
            assert!(missing.is_empty(), "{missing:?} of {in_log:?}\n{:#?}\n{}", as_it_lies.parts, whole.log().text());
            return;
        }
        table.advance(PlayStyle::Legally);
    }
}
