//! Positions in a log: read, recorded, amended, undone, written canonically.

use crate::archive::tabled::{rows_agree, rows_of};
use fowlplay::{
    archive::ExportTable,
    log::{LineRef, Log, is_position, now},
    referee::{self, Edit, Referee, Refusal},
};

const HEAD: &str = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n";

/// Taken up in Bo's turn: twelve cards are captured, four lie there.
const LINES: &str = "moves = [\n  { position = [\"ada:9; Last\", \"Bo: 3\", \"table: crown of moons 4MS 7SK 9LK\"] }, # late\n  \"Bo: capture 4 with 5SW 9WY\",\n]\n";

fn open(lines: &str) -> Box<dyn Referee> {
    let text = format!("{HEAD}{lines}");
    referee::open(Log::parse(text).expect("a log")).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_log_begins_with_a_position_and_goes_on() {
    let table = open(LINES);
    assert!(table.findings().is_empty(), "{:#?}", table.findings());
    let line = &table.log().rounds()[0].lines[0];
    assert!(is_position(&line.text), "{}", line.text);
    assert_eq!(table.steps(), 2);
    let why = table.explain(Some(LineRef::new(1, 1))).expect("a line");
    assert_eq!(why.steps[0].description, "the table as it lies");
}

#[test]
fn it_is_written_canonically_and_its_comment_stays() {
    let canonical = open(LINES).canonical().expect("a log");
    let line = "  { position = [\"Ada: 9; last\", \"Bo: 3\", \"table: 4MS 7SK 9LK CM\"] }, # late\n";
    assert!(canonical.text().contains(line), "{}", canonical.text());
}

#[test]
fn what_cannot_be_read_is_told_where_it_stands() {
    let error = |lines: &str| {
        let log = Log::parse(format!("{HEAD}{lines}"));
        let error = log.and_then(|log| referee::open(log).map(drop)).expect_err("it can't be read");
        (error.line, error.column, error.text)
    };
    let wrong = error("moves = [\n  { position = [\"Ada: 9; hand x\", \"Bo: 3\", \"table: 4MS\"] },\n]\n");
    assert_eq!((wrong.0, wrong.1, wrong.2.as_str()), (8, 31, "x"));
    let no_name = error("moves = [{ position = [\"Cy: 9\", \"Bo: 3\"] }]\n");
    assert_eq!((no_name.1, no_name.2.as_str()), (25, "Cy"));
    assert_eq!(error("moves = [{ positions = [\"Ada: 9\"] }]\n").2, "positions");
    assert_eq!(error("moves = [{ position = \"Ada: 9\" }]\n").0, 7);
    assert_eq!(error("moves = [{ position = [] }]\n").0, 7);
}

#[test]
fn what_lies_there_is_no_finding_and_a_reason_is_no_piece() {
    let lines =
        |reason: &str| LINES.replace("Bo: 3\"", &format!("Bo: 3; hand 3{reason}\"")).replace("table: ", "table: deck 15; ");
    let table = open(&lines(""));
    assert!(table.findings().is_empty(), "{:?}", table.findings());
    let text = format!("{HEAD}{}", lines(" ! a card fell"));
    assert!(Log::parse(text).and_then(|log| referee::open(log).map(drop)).is_err());
}

#[test]
fn it_is_recorded_undone_and_brought_back() {
    let line = "position \"Ada: 9; last\" \"Bo: 3\" \"table: 4MS 7SK 9LK CM\"";
    let tried = open("moves = []\n").try_line(line).expect("it can be read");
    assert_eq!(tried.iter().map(|(text, verdict)| (&**text, verdict.kind)).collect::<Vec<_>>(), [(line, None)]);
    let recorded = open("moves = []\n").record(&[line, "Bo: capture 4 with 5SW 9WY"], None).expect("legal");
    let told = recorded.recorded_steps().next().map(|entered| entered.description);
    assert_eq!(told.as_deref(), Some("the table as it lies"));
    let recorded = recorded.log;
    assert!(
        recorded.text().contains("{ position = [\"Ada: 9; last\", \"Bo: 3\", \"table: 4MS 7SK 9LK CM\"] },\n  \"Bo: capture")
    );
    let (undone, _) = recorded.undo(2, now()).expect("two lines");
    assert!(undone.rounds()[0].lines.is_empty() && undone.text().contains("was = [\"Ada: 9; last\", "), "{}", undone.text());
    let (again, _) = undone.redo(now()).expect("two lines");
    assert_eq!(again.rounds()[0].lines.len(), 2, "{}", again.text());
    assert_eq!(again.rounds()[0].lines[0].text.as_str(), line);
}

#[test]
fn it_is_amended_like_any_line() {
    let table = open(LINES);
    let at = LineRef::new(1, 1);
    let edit = |text: &str| table.amend(&[Edit::Replace(at, text.into())], None);
    let amended = edit("position \"Ada: 3\" \"Bo: 9; last\" \"table: 4MS 7SK 9LK CM\"").expect("it can lie so");
    assert!(amended.log.text().contains("\"Bo: 9; last\""), "{}", amended.log.text());
    assert!(matches!(edit("position \"Ada: 9; last\" \"Bo: 3\" \"table: 5SW 7SK 9LK CM\""), Err(Refusal::LaterImpossible(_))));
    let renamed = table.with_renamed_players(&[("Bo".into(), "Bob".into())]).expect("another name");
    assert!(renamed.text().contains("\"Bob: 3\""), "{}", renamed.text());
}

#[test]
fn the_format_has_an_example_of_each_game() {
    let text = include_str!("../../src/log_format.md");
    let examples = text.split("One of each game:").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("examples");
    let mut games = Vec::new();
    for example in examples.split("\n# ").skip(1) {
        let (title, rest) = example.split_once(':').expect("a game");
        let (_, position) = rest.split_once('\n').expect("a position");
        let players: Vec<&str> =
            position.split('"').skip(1).step_by(2).filter_map(|part| part.split_once(": ")).map(|(name, _)| name).collect();
        let players = &players[..players.len() - 1];
        let book = referee::books().find(|book| book.short_title() == title).expect("a game");
        // Blulu with three has no cards on the table at the start.
        let rules = if book.game == "blulu" { "[rules]\ntable = 0\n" } else { "" };
        let head = format!("fowlplay = 1\ngame = \"{}\"\nplayers = {players:?}\n{rules}[[round]]\nfirst = \"Ada\"\n", book.game);
        let log = Log::parse(format!("{head}moves = [\n  {}\n]\n", position.trim())).unwrap_or_else(|error| panic!("{error}"));
        let table = referee::open(log).unwrap_or_else(|error| panic!("{error}"));
        assert!(table.findings().is_empty(), "{:#?}", table.findings());
        let written = table.canonical().expect("a log");
        let parts =
            |text: &str| text.split('"').map(str::trim).filter(|part| part.contains(": ")).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(parts(written.text()), parts(position), "it is canonical");
        games.push(book.game);
    }
    assert!(referee::books().all(|book| games.contains(&book.game)), "{games:?}");
}

#[test]
fn a_table_is_shown_as_a_position() {
    let table = open(LINES);
    let standing = table.position(false).expect("Ada's turn");
    assert_eq!(standing.at, LineRef::new(1, 3));
    assert_eq!(standing.parts, ["Ada: 9; hand 2", "Bo: 6; last; hand 0", "table: 7SK 9LK CM; deck 16; turn Ada"]);
    assert!(table.position(true).expect("Ada's turn").parts[1].contains("4MS 5SW 9WY +3"));
    assert_eq!(open("moves = []\n").position(false), None, "the table cards are to come");
}

#[test]
fn an_end_that_a_position_implies_is_told() {
    let head = "fowlplay = 1\ngame = \"piepmatz\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n[[round]]\nfirst = \"Ada\"\n";
    let tells = |slots: &str| {
        let lies = format!("perches BL3 | GR4; slots {slots}; display BL1 CH2 YE3; birds 54; feeder 0; turn Cy");
        let log = format!("{head}moves = [{{ position = [\"Ada: BL6\", \"Bo: -\", \"Cy: -\", \"table: {lies}\"] }}]\n");
        let table = referee::open(Log::parse(log).expect("a log")).expect("a game");
        assert!(table.findings().is_empty(), "{:#?}", table.findings());
        let why = table.explain(Some(LineRef::new(1, 1))).expect("a line");
        why.steps[0].consequences.iter().map(|told| format!("{}: {}", told.clause, told.text)).collect::<Vec<_>>()
    };
    assert_eq!(tells("3 1 2 2"), [""; 0]);
    let said = tells("3 1 2 -");
    assert!(said[0].starts_with("PM-5.1: ") && said[0].ends_with("the end begins; Cy still has a turn"), "{said:?}");
}

#[test]
fn what_was_worked_out_is_told() {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\nfirst = \"Ada\"\nmoves = []\n";
    let table = referee::open(Log::parse(head).expect("a log")).expect("a game");
    let line = "position \"Ada: 7SK\" \"Bo: AW\" \"table: discards 9MS; draw 18; turn Ada\"";
    let tried = table.try_line(line).expect("it can be read");
    assert_eq!(tried[0].1.message, "the table as it lies; 3 cards lie under 9MS, by what lies elsewhere");
}

#[test]
fn a_tally_accepts_a_bird_as_it_lies() {
    let head = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\nfirst = \"Ada\"\n";
    let lies = "moves = [{ position = [\"Ada: 7SK 8WL\", \"Bo: 2MK\", \"table: discards -; turn Ada\"] }]\n";
    let table = referee::open(Log::parse(format!("{head}{lies}")).expect("a log")).expect("a game");
    assert!(table.record_tally(&["Ada: 7SK 8WL", "Bo: 2MK"], None).is_ok());
    assert!(
        table.record_tally(&["Ada: 7SK 8WL 9WY", "Bo: 2MK"], None).is_err(),
        "what is put on such a bird is judged, as `grow` is"
    );
    assert!(table.record_tally(&["Ada: 7SK 8WL", "Bo: 2MK 3SW"], None).is_err());
}

#[test]
fn what_is_missing_is_refused_with_the_part_in_which_it_is_missing() {
    for (game, players, position, name, part) in [
        ("emu-ranchers", &["Ada", "Bo"][..], ["7SK", "AW", "discards 8YK +2; draw 0"].as_slice(), "Ada", "7SK"),
        ("emus-redux", &["Ada", "Bo", "Cy"][..], &["", "8YK", "", "market PWLY; discards -"], "Ada", ""),
        ("blulu", &["Ada", "Bo"][..], &["3", "3", "7SK 9LK"], "Ada", "3"),
    ] {
        let log = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = {players:?}\n\n[[round]]\nfirst = \"Ada\"\nmoves = []\n");
        let table = referee::open(Log::parse(log).expect("a log")).expect("a table");
        let names = players.iter().copied().chain(["table"]);
        let parts: Vec<String> = names.zip(position).map(|(name, part)| format!("\"{name}: {part}\"")).collect();
        match table.record(&[&format!("position {}", parts.join(" "))], None) {
            Err(Refusal::Foul { actor, step, .. }) => assert_eq!((actor.as_deref(), step.as_str()), (Some(name), part), "{game}"),
            other => panic!("{game}: {other:?}"),
        }
    }
}

