//! The phase that the state names.

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
