//! Logs that keep scores only: bare totals, and players who leave.

use crate::open;
use fowlplay::{
    conformance::log_draft::canonical,
    log::{CorrectionTarget, Log, PresenceKey},
    referee::{self, Edit, Referee, Refusal},
    table::{Points, Progress},
};
use std::fmt::Write as _;

/// A log of scores with these rounds, each with its `first` and its parts.
fn kept(game: &str, head: &str, players: &[&str], rounds: &[(&str, &[&str])]) -> String {
    let mut text = format!("fowlplay = 1\ngame = \"{game}\"\nplayers = {players:?}\nkept = \"scores\"\n{head}");
    for (first, parts) in rounds {
        let _ = write!(text, "\n[[round]]\nfirst = \"{first}\"\ntally = {parts:?}\n");
    }
    text
}

/// Why a text can't be read, and where.
fn refused(text: &str) -> (String, u32) {
    let error = match Log::parse(text) {
        Err(error) => error,
        Ok(log) => match referee::open(log) {
            Err(error) => error,
            Ok(_) => panic!("read:\n{text}"),
        },
    };
    (format!("{} {}", error.message, error.expected), error.line)
}

fn totals(referee: &dyn Referee) -> Vec<i32> {
    referee.sheet().players.iter().map(|player| player.total.if_exact().expect("known")).collect()
}

fn pairs(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    changes.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
}

const THREE: [&str; 3] = ["Ada", "Bo", "Tom"];

#[test]
fn each_game_takes_bare_totals() {
    for (game, players, rounds) in [
        ("emu-ranchers", &THREE[..2], 2),
        ("emus-redux", &THREE[..], 1),
        ("blulu", &THREE[..], 1),
        ("eggs-and-empires", &THREE[..], 1),
        ("piepmatz", &THREE[..], 1),
    ] {
        let parts: Vec<String> = players.iter().zip(7..).map(|(name, points)| format!("{name}: = {points}")).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let firsts = [("Ada", &parts[..]), ("Bo", &parts[..])];
        let head = if game == "blulu" { "\n[rules]\ntable = 0\n" } else { "" };
        let referee = open(&kept(game, head, players, &firsts[..rounds]));
        let sums: Vec<i32> = (7..).take(players.len()).map(|points: i32| points * i32::try_from(rounds).expect("few")).collect();
        assert_eq!(totals(&*referee), sums, "{game}");
        assert!(referee.findings().is_empty() && referee.halted().is_none(), "{game}");
        let sheet = referee.sheet();
        assert!(sheet.players.iter().all(|player| player.rounds.iter().all(|round| round.items.is_empty())), "{game}");
        if referee.progress() == Progress::GameOver {
            assert_eq!(sheet.winners, [*players.last().expect("players")], "{game}");
        }
        assert_eq!(referee.canonical().expect("canonical").text(), canonical(referee.log()).text(), "{game}");
        // What follows is said of the total.
        let why = referee.explain(None).expect("the tally").steps;
        let told: Vec<_> = why.iter().flat_map(|step| &step.consequences).map(|told| told.text.clone()).collect();
        assert!(game == "piepmatz" || told.iter().any(|told| told.contains("Ada") && told.contains('7')), "{game}: {told:?}");
    }
}

#[test]
fn a_total_stands_beside_what_lies_there_where_it_can() {
    let referee = open(&kept("eggs-and-empires", "", &THREE, &[("Ada", &["Ada: =23", "Bo: 13 8", "Tom: = -2"])]));
    assert_eq!(totals(&*referee), [23, 21, -2]);
    assert!(referee.canonical().expect("canonical").text().contains("  \"Ada: = 23\",\n  \"Bo: 13 8\",\n  \"Tom: = -2\",\n"));
    let referee = open(&kept("blulu", "", &["Ada", "Bo"], &[("Ada", &["Ada: = 3", "Bo: 20; flush 1"])]));
    assert_eq!(totals(&*referee), [3, 4]);
    for (game, head) in [("piepmatz", "\n[deck]\nremoved = \"GR\"\n"), ("blulu", "\n[rules]\nbonuses = \"exchange\"\n")] {
        let text = kept(game, head, &["Ada", "Bo"], &[("Ada", &["Ada: = 3", "Bo:"])]);
        let (why, _) = refused(&text);
        assert!(why.contains("totals are for all or for none"), "{game}: {why}");
        open(&text.replace("\"Bo:\"", "\"Bo: = 0\""));
    }
}

