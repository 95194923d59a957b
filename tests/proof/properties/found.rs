//! What random games have found, each kept as a case.

use fowlplay::{
    deal::Dealer as _,
    games::emu_ranchers::EmuRanchers,
    log::Log,
    referee::{self, Referee, Refusal},
    table::{Act, Apply as _, Game as _, RuleSettings, Seat, Tallying as _},
};
use jiff::Timestamp;

const HEAD: &str = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n";

/// A year that Ada begins, with these lines and whatever else stands in the log.
fn year(lines: &[&str], rest: &str) -> Box<dyn Referee> {
    let moves: String = lines.iter().flat_map(|line| ["  \"", *line, "\",\n"]).collect();
    open(&Log::parse(format!("{HEAD}[[round]]\nfirst = \"Ada\"\nmoves = [\n{moves}]\n{rest}")).expect("a log"))
}

fn open(log: &Log) -> Box<dyn Referee> {
    referee::open(log.clone()).expect("a log that can be read")
}

/// The last word was thought to begin one byte after the white space before it, which may be three bytes long.
#[test]
fn a_word_after_wide_white_space_is_completed() {
    let referee = year(&[], "");
    assert_eq!(referee.complete("Ada: hatch 7SK;\u{3000}dr").0, "Ada: hatch 7SK;\u{3000}".len());
    assert_eq!(referee.complete("\u{2028}").0, 3);
    assert_eq!(referee.complete("Ada:\u{a0}ha"), (6, vec!["hatch".to_owned()]));
}

/// A tally before the first year (which no log can hold) left its birds in that year.
#[test]
fn a_year_begins_without_birds_whatever_was_before() {
    let rules = RuleSettings::defaults(EmuRanchers::book());
    let setup = EmuRanchers::setup(2, &rules, &[]).expect("a table for two");
    let mut game = EmuRanchers::new(2, &setup);
    game.apply(&Act::Tally(EmuRanchers::parse_tally(&["7SK 9LK", ""], &setup).expect("birds")), &mut Vec::new());
    game.apply(&Act::BeginRound { first: Seat::new(1) }, &mut Vec::new());
    assert!(game.balances());
}

/// A step that was let stand after the last year's tally was written before it, and judged there on the next replay: as legal,
/// or as impossible, which halted the log.
#[test]
fn nothing_is_let_stand_after_a_tally_that_ends_the_game() {
    let counted = year(&["Ada: hatch 7SK; draw"], "tally = [\"Ada: 7SK | 9LK\", \"Bo:\"]\n");
    let counted = counted.change_rules(&[("years".to_owned(), "1".to_owned())]).expect("one year").log;
    let referee = open(&counted);
    assert!(matches!(referee.record(&["Ada: grow 2 CK"], None), Err(Refusal::Foul { .. })), "TB-7");
    for line in ["Ada: grow 2 CK ! agreed", "Bo: hatch 6SY ! agreed"] {
        let Err(Refusal::Ended { why, command }) = referee.record(&[line], None) else { panic!("`{line}` was recorded") };
        assert!(command.contains("`amend FILE -1.tally`"), "{why}: {command}");
    }
    assert!(referee.record(&["note a fine game"], None).is_ok());
}

/// A step that joined the last line after an undo left the log as long as it was, and redo went on as if nothing had happened.
#[test]
fn what_is_recorded_after_an_undo_stands_on_its_own_line() {
    let referee = year(&["Ada: hatch 7SK", "note rain", "Ada: draw"], "");
    let (undone, _) = referee.log().undo(2, Timestamp::UNIX_EPOCH).expect("two lines");
    assert!(undone.can_redo());
    let drawn = open(&undone).record(&["draw"], None).expect("a draw is due").log;
    assert_eq!(drawn.rounds()[0].lines.len(), 2);
    assert!(!drawn.can_redo() && drawn.redo(Timestamp::UNIX_EPOCH).is_err());
    let joined = year(&["Ada: hatch 7SK"], "").record(&["draw"], None).expect("a draw is due").log;
    assert_eq!(joined.rounds()[0].lines.len(), 1, "with nothing undone it joins");
}

