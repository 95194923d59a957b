//! What is shown and told: the picture, the prospects, the words of `why`.

use crate::piepmatz::table::{after, under};

const PESTS: &str = "Ada: play GR6 at 1; refill crow squirrel crow crow 3; draw SP1; display GR2";

#[test]
fn the_feeder_is_shown_as_it_lies() {
    let table = after(&[PESTS, "Bo: play SP2 at 2; draw"]);
    let picture = table.zones();
    assert!(picture.starts_with("Cy's turn · feeder deck: 27 cards · bird deck: 53 cards\n"), "{picture}");
    assert!(
        picture.contains(
            "1 | GR6 | – | 0 of 6\n2 | CH6 | SP2 | 2 of 6\n1 | 1 egg | crow\n2 | 2 eggs | squirrel\n3 | 3 eggs | crow\n"
        ),
        "two perches and four slots: {picture}"
    );
    assert!(picture.contains("Display: BU2 GR2 YE5"), "{picture}");
}

#[test]
fn collections_are_shown_by_species_with_who_has_most() {
    let lines = [PESTS, "Bo: play SP4 at 2; keep BL1; draw; draw", "Cy: play SP1 at 2; draw"];
    let picture = after(&lines).zones();
    assert!(picture.contains("Blackbirds | 3 (1, most) | 1 (1, most) | –"), "{picture}");
    assert!(picture.contains("pairs | – | – | –\nseeds | 3 | – | –\nin hand | 4 birds"), "{picture}");
    assert!(picture.contains("if it ended now: Ada 5 · Bo 1 · Cy 0\n"), "{picture}");
    let pair = after(&[
        "Ada: play YE6 at 2; keep GR1; draw; draw",
        "Bo: play SP1 at 1; draw",
        "Cy: play CH1 at 1; draw",
        "Ada: play BU1 at 1; keep GR1; draw; draw",
    ]);
    assert!(pair.zones().contains("Greenfinches | 1+1 (2, most)"), "{}", pair.zones());
}

#[test]
fn what_is_covered_is_shown_on_request_only() {
    let table = after(&[PESTS, "Bo: play SP2 at 2; draw"]);
    assert!(!table.zones().contains("Ada's hand"));
    let memory = table.memory();
    assert!(memory.contains("Ada's hand: SP1 and 3 unseen\nBo's hand: 4 unseen"), "{memory}");
    assert!(memory.contains("Unaccounted for, "), "{memory}");
    assert!(!memory.contains("Feeder deck"), "nobody said what is in it");
    let listed = "[deck]\nseeds = { 1 = 20, 2 = 10, 3 = 4 }\ncrows = 1\nsquirrels = 1";
    let memory = under(listed, &["Ada: play GR6 at 1; refill crow 3; draw"]).memory();
    assert!(memory.contains("Feeder deck, 30: 18×1, 9×2, 2×3, 0 crows, 1 squirrel"), "{memory}");
}

#[test]
fn the_state_names_the_phase_by_what_is_due() {
    let text = std::fs::read_to_string(format!("{}/examples/piepmatz-shared-by-four.toml", crate::ROOT)).expect("there");
    let log = fowlplay::log::Log::parse(text).expect("a log");
    let names: Vec<&str> = log.players().iter().map(fowlplay::log::LogString::as_str).collect();
    let steps: Vec<String> = log.rounds()[0]
        .lines
        .iter()
        .flat_map(|line| {
            let actor = line.actor().map(|name| format!("{name}: ")).unwrap_or_default();
            line.steps().filter(|step| !step.starts_with("note")).map(move |step| format!("{actor}{step}")).collect::<Vec<_>>()
        })
        .collect();
    let mut seen = std::collections::BTreeSet::new();
    for upto in 0..=steps.len() {
        let table =
            crate::judged::Table::of(&crate::judged::log("piepmatz", &names, "", &[(&log.rounds()[0].first, &steps[..upto])]));
        let phase = table.state()["phase"].as_str().unwrap_or_default().to_owned();
        let open = table.open();
        let is_due = open.iter().any(|open| open.contains(&phase));
        assert!(is_due || (phase == "game-over" && open.is_empty()), "{phase}: {open:?}");
        seen.insert(phase);
    }
    let all = ["adds", "display", "draw", "feeder", "game-over", "keep", "lose", "perches", "play", "refill", "seeds"];
    assert_eq!(Vec::from_iter(seen), all);
}
