//! The library's own view of a log: who plays by which rules, what Tab offers, and what a change does to later steps.

use crate::open;
use fowlplay::{
    log::{LineRef, Log},
    referee::{self, Edit, Referee},
};

fn emu_ranchers(rules: &str, lines: &[&str]) -> Box<dyn Referee> {
    open(&format!(
        "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n{rules}\n[[round]]\nfirst = \"Ada\"\nmoves = {lines:?}\n"
    ))
}

#[test]
fn the_players_and_the_rules_in_force_are_those_of_the_log() {
    let table = emu_ranchers("[rules]\nupkeep = 20\n", &[]);
    assert_eq!(table.players().names(), ["Ada", "Bo"]);
    let rules = table.rules_in_force();
    let rule = |key: &str| rules.iter().find(|rule| rule.0 == key).map(|rule| (rule.1.as_str(), rule.2));
    assert_eq!((rule("upkeep"), rule("years")), (Some(("20", false)), Some(("2", true))));
}

#[test]
fn tab_offers_what_fits_behind_a_name_and_behind_other_steps() {
    let table = emu_ranchers("", &["Ada: hatch 7SK; draw"]);
    let complete = |line: &str| {
        let (at, offers) = table.complete(line);
        (&line[at..] == line.rsplit([' ', ':', ';']).next().unwrap_or_default(), offers)
    };
    assert_eq!(complete("h"), (true, vec!["hatch".to_owned()]));
    assert_eq!(complete("Bo: h"), (true, vec!["hatch".to_owned()]));
    assert_eq!(complete("Bo:h"), (true, vec!["hatch".to_owned()]));
    assert_eq!(complete("b"), (true, vec!["Bo:".to_owned()]));
    assert_eq!(complete("sh"), (true, vec!["shows".to_owned()]));
    assert_eq!(complete("Bo: no"), (true, vec!["note".to_owned()]));
    assert_eq!(complete("hatch 9LK; dr"), (true, vec!["draw".to_owned()]), "what stands before it counts as done");
    let cards = complete("Bo: hatch 9").1;
    assert!(cards.contains(&"9LK".to_owned()) && cards.iter().all(|card| card.starts_with('9')), "{cards:?}");
    assert_eq!(complete("Bo: h 9l").1, ["9LK"], "a letter is its verb");
    assert_eq!(complete("hatch 9LK; hatch ").1, Vec::<String>::new(), "one action a turn");
}

#[test]
fn tab_completes_the_short_forms_that_are_taught() {
    let table = emu_ranchers("", &["Ada: hatch 7SK; draw", "Bo: hatch 2WL; draw"]);
    let complete = |line: &str| table.complete(line).1;
    assert_eq!(complete("9"), ["9WY", "9LK", "9MS"], "a card alone");
    assert_eq!(complete("h 2mk . 9l"), ["9LK"], "a draw of a card that was seen");
    assert_eq!(complete("h 2mk; . 7"), ["7WY", "7ML"], "7SK lies open");
    assert!(complete("h 2mk . ").len() > 20);
    assert_eq!((complete("g 8"), complete("g1 8")), (complete("grow 1 8"), complete("grow 1 8")), "on the only bird");
    assert_eq!(complete(". 9"), [""; 0], "no draw is due");
    let path = format!("{}/examples/piepmatz-shared-by-four.toml", crate::ROOT);
    let log = fowlplay::log::Log::parse(std::fs::read_to_string(path).expect("an example")).expect("a log");
    let table = referee::open(log).expect("a game").before_line("1.20".parse().expect("a place")).expect("a table");
    let offers = table.complete("bu").1;
    assert!(offers.len() > 1 && offers.iter().all(|bird| bird.starts_with("BU")), "{offers:?}");
}