#[test]
fn before_the_first_round_nobody_has_points_and_rounds_that_nobody_recorded_are_one_sum() {
    let begun = |table: &str| {
        open(&LINES.replace("Last", "last; before 17").replace("Bo: 3\"", "Bo: 3; before 2\"").replace("table: ", table))
    };
    let refused = begun("table: round 1; ");
    let verdict = &refused.findings()[0].verdict;
    assert_eq!(verdict.message, "this is round 1: no round comes before it, and Ada can have nothing from one");
    let table = begun("table: round 3; ");
    let sheet = table.sheet();
    let names: Vec<_> = (0..sheet.rounds()).map(|nth| sheet.round_name(table.book(), nth)).collect();
    assert_eq!(names, ["Rounds 1 to 2, not recorded", "Round 3"]);
    assert_eq!(sheet.players[0].rounds[0].points(), 17.into());
    let document = serde_json::to_value(&sheet).expect("a document");
    let rounds = document["players"][0]["rounds"].as_array().expect("a list");
    let numbers: Vec<_> = rounds.iter().map(|round| (round["total"].as_i64(), round["unrecorded"].as_i64())).collect();
    assert_eq!(numbers, [(Some(17), Some(2)), (Some(0), None)]);
    for row in rows_of(&*table, ExportTable::Rounds) {
        let (ada, recorded) = (row["name"] == "Ada", row["round"] == 3);
        assert!(recorded || row["round"].is_null(), "{row}");
        assert_eq!(
            row["points"],
            if recorded {
                0
            } else if ada {
                17
            } else {
                2
            }
        );
    }
    assert_eq!(rows_of(&*table, ExportTable::Games)[0]["rounds"], 3);
    let late = begun("table: round 9999; ");
    assert_eq!((late.sheet().rounds(), late.sheet().unrecorded()), (2, 9998), "one sum, however many they are");
    rows_agree(&*late);
}