/// A game of three scores that is over after one round, with these parts.
fn ended(game: &str, parts: [&str; 3]) -> Box<dyn Referee> {
    let parts = ["Ada", "Bo", "Tom"].map(|name| name.to_owned() + ": ").into_iter().zip(parts).map(|(name, part)| name + part);
    let parts: Vec<String> = parts.collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let referee = open(&kept(game, "", &THREE, &[("Ada", &parts)]));
    assert!(referee.findings().is_empty() && referee.progress() == Progress::GameOver, "{game} {parts:?}");
    assert_eq!(referee.canonical().expect("canonical").text(), canonical(referee.log()).text(), "{game} {parts:?}");
    referee
}

/// The last line of a game in words: who wins, and why.
fn told_at_the_end(referee: &dyn Referee) -> String {
    let why = referee.explain(None).expect("the tally").steps;
    why.last().and_then(|step| step.consequences.last()).map(|told| told.text.clone()).unwrap_or_default()
}

#[test]
fn a_tie_of_totals_is_broken_by_what_stands_behind_them() {
    for (game, parts, winner, why) in [
        ("piepmatz", ["= 30; pairs 2", "= 30; pairs 3", "= 3; pairs 9"], "Bo", "mated pairs decide: Ada 2 and Bo 3"),
        ("emus-redux", ["= 10; hatched 4; lost 1", "= 10; hatched 3; lost 2", "= 2"], "Ada", "birds hatched: Ada 4 and Bo 3"),
        ("emus-redux", ["= 10; hatched 4", "= 10; hatched 3", "= 2"], "Ada", "birds hatched: Ada 4 and Bo 3"),
        (
            "emus-redux",
            ["= 10; hatched 4; lost 1", "= 10; hatched 4; lost 2", "= 2"],
            "Bo",
            "birds that lost money: Ada 1 and Bo 2",
        ),
        // One bird that earns 16 beside a total of 16.
        ("emus-redux", ["= 16; hatched 2", "AW 2WL 3MW 5SW 6MW 8WL CW", "= 2"], "Ada", "birds hatched: Ada 2 and Bo 1"),
    ] {
        let referee = ended(game, parts);
        let sheet = referee.sheet();
        assert_eq!((&sheet.winners[..], &sheet.undecided[..]), (&[winner.to_owned()][..], &[][..]), "{game} {parts:?}");
        let tiebreak = sheet.tiebreak.unwrap_or_default();
        assert!(tiebreak.contains(why), "{game} {parts:?}: {tiebreak}");
        assert!(told_at_the_end(&*referee).contains(&format!("{winner} wins")), "{}", told_at_the_end(&*referee));
    }
}