#[test]
fn what_is_offered_to_choose_from_helps_nobodys_memory() {
    let lines = ["Ada: hatch 7SK; draw", "Bo: discard 9LK; draw", "Ada: discard 4MS; take 4MS", "Bo: discard 2WL; draw"];
    let table = emu_ranchers("", &lines);
    let cards = |offers: Vec<referee::LegalStep>, verb: &str| {
        let of_verb = offers.into_iter().filter_map(|offer| offer.step.strip_prefix(verb).map(|card| card.trim().to_owned()));
        of_verb.collect::<Vec<_>>()
    };
    let legal = cards(table.legal_steps(), "hatch");
    let in_view = cards(table.visible_legal_steps(), "hatch");
    assert!(!legal.contains(&"9LK".to_owned()), "it lies in the discard pile");
    assert!(in_view.contains(&"9LK".to_owned()), "who sees the pile does not see it: {in_view:?}");
    for open in ["7SK", "2WL"] {
        assert!(!in_view.contains(&open.to_owned()), "{open} lies open: {in_view:?}");
    }
    assert!(table.complete("hatch 9l").1.contains(&"9LK".to_owned()));
}

#[test]
fn a_card_that_others_have_lying_is_offered_to_who_put_it_away() {
    let head = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n[[round]]\nfirst = \"Ada\"\n";
    let turn = ["reveal 1 2", "Ada: play 3", "Bo: play 5", "Cy: play 8", "Cy: take 1", "Bo: take 2", "reveal 1 1", "Bo: play 3"];
    let offered = |lines: &[&str], to: &str| {
        let offers = open(&format!("{head}moves = {lines:?}\n")).visible_legal_steps();
        let cards = offers.iter().filter(|offer| offer.actor == to).filter_map(|offer| offer.step.strip_prefix("play "));
        cards.map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let all = "1 2 3 4 5 6 7 8 9 10";
    assert_eq!(offered(&turn, "Ada"), all, "Ada's 3 is put away, Bo's lies open");
    assert_eq!(offered(&turn[..7], "Bo"), all);
}

#[test]
fn ee_4_4_in_whose_pile_an_egg_lies_is_nobodys_to_be_reminded_of() {
    let head = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n[[round]]\nfirst = \"Ada\"\n";
    let lines = [
        "reveal 7 9",
        "Ada: play 8",
        "Bo: play 10",
        "Cy: play 3",
        "Bo: take 9",
        "Ada: take 7",
        "reveal 2 4",
        "Ada: play 6",
        "Bo: play 3",
        "Cy: play 5",
        "Ada: take 4",
        "Cy: take 2",
    ];
    let table = open(&format!("{head}moves = {lines:?}\n"));
    let steps = |offers: Vec<referee::LegalStep>| offers.into_iter().map(|offer| offer.step).collect::<Vec<_>>();
    assert_eq!(steps(table.legal_steps()), ["discard 7", "discard 4"]);
    assert_eq!(steps(table.visible_legal_steps()), ["discard 9", "discard 7", "discard 4", "discard 2"]);
    let verdicts = table.try_line("Ada: discard 2").expect("it can be read");
    assert_eq!((verdicts[0].1.alternatives.len(), &*verdicts[0].1.hints), (0, &["discard"][..]), "{:?}", verdicts[0].1);
}

#[test]
fn what_can_be_done_is_told_to_those_who_may() {
    let told = emu_ranchers("", &["Ada: hatch 7SK; draw"]).options();
    let names: Vec<Option<&str>> = told.iter().map(|(name, _)| name.as_deref()).collect();
    assert!(names.iter().all(|name| name.is_none() || *name == Some("Bo")), "{told:?}");
    let lines: Vec<String> = told.iter().flat_map(|(_, options)| options).map(ToString::to_string).collect();
    assert_eq!(lines, ["hatch CARD: start a new bird", "discard CARD: put a card on the discard pile"], "Bo has no bird to grow");
}

#[test]
fn what_a_log_says_wrong_is_said_with_what_was_expected() {
    let error = |moves: &str| {
        let text = format!(
            "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n[[round]]\nfirst = \"Ada\"\nmoves = []\n{moves}"
        );
        referee::open(Log::parse(text.as_str()).expect("a log")).err().map(|error| error.to_string())
    };
    let tally = error("tally = [\"Ada: 7SK\"]\n").unwrap_or_default();
    assert!(tally.contains("Bo is missing") && tally.contains("expected all players"), "{tally}");
    let twice = error("tally = [\"Ada: 7SK\", \"Ada: 9LK\", \"Bo:\"]\n").unwrap_or_default();
    assert!(twice.contains("Ada is here twice"), "{twice}");
    let nameless = error("tally = [\"7SK\", \"Bo:\"]\n").unwrap_or_default();
    assert!(nameless.contains("as `Ada: "), "{nameless}");
}

#[test]
fn a_variant_of_a_game_without_any_is_refused_as_such() {
    let text = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\nvariant = \"brulu\"\n";
    let error = referee::open(Log::parse(text).expect("a log")).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("Emus Redux has none"), "{error}");
}