/// Only the refused step itself was offered to `overrule`; those typed before it on the line were lost.
#[test]
fn overruling_a_step_records_the_steps_typed_before_it() {
    let referee = year(&["Ada: discard 9LK; draw", "Bo: discard 2SY; draw"], "");
    let Err(Refusal::Foul { line, step, .. }) = referee.record(&["h 7s; t 9l"], None) else { panic!("not on top") };
    assert_eq!((line.as_str(), step.as_str()), ("Ada: hatch 7SK; take 9LK", "take 9LK"));
    let recorded = referee.record(&[&format!("{line} ! agreed")], None).expect("it is possible");
    assert_eq!(recorded.recorded_steps().len(), 2);
    assert!(recorded.log.text().contains("  \"Ada: hatch 7SK; take 9LK ! agreed\",\n"), "{}", recorded.log.text());

    let referee = year(&["Ada: discard 9LK; draw", "Bo: discard 2SY; draw", "Ada: hatch 7SK"], "");
    let Err(Refusal::Foul { line, .. }) = referee.record(&["draw; h 6sy; t 9l; h 5w"], None) else { panic!("not on top") };
    assert_eq!(line, "draw; h 6sy; t 9l; h 5w", "steps of both players");
    let recorded = referee.record(&[&format!("{line} ! agreed")], None).expect("it is possible");
    assert!(recorded.log.text().contains("  \"Bo: hatch 6SY; take 9LK ! agreed\",\n"), "{}", recorded.log.text());
}

/// Whether a line can be brought back was asked of the round before, which may be closed by its tally.
#[test]
fn a_round_taken_back_after_a_tally_can_be_brought_back() {
    let referee = year(&[], "tally = [\"Ada: 7SK\", \"Bo:\"]\n\n[[round]]\nfirst = \"Bo\"\nmoves = [\"Bo: hatch 9LK\"]\n");
    let (undone, _) = referee.log().undo(1, Timestamp::UNIX_EPOCH).expect("a line");
    assert_eq!(undone.rounds().len(), 1);
    assert!(undone.can_redo());
    let (redone, _) = undone.redo(Timestamp::UNIX_EPOCH).expect("it was taken back");
    assert_eq!(redone.rounds().len(), 2);
}

/// A note without a text stood before another step, and was lost when that was overruled.
#[test]
fn a_note_says_something() {
    let referee = year(&["Ada: hatch 7SK"], "");
    for line in ["note", "Ada: note; draw", "draw; note "] {
        let Err(Refusal::Unparsed { problem, .. }) = referee.record(&[line], None) else { panic!("`{line}` was recorded") };
        assert_eq!(problem, "this note is empty");
    }
}

/// Who was asked for would have had to do what stands before it in the line as well.
#[test]
fn a_line_goes_on_as_its_players_or_says_that_it_can_t() {
    let referee = year(&["Ada: hatch 7SK; draw"], "");
    let tried = referee.try_line("hatch 9LK; shows 8WL").expect("a whole line of Bo's");
    assert_eq!(tried.iter().map(|(step, _)| step.as_str()).collect::<Vec<_>>(), ["hatch 9LK", "shows 8WL"]);
    let recorded = referee.record(&["hatch 9LK; shows 8WL"], None).expect("a whole line of Bo's");
    assert_eq!(recorded.log.line(recorded.log.end()).expect("recorded").text.as_str(), "Bo: hatch 9LK; shows 8WL");
    let eggs = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n";
    let referee = open(&Log::parse(format!("{eggs}[[round]]\nfirst = \"Ada\"\nmoves = []\n")).expect("a log"));
    for refused in [referee.try_line("reveal 3 4; play 3").map(|_| ()), referee.record(&["reveal 3 4; play 3"], None).map(|_| ())]
    {
        let Err(Refusal::Unparsed { problem, range, .. }) = refused else { panic!("{refused:?}") };
        assert_eq!((problem.as_str(), range), ("name the player who does this", 12..18));
    }
    assert!(referee.try_line("reveal 4 3; 3 4 5").is_ok(), "all at once, in their order");
}