#[test]
fn a_tie_whose_break_is_not_recorded_is_won_by_nobody() {
    for (game, parts, example) in [
        ("piepmatz", ["= 30", "= 30", "= 3"], "`= 30; pairs 2`"),
        ("piepmatz", ["= 30; pairs 3", "= 30", "= 3; pairs 9"], "`= 30; pairs 2`"),
        ("emus-redux", ["= 10", "= 10", "= 2"], "`= 10; hatched 2; lost 2`"),
        ("emus-redux", ["= 10; hatched 3", "= 10; hatched 3", "= 2"], "`= 10; hatched 2; lost 2`"),
        ("emus-redux", ["= 10; lost 3", "= 10; lost 2", "= 2"], "`= 10; hatched 2; lost 2`"),
    ] {
        let referee = ended(game, parts);
        let sheet = referee.sheet();
        assert_eq!((&sheet.winners[..], &*sheet.outcome()), (&[][..], "Ada and Bo are level"), "{game} {parts:?}");
        assert!(sheet.players.iter().all(|player| !player.winner), "{game} {parts:?}");
        let tiebreak = sheet.tiebreak.unwrap_or_default();
        assert!(tiebreak.contains("the tie-break isn't recorded") && tiebreak.contains(example), "{game} {parts:?}: {tiebreak}");
        let told = told_at_the_end(&*referee);
        assert!(told.contains("the tie-break isn't recorded") && !told.contains("win"), "{game} {parts:?}: {told}");
        // It can be said later, and then somebody has won.
        let texts = if game == "piepmatz" { ["= 30; pairs 1", "= 30; pairs 0"] } else { ["= 10; hatched 5", "= 10; hatched 4"] };
        let edits = ["Ada", "Bo"].iter().zip(texts).map(|(name, text)| Edit::Tally(1, format!("{name}: {text}")));
        let amended = referee.amend(&edits.collect::<Vec<_>>(), None).expect("amended").log;
        assert_eq!(open(amended.text()).sheet().winners, ["Ada"], "{game} {parts:?}");
    }
    let collapse = ended("emus-redux", ["= 10; hatched 4; lost 1", "= 10; hatched 4; lost 1", "= 2"]).sheet();
    assert_eq!((&collapse.winners[..], &*collapse.outcome()), (&[][..], "Nobody wins"));
    let shared = ended("piepmatz", ["= 30; pairs 2", "= 30; pairs 2", "= 3"]).sheet();
    assert_eq!(shared.winners, ["Ada", "Bo"]);
}

#[test]
fn a_tie_break_is_typed_in_short_and_belongs_to_its_game() {
    let short = kept("piepmatz", "", &THREE, &[("Ada", &["Ada: =30;p2", "Bo: = 30 ; Pairs 1;", "Tom: =−3"])]);
    let canonical = open(&short).canonical().expect("canonical");
    assert!(
        canonical.text().contains("  \"Ada: = 30; pairs 2\",\n  \"Bo: = 30; pairs 1\",\n  \"Tom: = -3\",\n"),
        "{}",
        canonical.text()
    );
    for (game, part, said) in [
        ("piepmatz", "= 30; hatched 2", "`hatched` is not allowed"),
        ("piepmatz", "= 30; pairs", "a number is missing after `pairs`"),
        ("piepmatz", "= 30; pairs 10000", "`10000` is not a valid number"),
        ("piepmatz", "= 30; pairs 2; p 3", "`p` is here twice"),
        ("piepmatz", "= 30; 2", "`2` is not allowed"),
        ("piepmatz", "= 30 pairs x", "`x` is not a valid number here `=` and a whole number, as = 23; pairs 2"),
        ("emus-redux", "= 10; pairs 2", "as = 23; hatched 2; lost 2"),
        ("blulu", "= 10; flush 1", "`flush` is not allowed"),
    ] {
        let head = if game == "blulu" { "\n[rules]\ntable = 0\n" } else { "" };
        let (why, line) = refused(&kept(game, head, &THREE, &[("Ada", &["Ada: = 1", &format!("Bo: {part}"), "Tom: = 1"])]));
        assert!(why.replace(" expected", "").contains(said), "{game} {part}: {why}");
        assert_eq!(line, if game == "blulu" { 11 } else { 8 }, "{game} {part}");
    }
}

