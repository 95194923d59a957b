//! What is shown and told: the picture, the prospects, the words of `why`.

use crate::piepmatz::table::{after, bare, legal, two, under};

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
fn the_last_turns_are_announced() {
    let ended = format!("Ada: play GR6 at 1; refill {}; draw", "crow ".repeat(32).trim_end());
    assert!(
        after(&[&ended])
            .zones()
            .starts_with("Bo's turn · feeder deck: no cards · bird deck: 54 cards · still to play: Bo and Cy")
    );
    let last = after(&[&ended, "Bo: play SP1 at 2; draw", "Cy: play CH1 at 2"]).zones();
    assert!(last.contains("Cy's turn · feeder deck: no cards · bird deck: 53 cards · the last turn"), "{last}");
}

#[test]
fn what_is_open_is_described() {
    let two_of = |lines: &[&str]| two("", lines).options();
    assert_eq!(
        two_of(&[]),
        ["play CARD at 1: BL3, no queue; from 4 on it is a fight", "play CARD at 2: CH6, no queue; no bird brings a fight"]
    );
    let kept = two_of(&["Ada: play BL2 at 1"]);
    let ways = ["draw CARD: from the display, SP1, BU2 and GR5", "draw: unseen, from the bird deck (47 birds left)"];
    assert_eq!(kept[..2], ways);
    assert_eq!(kept[2], "keep: a bird of the hand of value 2 or lower, for the collection");
    assert_eq!(
        two_of(&["Ada: play SP6 at 1"]),
        ["refill: the feeder cards drawn until slot 3 holds a seed, pests and all (27 cards left)"]
    );
    let table = legal(&bare::<&str>(3, "", &[]));
    assert_eq!(
        table.options(),
        [
            "perches: the birds on the 2 perches, perch 1 first",
            "display: the 3 birds turned up beside the bird deck",
            "seeds: the 4 seed cards in slots 1 to 4 (pests are shuffled back)",
        ]
    );
}

#[test]
fn what_a_play_brings_and_what_a_crow_takes_is_described() {
    let lines = [PESTS, "Bo: play SP4 at 2; keep BL1; draw; draw", "Cy: play SP6 at 1; draw", "Ada: play SP1 at 2; draw"];
    let told = after(&lines).options();
    assert_eq!(told[0], "play CARD at 1: GR6, queue 6; any bird brings a fight");
    assert_eq!(told[1], "play CARD at 2: CH6, queue 5; from 2 on it is a fight");
    let told = after(&lines).records(&["Bo: play YE1 at 1"]).options();
    assert_eq!(told, ["lose: a bird that the crow takes, of Blackbirds"]);
    let lines = [PESTS, "Bo: play SP6 at 1; draw", "Cy: play SP2 at 2; keep BL1; draw; draw", "Ada: play YE2 at 1"];
    assert_eq!(after(&lines).options(), ["lose: 2 seed cards that the squirrel takes at random, of 3 and 2"]);
}

#[test]
fn a_fight_is_told_step_by_step() {
    let told =
        after(&[PESTS, "Bo: play SP6 at 1; draw", "Cy: play SP2 at 2; keep BL1; draw; draw"]).tells(&["Ada: play YE2 at 1"]);
    assert_eq!(
        told,
        [
            "PM-3.1: Ada fights at perch 1: the queue's 8 exceed GR6 by 2, so it is slot 2",
            "PM-3.1: Ada takes the seed card 2",
            "PM-3.3: a squirrel takes seeds of Ada's, at random",
        ]
    );
}

#[test]
fn a_bird_that_lies_elsewhere_is_told_with_how_it_came_there() {
    let elsewhere = |lines: &[&str], line: &str| after(lines).elsewhere(line);
    let displayed = "SP1: turned up in the display";
    assert_eq!(elsewhere(&["Ada: play SP1 at 1; draw"], "Bo: play SP1 at 2"), [displayed, "SP1: played at perch 1 by Ada"]);
    assert_eq!(elsewhere(&["Ada: play SP2 at 2; keep SP1; draw; draw"], "Bo: play SP1 at 2"), [displayed, "SP1: kept by Ada"]);
    let fought = ["Ada: play SP2 at 2; draw SP1; display BL3", "Bo: play BL4 at 1; refill 1; draw"];
    let fought = elsewhere(&fought, "Cy: play BL3 at 1");
    assert_eq!(fought, ["BL3: turned up in the display", "BL3: moved in a fight of Bo"]);
    assert_eq!(elsewhere(&["Ada: play SP2 at 2; draw SP1; display YE1", "Ada: shows SP1"], "Bo: play SP1 at 2"), [""; 0]);
    let shown = ["Ada: play SP2 at 2; draw", "Ada: shows GR1 GR1"];
    assert_eq!(elsewhere(&shown, "Bo: play GR1 at 2"), ["GR1: shown by Ada"; 2]);
}

#[test]
fn the_state_names_the_phase_by_what_is_due() {
    let text = std::fs::read_to_string(format!("{}/examples/piepmatz-shared-by-four.toml", crate::ROOT)).expect("there");
    let log = fowlplay::log::Log::parse(text).expect("a log");
    let names: Vec<&str> = log.players().iter().map(fowlplay::log::Quoted::as_str).collect();
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
        let verb = match phase.as_str() {
            "refill-display" => "display",
            "adding" => "adds",
            "over" => "",
            verb => verb,
        };
        let open = table.open();
        assert!(open.iter().any(|open| open.contains(verb)) || (phase == "over" && open.is_empty()), "{phase}: {open:?}");
        seen.insert(phase);
    }
    let all = ["adding", "display", "draw", "feeder", "lose", "over", "perches", "play", "refill", "refill-display", "seeds"];
    assert_eq!(Vec::from_iter(seen), all);
}
