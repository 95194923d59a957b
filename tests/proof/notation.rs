//! Random notation: steps, lines and tallies put together from verbs, numbers, cards and names.

use fastrand::Rng;
use fowlplay::{
    deal::Deal,
    decktet::{Card, Rank},
    table::{Header, Seat, Whose},
};

use crate::driver::{Play, Table, Tested, for_seeds};

/// A random card of the Decktet; half of the time one of its first twelve, so that the same card turns up again. Some are
/// played as a number.
fn any_card(random: &mut Rng) -> String {
    let below = if random.bool() { 12 } else { Card::COUNT };
    let card = Card::from_index(random.usize(..below)).expect("below the number of cards");
    let wild = matches!(card.rank(), Rank::Pawn | Rank::Court) && random.bool();
    if wild { format!("{card}={}", random.u8(2..=9)) } else { card.to_string() }
}

/// A random bird of Piepmatz; half of the time one of a few, so that the same turns up again.
fn any_bird(random: &mut Rng) -> String {
    let species = random.choice(["BL", "SP", "BU", "CH", "GR", "YE"]).unwrap_or_default();
    if random.bool() { format!("{species}{}", random.u8(1..=6)) } else { format!("BL{}", random.u8(1..=2)) }
}

/// A random card of a game.
fn any_card_of(game: &str, random: &mut Rng) -> String {
    if game == "piepmatz" { any_bird(random) } else { any_card(random) }
}

fn any_feeder_card(random: &mut Rng) -> &'static str {
    random.choice(["1", "2", "3", "crow", "squirrel"]).unwrap_or_default()
}

/// A random value of an egg; half of the time one of a few, so that the same turns up again.
fn any_value(random: &mut Rng) -> String {
    if random.bool() { random.i8(-22..=22) } else { random.choice([13, 10, 5, 0, -4, -6]).unwrap_or_default() }.to_string()
}

/// One argument of a verb's form, filled in at random.
fn fill(game: &str, word: &str, random: &mut Rng, players: &[String]) -> String {
    match word.trim_matches(['[', ']']) {
        "CARD…" => (0..=random.usize(..3)).map(|_| any_card_of(game, random)).collect::<Vec<_>>().join(" "),
        "N…" => (0..=random.usize(..3)).map(|_| random.u8(..14).to_string()).collect::<Vec<_>>().join(" "),
        "V…" => (0..random.usize(..5)).map(|_| any_value(random)).collect::<Vec<_>>().join(" "),
        "V" => any_value(random),
        "N" | "RANK" => random.u8(1..=4).to_string(),
        "CARD" => any_card_of(game, random),
        "FEEDER…" => (0..=random.usize(..3)).map(|_| any_feeder_card(random)).collect::<Vec<_>>().join(" "),
        "FEEDER" => any_feeder_card(random).to_owned(),
        "NAME" => random.choice(players).cloned().unwrap_or_default(),
        "PILE" => random.u8(1..=2).to_string(),
        "PLACE" => random.choice(["1", "2", "market"]).unwrap_or_default().to_owned(),
        other => other.to_owned(),
    }
}

/// The text of a random step: a verb of the book with its arguments filled in.
pub fn any_step_text<G: Deal>(random: &mut Rng, header: &Header<G::Setup>) -> String {
    let verb = random.choice(G::book().verbs).expect("every game has verbs");
    let mut text = verb.name.to_owned();
    let mut left_out = false;
    let forms: Vec<&str> = verb.form.split(" or ").collect();
    for word in forms[random.usize(..forms.len())].split_whitespace() {
        left_out |= word.starts_with('[') && random.bool();
        if !left_out {
            text.push(' ');
            text.push_str(&fill(G::book().game, word, random, header.players.names()));
        }
        left_out &= !word.ends_with(']');
    }
    text
}

/// A random step, if what was put together is one.
pub fn any_step<G: Deal>(random: &mut Rng, header: &Header<G::Setup>) -> Option<G::Step> {
    G::parse(&any_step_text::<G>(random, header), header).ok()
}

/// Somebody who does it: a player, unless it is the table's to do.
pub fn any_actor<G: Deal>(random: &mut Rng, step: &G::Step, header: &Header<G::Setup>) -> Option<Seat> {
    let table = G::verb_text(step).whose == Whose::Table;
    (!table).then(|| Seat::new(random.usize(..header.players.count())))
}

/// A random step of somebody, settled as the table stands, if it is a clear one.
pub fn any_settled<G: Deal>(random: &mut Rng, game: &G, header: &Header<G::Setup>) -> Option<(Option<Seat>, G::Step)> {
    let step = any_step::<G>(random, header)?;
    let actor = any_actor::<G>(random, &step, header);
    let settled = game.settle(actor, &step).ok()?;
    Some((actor, settled.unwrap_or(step)))
}

/// The text of a random line: perhaps a name, one to three steps, perhaps a note, perhaps a reason for letting it stand.
pub fn any_line<G: Deal>(random: &mut Rng, header: &Header<G::Setup>) -> String {
    let mut steps: Vec<String> = (0..=random.usize(..3)).map(|_| any_step_text::<G>(random, header)).collect();
    if random.u8(..8) == 0 {
        let at = random.usize(..=steps.len());
        steps.insert(at, "note so it was".to_owned());
    }
    let name = match random.choice(header.players.names()) {
        Some(name) if random.u8(..4) > 0 => format!("{name}: "),
        _ => String::new(),
    };
    let reason = if random.bool() { " ! agreed" } else { "" };
    format!("{name}{}{reason}", steps.join("; "))
}

/// A random tally, one text a player without the name.
pub fn any_tally<G: Deal>(random: &mut Rng, players: usize) -> Vec<String> {
    let game = G::book().game;
    let cards = |random: &mut Rng| (0..=random.usize(..3)).map(|_| any_card_of(game, random)).collect::<Vec<_>>().join(" ");
    let parts = |random: &mut Rng| (0..random.usize(..3)).map(|_| cards(random)).collect::<Vec<_>>();
    let one = |random: &mut Rng| match game {
        "piepmatz" if random.bool() => format!("{}; {}", parts(random).join(" "), random.u8(1..=3)),
        "piepmatz" => parts(random).join(" "),
        _ => parts(random).join(" | "),
    };
    (0..players).map(|_| one(random)).collect()
}

/// What is written is read as the same step, and stays it when the state settles it.
pub fn a_written_step_is_read_back<G: Tested>() {
    for_seeds(150, |seed| {
        let mut table = Table::<G>::new(seed);
        let same = |table: &Table<G>, actor, step: &G::Step| {
            let text = G::write(step, &table.header.players);
            let read = G::parse(&text, &table.header).unwrap_or_else(|error| panic!("`{text}` can't be read: {error}"));
            let settled = table.game.settle(actor, &read).unwrap_or_else(|_| panic!("`{text}` is unclear"));
            assert_eq!(&settled.unwrap_or(read), step, "{text}");
        };
        while !table.is_over() {
            for (seat, step) in table.game.legal_steps() {
                same(&table, Some(seat), &step);
            }
            for _ in 0..10 {
                if let Some(step) = any_step::<G>(&mut table.random, &table.header.clone()) {
                    let text = G::write(&step, &table.header.players);
                    assert_eq!(G::parse(&text, &table.header).as_ref(), Ok(&step), "{text}");
                }
            }
            table.go_on(Play::Loosely);
            if let Some((actor, step)) = table.done.last().and_then(|done| done.act.step()) {
                let text = G::write(step, &table.header.players);
                assert_eq!(G::parse(&text, &table.header).as_ref(), Ok(step), "{actor:?} {text}");
            }
        }
    });
}