#[test]
fn elsewhere_totals_and_leaving_are_refused() {
    let text = kept("emu-ranchers", "", &THREE[..2], &[("Ada", &["Ada: AK", "Bo: = 23"])]);
    let (why, line) = refused(&text.replace("kept = \"scores\"\n", ""));
    assert!(why.contains("only in a log that keeps scores only") && why.contains("new --scores"), "{why}");
    assert_eq!(line, 7);
    let text = kept("blulu", "left = { Tom = 1 }\n", &["Ada", "Bo", "Cy", "Tom"], &[]);
    let (why, line) = refused(&text.replace("kept = \"scores\"\n", ""));
    assert!(why.contains("keeps scores only") && why.contains("closed"), "{why}");
    assert_eq!(line, 4);
    for (left, said) in [
        ("{ Tim = 1 }", "there is no player `Tim`"),
        ("{ Tom = 0 }", "not the number of a round"),
        ("{ Tom = \"1\" }", "not the number of a round"),
        ("{ Tom = 1, tom = 2 }", "named twice"),
        ("{ Tom = 1, Bo = 1, Cy = 2 }", "too few players are left"),
        ("[\"Tom\"]", "expected a table in braces"),
    ] {
        let (why, line) = refused(&text.replace("{ Tom = 1 }", left));
        assert!(why.contains(said), "{left}: {why}");
        assert_eq!(line, 5, "{left}");
    }
    let (why, _) = refused(&text.replace("left = { Tom = 1 }\n", "\n[left]\nTom = 1\n"));
    assert!(why.contains("left = { Tom = 3 }"), "{why}");
    for wrong in ["= 2x", "=", "= 99999", "= 3 4", "== 3"] {
        let (why, _) = refused(&kept("eggs-and-empires", "", &THREE, &[("Ada", &["Ada:", "Bo:", &format!("Tom: {wrong}")])]));
        assert!(why.contains("`=` and a whole number, as = 23"), "{wrong}: {why}");
    }
    // Without a log there is nothing that keeps it.
    let counted =
        referee::Games::default().count("emu-ranchers", &fowlplay::referee::NewGame::default(), &["Ada: = 3", "Bo: AK"]);
    assert!(matches!(counted, Err(Refusal::Unparsed { .. })), "{counted:?}");
}

/// Blulu with three, of whom Tom leaves after round 2 with the most.
fn evening() -> String {
    let all: [&str; 3] = ["Ada: = 5", "Bo: = 2", "Tom: = 10"];
    let two: [&str; 2] = ["Ada: = 4", "Bo: = 1"];
    let rounds: [(&str, &[&str]); 4] = [("Ada", &all), ("Bo", &all), ("Ada", &two), ("Bo", &two)];
    kept("blulu", "left = { Tom = 2 }\n\n[rules]\ntarget = 25\ntable = 0\n", &THREE, &rounds)
}

#[test]
fn the_rounds_after_a_player_left_are_empty() {
    let referee = open(&evening());
    assert!(referee.findings().is_empty(), "{:?}", referee.findings());
    let sheet = referee.sheet();
    let rounds: Vec<usize> = sheet.players.iter().map(|player| player.rounds.len()).collect();
    assert_eq!((rounds, totals(&*referee)), (vec![4, 4, 2], vec![18, 6, 20]));
    assert!(sheet.notes.contains(&"Tom left after round 2.".to_owned()), "{:?}", sheet.notes);
    let leading: Vec<&str> = sheet.leaders().iter().map(|player| player.name.as_str()).collect();
    assert_eq!(leading, ["Ada"], "Tom plays no more");
    // Whose deal it was is dealt by the next who is there.
    assert_eq!(referee.may_be_first(), ["Ada"]);
    let document = serde_json::to_value(&sheet).expect("JSON");
    assert_eq!((&document["players"][2]["left"], document["players"][0].get("left")), (&serde_json::json!(2), None));
    let parts = ["Ada: = 9", "Bo: = 0"];
    let over = referee.record_tally(&parts, None).expect("the end").log;
    let over = open(over.text());
    assert_eq!((over.progress(), over.sheet().winners), (Progress::GameOver, vec!["Ada".to_owned()]));
    assert!(over.log().text().contains("tally = [\n  \"Ada: = 9\",\n  \"Bo: = 0\",\n]"), "{}", over.log().text());
    // An empty part is no part; anything else is refused.
    let refusal = referee.record_tally(&["Ada: = 1", "Bo: = 0", "Tom: = 3"], None).expect_err("Tom is gone");
    assert!(refusal.to_string().contains("Tom is not at the table in this round"), "{refusal}");
    referee.record_tally(&["Ada: = 1", "Bo: = 0", "Tom:"], None).expect("nothing of Tom's");
}

