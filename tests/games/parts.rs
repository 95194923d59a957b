//! What a step is made of, as a menu asks for it: its kind, its place, its cards.

use crate::{open, recorded_logs};
use fowlplay::{
    conformance::log_draft::places,
    referee::{LegalStep, Referee},
};
use std::{collections::BTreeMap, path::Path};

/// The tables before every line of the examples.
fn tables() -> Vec<Box<dyn Referee>> {
    let mut examples: Vec<_> =
        recorded_logs().filter(|(path, _)| !path.starts_with(Path::new(crate::ROOT).join("tests"))).collect();
    examples.sort();
    let tables = |(_, text): (_, String)| {
        let whole = open(&text);
        places(whole.log()).into_iter().map(|place| whole.before_line(place).expect("there is such a line")).collect::<Vec<_>>()
    };
    examples.into_iter().flat_map(tables).collect()
}

#[test]
fn every_word_of_a_step_is_in_one_of_its_parts() {
    let mut shapes: BTreeMap<String, String> = BTreeMap::new();
    let offered = |table: Box<dyn Referee>| table.legal_steps().into_iter().map(move |offer| (table.book().game, offer));
    for (game, LegalStep { step, parts, .. }) in tables().into_iter().flat_map(offered) {
        let words = |text: &str| text.split(' ').filter(|word| !["with", "at", "to", "from"].contains(word)).count();
        let place = parts.place.as_deref().map_or(0, words);
        assert_eq!(1 + place + parts.cards.len(), words(&step), "{step}: {parts:?}");
        assert!(step.starts_with(parts.verb), "{step}: {parts:?}");
        assert!(parts.phrase().is_none_or(|phrase| step.contains(&phrase)), "{step}: {parts:?}");
        let shape = format!("{game} {} {} {}", parts.verb, parts.place.is_some(), parts.cards.len());
        let told =
            format!("{step} | {} | {}", parts.place.as_deref().unwrap_or("-"), parts.cards.join(", ")).trim_end().to_owned();
        shapes.entry(shape).and_modify(|first| *first = told.clone().min(std::mem::take(first))).or_insert(told);
    }
    let told: Vec<String> = shapes.into_values().collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    capture 2 with 2MK 2SY | 2 | 2MK, 2SY
    trail 2MK 2SY | - | 2MK, 2SY
    decline | - |
    discard -1 | - | -1
    discard down Clara | down Clara |
    give -1 to Ada | Ada | -1
    mulligan | - |
    play 1 | - | 1
    play 1 10 | - | 1, 10
    take -1 | - | -1
    take down Ada | down Ada |
    discard 2MK | - | 2MK
    done | - |
    draw | - |
    grow 1 2MK | 1 | 2MK
    hatch 2MK | - | 2MK
    lay 1 2SY | 1 | 2SY
    discard 2MK | - | 2MK
    discard 2MK to 1 | 1 | 2MK
    done | - |
    excuse 1 | 1 |
    grow 1 2MK | 1 | 2MK
    hatch 2MK | - | 2MK
    lay 1 2MK | 1 | 2MK
    play BL1 at 1 | 1 | BL1
    ");
}

#[test]
fn what_comes_out_of_a_hand_is_in_the_stock_of_its_kind() {
    let mut compared = 0;
    for table in tables() {
        let stocks = table.stocks();
        for LegalStep { step, parts, .. } in table.legal_steps() {
            // What is lost to a crow lies open.
            let stock = stocks.iter().find(|(kinds, _)| kinds.contains(&parts.verb)).filter(|_| parts.verb != "lose");
            let Some((_, stock)) = stock else { continue };
            for card in &parts.cards {
                let card = card.split('=').next().unwrap_or_default();
                assert!(stock.faces.iter().any(|face| face.code() == card), "{step}");
                compared += 1;
            }
            assert!(parts.cards.is_empty() || stock.count == Some(parts.cards.len()), "{step}");
        }
    }
    assert!(compared > 1000, "{compared} cards");
}

#[test]
fn what_nobody_can_see_has_a_stock_in_every_game() {
    let mut kinds: BTreeMap<&str, String> = BTreeMap::new();
    for table in tables() {
        let of_kinds = table.stocks().into_iter().map(|(kinds, stock)| format!("{} of {}", kinds.join(" "), stock.faces.len()));
        kinds.entry(table.book().game).or_insert_with(|| of_kinds.collect::<Vec<_>>().join(", "));
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(game, kinds)| format!("{game}: {kinds}")).collect();
    insta::assert_snapshot!(kinds.join("\n"), @"
    blulu: deal of 40, trail capture of 40, shows of 40
    eggs-and-empires: reveal of 41, play of 10, opens of 41, shows of 10
    emu-ranchers: hatch grow discard draw lay of 36, shows of 36
    emus-redux: market of 8, hatch grow discard draw lay of 45, shows of 45
    piepmatz: perches of 36, display shows of 36, seeds of 3, play keep of 36, feeder of 5, lose of 3, refill of 5, adds of 36
    ");
}
