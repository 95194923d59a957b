//! The game of `examples/your_own_game.rs`, which the library knows nothing of: refereed, recorded, counted.

#[path = "../examples/your_own_game.rs"]
#[allow(dead_code, reason = "the example has a main")]
mod sevens;

use fowlplay::{
    log::{Log, Place},
    referee::{self, Edit, NewGame, Referee, Refusal},
    table::{Kind, Points},
};
use sevens::{LOG, Sevens};

fn table(text: &str) -> Box<dyn Referee> {
    referee::open_as::<Sevens>(Log::parse(text).expect("a log")).expect("a log of Sevens")
}

/// The log that a new game begins with, and some lines behind it.
fn after(lines: &[&str]) -> Box<dyn Referee> {
    let players = ["Ada", "Bo", "Cy", "Di"].map(str::to_owned).to_vec();
    let start = referee::start_as::<Sevens>(&NewGame { players, ..NewGame::default() }).expect("four can play");
    let recorded = table(&start).record(lines, Some("Ada")).expect("legal");
    table(recorded.log.text())
}

#[test]
fn what_is_illegal_impossible_or_a_revoke_is_found() {
    let found: Vec<(Place, Kind, Option<String>)> =
        table(LOG).findings().iter().map(|found| (found.place(), found.kind, found.verdict.clause.clone())).collect();
    let (pass, beside_nothing) = (Place::new(1, 3), Place::new(1, 5));
    assert_eq!(found, [(pass, Kind::Revoke, Some("SV-2.2".into())), (beside_nothing, Kind::Illegal, Some("SV-2.1".into()))]);

    let verdict = |line: &str| table(LOG).try_line(line).expect("it is understood")[0].1.clone();
    assert_eq!(verdict("Bo: lay 7D").word(), "impossible");
    let elsewhere = &verdict("Bo: lay 7D").elsewhere[0];
    assert_eq!((elsewhere.place, elsewhere.text.as_str()), (Place::new(1, 1), "Cy: lay 7D"), "as a line of the log");
    assert_eq!(verdict("Bo: lay 2H").clause.as_deref(), Some("SV-2.1"));
    assert_eq!(verdict("Cy: pass").message, "it is Bo's turn");
    assert_eq!(verdict("l 8s").word(), "legal", "a short form, by the only one who may");
}

#[test]
fn a_step_is_listed_exactly_if_it_is_legal() {
    let referee = table(LOG);
    let listed: Vec<String> = referee.legal_steps().into_iter().map(|offer| offer.step).collect();
    assert_eq!(listed.len(), 8, "{listed:?}");
    let ranks = "A23456789TJQK".chars();
    let cards = ranks.flat_map(|rank| "CDHS".chars().map(move |suit| format!("lay {rank}{suit}")));
    for step in cards.chain(["pass".to_owned()]) {
        let legal = referee.try_line(&step).expect("a step")[0].1.kind.is_none();
        assert_eq!(listed.contains(&step), legal, "{step}");
    }
}

#[test]
fn whoever_is_known_to_hold_a_card_that_fits_cannot_pass() {
    let Err(Refusal::Foul { verdict, .. }) = after(&[]).record(&["Ada: pass"], Some("Ada")) else { panic!("Ada holds 7D") };
    assert_eq!((verdict.word(), verdict.alternatives.as_slice()), ("illegal", ["lay 7D".to_owned()].as_slice()));
    let stood = after(&["Ada: pass ! agreed", "Bo: pass", "Cy: pass", "Di: pass", "Ada: lay 7D"]);
    let found: Vec<Place> = stood.findings().iter().map(fowlplay::referee::Finding::place).collect();
    assert_eq!(found, [Place::new(1, 1)], "what was foul at once is not proved again");
}

#[test]
fn it_is_recorded_completed_and_amended_as_any_other_game() {
    let referee = after(&["lay 7D", "p", "Cy: lay 7C ! he said so"]);
    assert_eq!(referee.log().text().lines().filter(|line| line.contains(':')).count(), 3);
    assert_eq!(referee.complete("Di: lay 8").1, ["8D", "8C"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>());
    assert_eq!(referee.zones().open[0].line.as_ref().expect("a line").to_plain(), "laid: 7C 7D");
    let amended = referee.amend(&[Edit::Replace(Place::new(1, 2), "lay 6D".into())], None).expect("still legal");
    assert_eq!(table(amended.log.text()).state()["open"][2], "Bo: 12 cards");
    let why = referee.why(Some(Place::new(1, 3))).expect("a line");
    assert_eq!(why.steps[0].description, "lay 7C");
    let totals: Vec<Vec<Points>> = referee.course().into_iter().map(|stage| stage.totals).collect();
    assert_eq!(totals, vec![vec![Points::Exactly(0); 4]; 4], "the round, and line by line");
}

#[test]
fn who_is_out_wins_with_moves_and_without() {
    let count = |texts: &[&str]| referee::count_as::<Sevens>(&NewGame::default(), texts);
    let sheet = count(&["Ada:", "Bo: out", "Cy:", "Di:"]).expect("a result");
    assert_eq!((sheet.winners, sheet.players[1].total), (vec!["Bo".to_owned()], Points::Exactly(1)));
    assert!(matches!(count(&["Ada: out", "Bo: out", "Cy:", "Di:"]), Err(Refusal::Unparsed { .. })));
    assert!(matches!(count(&["Ada: out", "Bo:"]), Err(Refusal::Cannot(why)) if why.contains("a game for four")));

    // Ada has the diamonds, and nobody else anything that fits.
    let ranks = ["7D", "6D", "5D", "4D", "3D", "2D", "AD", "8D", "9D", "TD", "JD", "QD", "KD"];
    let lines: Vec<String> = ranks
        .iter()
        .flat_map(|card| [format!("Ada: lay {card}"), "Bo: pass".into(), "Cy: pass".into(), "Di: pass".into()])
        .collect();
    let lines: Vec<&str> = lines.iter().take(12 * 4 + 1).map(String::as_str).collect();
    let referee = after(&lines);
    assert!(referee.findings().is_empty(), "{:?}", referee.findings());
    assert_eq!(referee.sheet().winners, ["Ada"]);
    let Err(Refusal::Foul { verdict, .. }) = referee.record(&["Bo: pass"], None) else { panic!("it is over") };
    assert_eq!(verdict.clause.as_deref(), Some("TB-7"));
}

#[test]
fn a_log_of_another_game_is_refused_at_its_name() {
    let text = LOG.replace("\"sevens\"", "\"eights\"");
    let error = referee::open_as::<Sevens>(Log::parse(text).expect("a log")).err().expect("another game");
    assert_eq!((error.line, error.text.as_str()), (2, "eights"));
}

#[test]
fn what_holds_at_every_table_names_nothing_of_other_games() {
    use fowlplay::table::{Game as _, RuleValues, TABLE_CLAUSES};
    let book = Sevens::book();
    for clause in TABLE_CLAUSES {
        let text = book.text_of(clause, &RuleValues::defaults(book)).to_lowercase();
        let of_others = ["bird", "perch", "emu", "egg", "market", "seed"].into_iter().find(|word| text.contains(word));
        assert_eq!(of_others, None, "{}: {text}", clause.id);
    }
}