#[test]
fn the_share_is_of_those_who_are_there() {
    let all: &[&str] = &["Ada: 12", "Bo: 12", "Tom: 12"];
    let head = "left = { Tom = 1 }\n\n[rules]\ntable = 0\n";
    let text = kept("blulu", head, &THREE, &[("Ada", all), ("Bo", &["Ada: 20; flush 1", "Bo: 16"])]);
    assert_eq!(totals(&*open(&text)), [4, 0, 0], "of 36 cards two have 18 each");
}

#[test]
fn tokens_and_the_marker_are_for_those_who_are_there() {
    let all: &[&str] = &["Ada: = -3", "Bo: = -5", "Tom: = 4"];
    let text = kept(
        "eggs-and-empires",
        "left = { Tom = 1 }\n\n[rules]\nscoring = \"tokens\"\n",
        &THREE,
        &[("Ada", all), ("Bo", &["Ada: = -3", "Bo: = -5"])],
    );
    let referee = open(&text);
    assert_eq!(totals(&*referee), [1, 0, 1], "no points are no zeros");
    assert_eq!(referee.may_be_first(), ["Bo"]);
}

#[test]
fn leaving_is_said_mended_and_taken_back() {
    let text = evening().replace("left = { Tom = 2 }\n", "").replace("\"Bo: = 1\"]", "\"Bo: = 1\", \"Tom:\"]");
    let referee = open(&text);
    let head = |changes: &[(&str, &str)]| referee.change_head(&pairs(changes)).map(|amended| amended.log);
    let gone = head(&[("left.tom", "2")]).expect("Tom left");
    assert!(gone.text().contains("kept = \"scores\"\nleft = { Tom = 2 }\n"), "{}", gone.text());
    let made = gone.corrections().last().expect("a correction");
    assert_eq!((&made.at, made.now.as_deref()), (&CorrectionTarget::Presence(PresenceKey::Left, "Tom".to_owned()), Some("2")));
    assert_eq!(open(gone.text()).sheet().players[2].left, Some(2));
    let when = |log: &Log| log.free_timestamp(log.corrections().last().map_or_else(Default::default, |made| made.when));
    let (back, _) = gone.undo(1, when(&gone)).expect("taken back");
    assert_eq!(back.text().split("\n[[correction]]").next(), Some(canonical(referee.log()).text()));
    assert!(!back.text().contains("\nleft"), "{}", back.text());
    let (again, _) = back.redo(when(&back)).expect("again");
    assert!(again.text().contains("\nleft = { Tom = 2 }\n"), "{}", again.text());
    // Another round, another name, none at all.
    let later = open(again.text()).change_head(&pairs(&[("left.Tom", "3"), ("player.Tom", "Tim Tam")])).expect("both").log;
    assert_eq!(later.presence_of(PresenceKey::Left, "tim tam"), Some(3), "{}", later.text());
    let stayed = open(later.text()).change_head(&pairs(&[("left.Tim Tam", "")])).expect("stayed").log;
    assert!(stayed.presences().is_empty() && !stayed.text().contains("\nleft"), "{}", stayed.text());
    for (changes, said) in [
        (&[("left.Tom", "5")][..], "1 to 4 are counted"),
        (&[("left.Tom", "0")], "1 to 4 are counted"),
        (&[("left.Tom", "soon")], "is not a round"),
        (&[("left.Tim", "1")], "Tim"),
        (&[("left.Tom", "1")], "counts something of Tom's"),
        (&[("left", "Tom")], "left.Tom=3"),
        (&[("left.Tom", "4"), ("left.Bo", "4")], "at least two players go on"),
    ] {
        let refusal = head(changes).expect_err(said).to_string();
        assert!(refusal.contains(said), "{changes:?}: {refusal}");
    }
    // Rounds without a part of Tom's get an empty one when he is taken back in.
    let evening = open(&evening());
    let stayed = evening.change_head(&pairs(&[("left.Tom", "")])).expect("stayed").log;
    assert_eq!(stayed.text().matches("\"Tom:\"").count(), 2, "{}", stayed.text());
    assert_eq!(totals(&*open(stayed.text())), [18, 6, 20]);
    let (back, _) = stayed.undo(1, when(&stayed)).expect("taken back");
    assert_eq!(
        (totals(&*open(back.text())), back.presence_of(PresenceKey::Left, "Tom")),
        (totals(&*evening), evening.log().presence_of(PresenceKey::Left, "Tom"))
    );
    let later = evening.change_head(&pairs(&[("left.Tom", "3")])).expect("a round later").log;
    assert_eq!(
        (later.text().matches("\"Tom:\"").count(), later.presence_of(PresenceKey::Left, "Tom")),
        (1, Some(3)),
        "{}",
        later.text()
    );
    // The parts of earlier rounds are amended as ever.
    let edits = [Edit::Tally(2, "Tom: = 12".to_owned())];
    let amended = open(gone.text()).amend(&edits, None).expect("amended").log;
    assert_eq!(open(amended.text()).sheet().players[2].total, Points::Exactly(22));
    let edits = [Edit::Tally(3, "Tom: = 12".to_owned())];
    assert!(open(gone.text()).amend(&edits, None).is_err(), "Tom was gone");
}

