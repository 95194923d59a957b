//! The table rules, each under each of its values.

use crate::judged::{Table, log};

/// Clauses whose text says what holds under a table rule: under each of its values what it says, and not under the others.
#[test]
fn clauses_say_what_the_table_rules_make_of_them() {
    let texts = [
        ("blind_draw", "PM-2.3", [("true", "or unseen from the bird deck;"), ("false", "or unseen if that is empty;")]),
        (
            "keep",
            "PM-2.2",
            [("\"without-fight\"", "collection. Whatever is"), ("\"after-fight-too\"", "once the last fight is over.")],
        ),
        ("display_refill", "PM-2.3", [("\"immediately\"", "at once."), ("\"end-of-turn\"", "after that, in one step.")]),
        ("refill_order", "PM-2.4", [("\"seeds-first\"", "before the hand is."), ("\"hand-first\"", "after the hand is full.")]),
        (
            "refill_order",
            "PM-2.4",
            [("\"hand-first\"", "after the hand is full"), ("\"either\"", "refilled, before or after the hand: one")],
        ),
        (
            "pest_timing",
            "PM-3.4",
            [("\"before-bird\"", "So a crow never takes it"), ("\"after-bird\"", "a crow counts that bird and may take it;")],
        ),
        ("setup_pests", "PM-1.5", [("\"shuffled-back\"", "are shuffled back."), ("\"laid\"", "these are laid beside slots")]),
        ("empty_slot", "PM-3.2", [("\"stays\"", "Beside an empty slot it stays."), ("\"acts\"", "it acts and is discarded")]),
        ("pest_slot", "PM-4.2", [("\"any\"", "none, whether a seed card"), ("\"with-seed\"", "none and holds a seed card")]),
        ("fifth_pest", "PM-4.2", [("\"discard\"", "it is discarded."), ("\"stack\"", "laid beside slot 1 as well")]),
    ];
    for (key, clause, values) in texts {
        let quoted = values.map(|(value, _)| {
            Table::of(&log::<&str>("piepmatz", &["Ada", "Bo", "Cy"], &format!("{key} = {value}"), &[("Ada", &[])])).quotes(clause)
        });
        for (nth, (value, says)) in values.into_iter().enumerate() {
            assert!(quoted[nth].contains(says), "{key} = {value}: {}", quoted[nth]);
            assert!(!quoted[1 - nth].contains(says), "not {key} = {value}: {}", quoted[1 - nth]);
        }
    }
}
