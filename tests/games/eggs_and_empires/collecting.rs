//! EE-3.1 to EE-3.5: the order of collecting, the Shepherd, Dark Priestesses, the Mage, and who is passed over.

use crate::eggs_and_empires::table::{lines, turn, under};

/// Ada's and Bo's Scouts have laid eggs; then these cards are played.
fn with_two_down(rules: &str, cards: &str) -> crate::judged::Table {
    let scouts = lines(&[&turn("5 6", "2 2 10")], &["Cy: take 5", "Ada: take 6"]);
    under(3, rules, &lines(&[&scouts, &turn("3 4", cards)], &[]))
}

#[test]
fn ee_2_4_under_must_face_down_eggs_are_taken_once_there_is_one_for_each() {
    let must = "face_down = \"must\"";
    // Three are to collect, and two eggs lie face down.
    let three = with_two_down(must, "9 8 1");
    three.allows("Ada: take 4").allows("Ada: take down Bo");
    let two = three.records(&["Ada: take 4"]);
    let why = "2 face-down eggs lie there, and 2 cards that have to take one are still to collect: Bo's Blacksmith (8) must take";
    two.forbids("Bo: take 3", "EE-2.4", why).allows("Bo: take down Ada").allows("Bo: take down Bo");
    assert_eq!(two.legal(), ["Bo: take down Ada", "Bo: take down Bo"]);
    assert_eq!(two.decided("Bo: take 3"), "face_down = must; under offered it would be legal");
    assert_eq!(
        two.options(),
        ["take: face down from Ada's Scout (`down Ada`) or face down from Bo's Scout (`down Bo`), with Bo's Blacksmith (8)"]
    );
    let last = two.records(&["Bo: take down Ada"]);
    let why = "1 face-down egg lies there, and no other card that has to take one is still to collect";
    last.forbids("Cy: take 3", "EE-2.4", why).allows("Cy: take down Bo");
    // With one taken down before, the others may choose.
    three.records(&["Ada: take down Ada"]).allows("Bo: take 3").allows("Bo: take down Bo");
    assert!(three.quotes("EE-2.4").contains("must if it can, a face-down one once there is one for each card left."));
    assert!(!with_two_down("", "9 8 1").quotes("EE-2.4").contains("face-down"));
}
