//! Random notation: steps, lines and tallies assembled from verbs, names, and what the dealer puts into them.

use super::driver::{Play, Table, Tested};
use crate::{
    deal::Deal,
    table::{Header, Seat, Whose},
};
use fastrand::Rng;

/// One word of a verb's form, filled in at random.
fn fill<G: Deal>(word: &str, random: &mut Rng, players: &[String]) -> String {
    let argument = word.trim_matches(['[', ']']);
    let Some(one) = argument.strip_suffix('…') else { return any_argument::<G>(argument, random, players) };
    let count = if random.u8(..16) == 0 { 0 } else { random.usize(1..=4) };
    (0..count).map(|_| any_argument::<G>(one, random, players)).collect::<Vec<_>>().join(" ")
}

/// Something random for an argument: what the dealer says of it, a player, a number, or the word itself.
pub(super) fn any_argument<G: Deal>(argument: &str, random: &mut Rng, players: &[String]) -> String {
    let known = G::any_argument(argument, &mut |below| random.usize(..below));
    known.unwrap_or_else(|| match argument {
        "NAME" => random.choice(players).cloned().unwrap_or_default(),
        "N" if random.bool() => random.u8(1..=4).to_string(),
        "N" => random.u8(..14).to_string(),
        other => other.to_owned(),
    })
}

/// The text of a random step: a verb of the book with its arguments filled in.
pub fn any_step_text<G: Deal>(random: &mut Rng, header: &Header<G::Setup>) -> String {
    let Some(verb) = random.choice(G::book().verbs) else { return String::new() };
    let mut text = verb.name.to_owned();
    let mut left_out = false;
    let forms: Vec<&str> = verb.form.split(" or ").collect();
    for word in forms[random.usize(..forms.len())].split_whitespace() {
        left_out |= word.starts_with('[') && random.bool();
        if !left_out {
            text.push(' ');
            text.push_str(&fill::<G>(word, random, header.players.names()));
        }
        left_out &= !word.ends_with(']');
    }
    text
}

/// A random step, if what was assembled is one.
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
    (0..players).map(|_| G::any_counted(&mut |below| random.usize(..below))).collect()
}

/// What may make a difference, whatever the game; with a `·` between two.
const WORDS: &str = "Ada:·bo:·a:·Cy:·:·;·!·! agreed·.·..·,·|·=·note·note!·first·with·at·from·to·down·0·1·2·3·255·256·-6·the·X·é·\u{a0}·\
    \u{3000}·\u{2028}·\t·\n·\"·\\·'·#·\u{feff}·🦤·ß·İ·[[round]]·{}";

/// A word of any kind: of the game's notation, in any letter case, or of none.
fn any_word<G: Tested>(random: &mut Rng, players: &[String]) -> String {
    let verb = random.choice(G::book().verbs).expect("every game has verbs");
    match random.u8(..8) {
        0 => verb.name.to_owned(),
        1 => verb.letter.map(String::from).unwrap_or_default(),
        2..5 => {
            let arguments: Vec<&str> = verb.form.split_whitespace().collect();
            let argument = random.choice(arguments).unwrap_or_default().trim_matches(['[', ']', '…']);
            let word = any_argument::<G>(argument, random, players);
            if random.bool() { word.to_lowercase() } else { word }
        }
        _ => random.choice(WORDS.split('·').collect::<Vec<_>>()).unwrap_or_default().to_owned(),
    }
}

/// Text of any kind: any characters, or words of the game, numbers and marks in any order.
pub(super) fn any_text<G: Tested>(random: &mut Rng, players: &[String]) -> String {
    match random.u8(..6) {
        0 => (0..random.usize(..24)).map(|_| random.char(..)).collect(),
        1 => (0..random.usize(..24)).map(|_| random.char(' '..='~')).collect(),
        _ => {
            let gap = |random: &mut Rng| ["", "  ", " ", " ", " ", " ", " ", " "][random.usize(..8)];
            (0..random.usize(..9)).map(|_| any_word::<G>(random, players) + gap(random)).collect()
        }
    }
}

/// What is written is read as the same step, and stays it when the state settles it; a tally is read as the same.
pub(super) fn what_is_written_is_read_back<G: Tested>(seed: u64) {
    let mut table = Table::<G>::new(seed);
    for _ in 0..20 {
        let texts = any_tally::<G>(&mut table.random, table.header.players.count());
        let read = |texts: &[String]| G::parse_tally(&texts.iter().map(String::as_str).collect::<Vec<_>>(), &table.header).ok();
        let Some(tally) = read(&texts) else { continue };
        let written: Vec<String> = table.header.players.seats().map(|seat| G::write_tally(&tally, seat)).collect();
        assert_eq!(read(&written).as_ref(), Some(&tally), "{texts:?} is written as {written:?}");
    }
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
}