#[test]
fn a_note_joins_the_line_that_is_being_typed() {
    let table = emu_ranchers("", &["Ada: hatch 7SK; draw"]);
    let recorded =
        table.record(&["Bo: hatch 9LK; draw; note a long think"], None).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let lines: Vec<String> = recorded.log.rounds()[0].lines.iter().map(|line| line.text.to_string()).collect();
    assert_eq!(lines[1..], ["Bo: hatch 9LK; draw; note a long think"]);
}

#[test]
fn a_step_joins_a_line_in_quotes_of_any_kind() {
    let quoted = [
        (r#""Ada: hatch 7SK""#, r#""Ada: hatch 7SK; draw; note \"so\"""#),
        (r#""Ada: h\u0061tch 7SK", # by hand"#, r#""Ada: hatch 7SK; draw; note \"so\"", # by hand"#),
        ("'Ada: hatch 7SK'", r#""Ada: hatch 7SK; draw; note \"so\"""#),
        (r#""""Ada: hatch 7SK""""#, r#""Ada: hatch 7SK; draw; note \"so\"""#),
    ];
    for (before, after) in quoted {
        let log = emu_ranchers("", &[]).log().text().replace("[]", &format!("[\n  {before}\n]"));
        let recorded = open(&log).record(&["Ada: draw; note \"so\"", "note rain"], None).expect("a draw is due").log;
        assert!(recorded.text().contains(after), "{}", recorded.text());
        assert_eq!(&*recorded.rounds()[0].lines[0].text, "Ada: hatch 7SK; draw; note \"so\"");
        assert_eq!(&*recorded.rounds()[0].lines[1].text, "note rain");
    }
}

#[test]
fn what_is_wrong_in_a_tally_is_pointed_at() {
    let text = "fowlplay = 1\ngame = \"emus-redux\"\nplayers = [\"Ada\", \"Bo\", \"Cy\"]\n[[round]]\nfirst = \"Ada\"\nmoves = []\n\
                tally = [\"Ada: 7SK 9LK; xyz\", \"Bo:\", \"Cy:\"]\n";
    let error = referee::open(Log::parse(text).expect("a log")).err().expect("it can't be read");
    assert_eq!((error.line, error.text.as_str()), (7, "xyz"), "{error}");
}

fn at(place: &str) -> fowlplay::log::LineRef {
    place.parse().expect("a place")
}

#[test]
fn a_line_is_changed_once_and_may_get_others_before_it() {
    use referee::{Edit, Refusal};
    let table = emu_ranchers("", &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]);
    let to = |line: &str| Edit::Replace(at("1.2"), line.to_owned());
    for twice in [[to("Bo: hatch 8MS; draw"), Edit::Delete(at("1.2"))], [to("Bo: hatch 8MS; draw"), to("Bo: hatch 8YK; draw")]] {
        let refused = table.amend(&twice, None);
        assert!(matches!(&refused, Err(Refusal::Cannot(why)) if why.contains("1.2 is changed twice")), "{refused:?}");
    }
    let noted = table.amend(&[to("Bo: hatch 8MS; draw"), Edit::Insert(at("1.2"), "note Bo was slow".to_owned())], None);
    let lines = noted.expect("two changes at one place").log.rounds()[0]
        .lines
        .iter()
        .map(|line| line.text.to_string())
        .collect::<Vec<_>>();
    assert_eq!(lines, ["Ada: hatch 7SK; draw", "note Bo was slow", "Bo: hatch 8MS; draw"]);
}

#[test]
fn an_excuse_for_a_bird_that_was_changed_has_another_effect() {
    let table = open(include_str!("../../examples/emus-redux-tie.toml"));
    let lines = &table.log().rounds()[0].lines;
    let line = |text: &str| {
        let found = lines.iter().zip(1..).find(|(line, _)| &*line.text == text);
        LineRef::new(1, found.expect("a line of the example").1)
    };
    let grown = referee::Edit::Replace(line("Ada: grow 3 PMYK=9; draw"), "Ada: grow 3 PMYK=8; draw".to_owned());
    let amended = table.amend(&[grown], None).expect("it fits as an 8 too");
    let effect = &amended.effects[0];
    assert_eq!((effect.place, effect.text.as_str()), (line("Ada: excuse 3; done"), "excuse 3"));
    assert_eq!(
        (effect.now.as_str(), effect.was.as_str()),
        ("for 3SK PMYK=8: Knots, growing up", "for 3SK PMYK=9: Knots, growing up")
    );
    assert!(
        amended.removed_findings.is_empty() && amended.added_findings.is_empty() && amended.does_more(),
        "an effect is enough"
    );
}

#[test]
fn an_egg_taken_with_another_card_is_taken_otherwise() {
    let text = "fowlplay = 1\ngame = \"eggs-and-empires\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\nmoves = [\n  \
                \"reveal 5 6\",\n  \"Ada: play 10 3\",\n  \"Bo: play 8 1\",\n  \"Ada: take 5\",\n]\n";
    let amended = open(text).amend(&[referee::Edit::Replace(at("1.2"), "Ada: play 9 3".to_owned())], None).expect("it is legal");
    let taken = amended.effects.iter().find(|effect| effect.place == at("1.4")).expect("the egg");
    assert_eq!((taken.now.as_str(), taken.was.as_str()), ("with the Dark Priestess (9)", "with the Hero (10)"));
}

#[test]
fn changed_scores_and_winners_are_told() {
    let table = open(include_str!("../../examples/emu-ranchers-two-years.toml"));
    let changed = table.change_rules(&[("upkeep".to_owned(), "30".to_owned())]).expect("every line stays legal");
    let (was, now) = (table.sheet(), open(changed.log.text()).sheet());
    for score in &changed.scores {
        let of = |sheet: &fowlplay::table::Sheet| sheet.players.iter().find(|player| player.name == score.name).map(|p| p.total);
        assert_eq!((of(&was), of(&now)), (Some(score.was), Some(score.now)));
    }
    assert_eq!(changed.scores.len(), 2, "{:?}", changed.scores);
    assert_eq!(
        changed.winners.map(|winners| (winners.was, winners.now)),
        (was.winners != now.winners).then_some((was.winners, now.winners))
    );
}

#[test]
fn a_card_alone_that_lies_elsewhere_is_answered_with_its_place() {
    let table = emu_ranchers("", &["Ada: hatch 7SK"]);
    let told = table.try_line("7s").expect("it lies on the table, and a draw is due");
    assert_eq!(told[0].1.word(), "impossible");
    assert!(told[0].1.message.contains("in Ada's bird 1"), "{}", told[0].1.message);
}

/// Two turns, Ada's bird being 7SK and Bo's 9LK.
fn two_birds(tally: &str) -> Box<dyn Referee> {
    let log = emu_ranchers("", &["Ada: hatch 7SK; draw", "Bo: hatch 9LK; draw"]).log().text().to_owned();
    open(&format!("{log}{tally}"))
}

#[test]
fn tb_8_a_tally_into_a_log_is_refused_with_the_line_that_says_otherwise() {
    let table = two_birds("");
    match table.record_tally(&["Bo: 8WL", "Ada: 7SK 9MS"], None) {
        Err(referee::Refusal::Foul { actor, step, line, verdict, .. }) => {
            assert_eq!((actor.as_deref(), step.as_str(), line.as_str()), (Some("Bo"), "8WL", "Bo: 8WL"));
            let elsewhere: Vec<String> = verdict.moved_by.iter().map(|line| format!("{} {}", line.place, line.text)).collect();
            assert_eq!((verdict.clause.as_deref(), elsewhere), (Some("TB-8"), vec!["1.2 Bo: hatch 9LK; draw".to_owned()]));
        }
        other => panic!("{other:?}"),
    }
    let recorded = table.record_tally(&["Bo: 8WL ! it was an 8", "Ada: 7SK 9MS"], None).expect("let stand");
    let entered: Vec<_> = recorded.recorded_steps().map(|entered| (entered.actor, entered.overruled.is_some())).collect();
    assert_eq!(entered, [(Some("Bo".to_owned()), true), (None, false)]);
    let again = referee::open(recorded.log).expect("what was counted can be read");
    let tally = again.log().rounds()[0].tally.clone().expect("a tally");
    assert_eq!(tally.iter().map(|text| &**text).collect::<Vec<&str>>(), ["Ada: 7SK 9MS", "Bo: 8WL ! it was an 8"]);
    let finding = &again.findings()[0];
    assert_eq!((finding.actor.as_deref(), finding.text.as_str()), (Some("Bo"), "8WL"));
    assert_eq!((finding.kind.word(), finding.reason.as_deref()), ("overruled", Some("it was an 8")));
    let why = again.explain(None).expect("the tally");
    assert_eq!(why.steps[0].verdict.as_ref().and_then(|verdict| verdict.clause.as_deref()), Some("TB-8"));
}

#[test]
fn tb_8_a_reason_needs_words() {
    let log = two_birds("").log().text().to_owned() + "tally = [\"Ada: 7SK\", \"Bo: 8WL !\"]\n";
    let error = referee::open(Log::parse(log).expect("a log")).err().expect("no reason is given").to_string();
    assert!(error.contains("no reason stands after the `!`"), "{error}");
}

#[test]
fn tb_8_a_reason_swallows_nothing_of_a_tally() {
    let table = open("fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n");
    match table.record_tally(&["Ada: 20 ! agreed; flush 1", "Bo: 16"], None) {
        Err(referee::Refusal::Unparsed { problem, expected, .. }) => {
            assert_eq!(problem, "`flush 1` stands in the reason, which ends the line");
            assert_eq!(expected, "the reason at the end: `20; flush 1 ! agreed`");
        }
        other => panic!("{other:?}"),
    }
    let counted = table.record_tally(&["Ada: 20 ! agreed; he said so; 20", "Bo: 16"], None).expect("words");
    assert!(counted.log.text().contains("! agreed; he said so; 20\""), "{}", counted.log.text());
}

#[test]
fn a_change_that_makes_a_tally_foul_goes_through_with_a_reason() {
    let table = two_birds("tally = [\"Ada: 7SK\", \"Bo: 9LK\"]\n");
    let edits = [referee::Edit::Replace(at("1.1"), "Ada: hatch 8YK; draw".to_owned())];
    match table.amend(&edits, None) {
        Err(referee::Refusal::LaterIllegal(later)) => {
            assert_eq!((later.len(), later[0].verdict.clause.as_deref()), (1, Some("TB-8")));
        }
        other => panic!("{other:?}"),
    }
    let amended = table.amend(&edits, Some("the 7 is what we counted")).expect("let stand");
    let tally = amended.log.rounds()[0].tally.clone().expect("a tally");
    assert_eq!(&*tally[0], "Ada: 7SK ! the 7 is what we counted");
    assert!(referee::open(amended.log).expect("a log").findings().iter().all(|finding| !finding.is_foul()));
}

#[test]
fn a_revoke_that_would_be_an_open_foul_by_a_change_asks_for_a_reason() {
    let table = open(include_str!("../logs/blulu/revoke-played.toml"));
    let shown = [referee::Edit::Insert(at("1.2"), "Ada: shows 2MK".to_owned())];
    let refusal = table.amend(&shown, None).expect_err("the 2 was there");
    assert!(refusal.to_string().ends_with(" They are 1.3."), "{refusal}");
    match refusal {
        referee::Refusal::LaterIllegal(later) => assert_eq!(later[0].verdict.clause.as_deref(), Some("BL-2.7")),
        other => panic!("{other:?}"),
    }
    let amended = table.amend(&shown, Some("seen too late")).expect("let stand");
    assert!(amended.log.text().contains("\"Ada: trail 4WL 9LK ! seen too late\""), "{}", amended.log.text());
}

#[test]
fn a_line_is_explained_up_to_the_step_that_cannot_have_happened() {
    let explained = |second: &str| {
        let told = emu_ranchers("", &["Ada: hatch 7SK; draw", second]).explain(Some(at("1.2"))).expect("a line").steps;
        let steps = told.into_iter().map(|told| match told.verdict {
            Some(verdict) => format!("{}: {} {}", told.step, verdict.word(), verdict.clause.unwrap_or_default()),
            None => told.step,
        });
        steps.collect::<Vec<_>>()
    };
    assert_eq!(explained("Bo: hatch 9WY; take 4WL"), ["hatch 9WY", "take 4WL: impossible TB-4"]);
    assert_eq!(explained("Bo: hatch 7SK; draw"), ["hatch 7SK: impossible TB-3"], "and nothing behind it");
}

#[test]
fn what_a_game_has_no_deck_say_is_told_with_its_name() {
    let text = "fowlplay = 1\ngame = \"blulu\"\nplayers = [\"Ada\", \"Bo\"]\n\n[deck]\ncolour = 3\n";
    let slips = referee::Games::default().read_errors(text);
    assert_eq!(slips.iter().map(|slip| slip.message.as_str()).collect::<Vec<_>>(), ["`colour` is not a `[deck]` key of Blulu"]);
}

#[test]
fn what_is_missing_in_a_head_is_told_once() {
    for head in ["game = \"blulu\"\n", "players = [\"Ada\", \"Bo\"]\n"] {
        let slips = referee::Games::default().read_errors(&format!("fowlplay = 1\n{head}"));
        assert_eq!(slips.len(), 1, "{head}: {slips:?}");
    }
}

#[test]
fn steps_behind_a_tally_are_written_out_where_they_stand() {
    let text = "fowlplay = 1\ngame = \"emu-ranchers\"\nplayers = [\"Ada\", \"Bo\"]\n\n[[round]]\nfirst = \"Ada\"\n\
                tally = [\"Ada: 7SK 9LK\", \"Bo:\"]\n\n[[round]]\nfirst = \"bo\"\nmoves = [\n  \"bo: hatch 9lk ;draw\",\n]\n";
    let canonical = open(text).canonical().expect("canonical");
    let lines: Vec<&str> = canonical.rounds()[1].lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!((canonical.rounds()[1].first.as_str(), lines), ("Bo", vec!["Bo: hatch 9LK; draw"]));
}

#[test]
fn thousands_of_lines_are_put_in_at_once() {
    let lines: Vec<String> = (0..5000).map(|number| format!("Ada: note line {number}")).collect();
    let referee = emu_ranchers("", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let edits: Vec<Edit> =
        (0..1000).map(|number| Edit::Insert(LineRef::new(1, 5 * number + 1), "Ada: note forgotten".to_owned())).collect();
    let amended = referee.amend(&edits, None).expect("amended");
    assert_eq!((amended.log.rounds()[0].lines.len(), amended.changed.len()), (6000, 1000));
    assert_eq!(amended.log.line(LineRef::new(1, 7)).map(|line| line.text.as_str()), Some("Ada: note forgotten"));
}

#[test]
fn what_is_due_names_who_begins_a_round_and_lets_it_be_counted_once_it_is_over() {
    use fowlplay::{
        games::blulu::Blulu,
        table::{Act, Apply as _, Game as _, Judge as _, Progress, RuleSettings, Seat, Seats, Tallying as _},
    };
    let setup = Blulu::setup(2, &RuleSettings::defaults(Blulu::book()), &[]).expect("two can play");
    let tally = |texts: &[&str]| Act::Tally(Blulu::parse_tally(texts, &setup).expect("a tally"));
    let due = |game: &Blulu, act| game.check_due(&act).map_err(|fault| format!("{fault:?}"));
    let fault = |text: &str| Err(format!("Table({text})"));
    let mut game = Blulu::new(2, &setup);
    let (ada, bo) = (Seat::new(0), Seat::new(1));
    assert_eq!(due(&game, tally(&["18", "18"])), fault("NotDue"), "no round has begun");
    game.apply(&Act::BeginRound { first: ada }, &mut Vec::new());
    assert_eq!(due(&game, Act::BeginRound { first: bo }), fault("NotDue"), "one is being played");
    game.apply(&tally(&["18", "18"]), &mut Vec::new());
    assert_eq!(game.progress(), Progress::RoundOver(Seats::only(bo)));
    assert_eq!(due(&game, Act::BeginRound { first: ada }), fault(&format!("NotFirst {{ may_be: {:?} }}", Seats::only(bo))));
    assert_eq!(due(&game, Act::BeginRound { first: bo }), Ok(()));
    assert_eq!(due(&game, tally(&["20", "16"])), Ok(()), "what it says is judged, and not that it is said");
}