#[test]
fn who_joins_has_nothing_of_earlier_rounds() {
    let (two, all): ([&str; 2], [&str; 3]) = (["Ada: = 5", "Bo: = 2"], ["Ada: = 4", "Bo: = 1", "Dot: = 9"]);
    let rounds: [(&str, &[&str]); 3] = [("Ada", &two), ("Bo", &two), ("Dot", &all)];
    let text = kept("blulu", "joined = { Dot = 3 }\n\n[rules]\ntable = 0\n", &["Ada", "Bo", "Dot"], &rounds);
    let referee = open(&text);
    assert!(referee.findings().is_empty(), "who was not there did not deal round 2: {:?}", referee.findings());
    let sheet = referee.sheet();
    assert_eq!(totals(&*referee), [14, 5, 9]);
    let dot = &sheet.players[2];
    assert_eq!((dot.rounds.len(), dot.joined, dot.is_whole()), (1, Some(3), false));
    assert_eq!((dot.round(1), dot.round(2).map(fowlplay::table::RoundSheet::points)), (None, Some(Points::Exactly(9))));
    assert!(sheet.notes.contains(&"Dot joined in round 3.".to_owned()), "{:?}", sheet.notes);
    let refusal = open(&text.replace("= { Dot = 3 }", "= { Dot = 4 }").replace("\"Dot: = 9\"", "\"Dot:\""));
    assert_eq!(refusal.findings().len(), 1, "Dot can't have dealt round 3: {:?}", refusal.findings());
    for (joined, said) in [
        ("{ Dot = 1 }", "from 2"),
        ("{ Dot = 4 }", "Dot is not at the table in this round"),
        ("{ Dot = 2 }", "Dot is missing"),
        ("{ Dot = 3, Bo = 2 }", "too few players are left"),
        ("{ Dot = 3 }\nleft = { Dot = 2 }", "leaves before joining"),
        ("{ Eve = 3 }", "there is no player `Eve`"),
    ] {
        let (why, _) = refused(&text.replace("{ Dot = 3 }", joined));
        assert!(why.contains(said), "{joined}: {why}");
    }
    refused(&text.replace("joined = { Dot = 3 }\n", "joined = { Dot = 3 }\nleft = { Bo = 1 }\n"));
}

#[test]
fn a_game_of_moves_loses_nobody() {
    let text = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\", \"Tom\"]\n\n[rules]\ntable = 0\n";
    let refusal = open(text).change_head(&pairs(&[("left.Tom", "1")])).expect_err("moves").to_string();
    assert!(refusal.contains("can't go on without Tom") && refusal.contains("closed="), "{refusal}");
}
