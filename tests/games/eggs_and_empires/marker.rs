//! EE-5: the tie-breaker marker passes, and begins a round.

use crate::{
    eggs_and_empires::table::{NAMES, round, turn, under, until_over},
    judged::{self, Table},
};

fn marker(table: &Table) -> String {
    table.state()["marker"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn ee_5_2_who_holds_the_marker_next_is_noted_with_the_clause_that_says_so() {
    let at_the_end = |rules: &str| until_over(under::<&str>(3, rules, &[]), "1").sheet().notes;
    assert_eq!(at_the_end("marker = \"every-round\""), ["Bo holds the marker in the next round (EE-5.1)."]);
    for rules in ["", "marker = \"every-turn\""] {
        let notes = at_the_end(rules);
        assert!(notes.len() == 1 && notes[0].ends_with(" holds the marker in the next round (EE-5.2)."), "{notes:?}");
    }
}

/// Three rounds, the first two of them counted: in all Bo has the fewest points, in the second round Cy.
fn third(rules: &str, first: &str) -> Table {
    let counted = |first: &str, tally: &str| format!("[[round]]\nfirst = \"{first}\"\ntally = {tally}\n");
    let text = judged::log::<&str>("eggs-and-empires", &NAMES[..3], rules, &[]);
    let first_two = counted("Ada", "[\"Ada: 9\", \"Bo: 1\", \"Cy: 8\"]") + &counted("Bo", "[\"Ada: 9\", \"Bo: 5\", \"Cy: 4\"]");
    Table::of(&format!("{text}{first_two}[[round]]\nfirst = \"{first}\"\nmoves = []\n"))
}

#[test]
fn ee_5_2_by_a_table_rule_the_points_of_the_last_round_count() {
    let rule = "next_marker = \"fewest-in-round\"";
    assert_eq!((third("", "Bo").findings(), third(rule, "Cy").findings()), (vec![], vec![]));
    let (all, last) = (third("", "Cy"), third(rule, "Bo"));
    assert_eq!((all.findings(), last.findings()), (vec!["3.0 step 0 illegal EE-5.2".to_owned()], all.findings()));
    assert_eq!(all.says(), "the marker goes to the player with the fewest points: Bo (6)");
    assert_eq!(last.says(), "the marker goes to the player with the fewest points of the last round: Cy (4)");
}

#[test]
fn ee_5_2_the_variant_con_pub_never_adds_rounds_up() {
    let text = judged::log::<&str>("eggs-and-empires", &NAMES[..3], "", &[("Ada", &[])]);
    let rules = Table::of(&text.replace("[rules]", "variant = \"con-pub\"\n[rules]")).in_force();
    assert_eq!(rules[2..5], ["scoring = tokens", "marker = after-tie", "next_marker = fewest-in-round"]);
}

#[test]
fn ee_5_2_points_of_all_rounds_count() {
    let first = round(3, "", &turn("9 1", "10 1 8")[..0], "1");
    let scores = crate::eggs_and_empires::table::points(&first);
    let fewest = scores.iter().min().expect("three");
    let may: Vec<&str> = NAMES.iter().zip(&scores).filter(|(_, points)| *points == fewest).map(|(name, _)| *name).collect();
    let next = first.records(&["reveal 1 1"]);
    assert!(may.contains(&marker(&next).as_str()), "{scores:?}");
    let over = until_over(under::<&str>(3, "rounds = 1", &[]), "1");
    assert!(over.is_over());
}
