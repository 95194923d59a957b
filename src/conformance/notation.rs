//! Random notation: steps, lines and tallies assembled from verbs, names, and arguments by the dealer.

use super::{
    log_draft::{LogDraft, LogLayout, lines_of},
    random_game::{PlayStyle, RandomGame, TestableGame},
};
use crate::{
    deal::Dealer,
    decktet::Card,
    log::LineRef,
    referee::{LegalStep, Refusal},
    table::{Face, GameVerb as _, Ink, Location, PlaceContents, Seat, TableContext, VerbActor, capitalized},
};
use fastrand::Rng;

fn any_arguments<G: Dealer>(word: &str, random: &mut Rng, players: &[String]) -> String {
    let argument = word.trim_matches(['[', ']']);
    let Some(repeated_argument) = argument.strip_suffix('…') else { return any_argument::<G>(argument, random, players) };
    let count = if random.u8(..16) == 0 { 0 } else { random.usize(1..=4) };
    (0..count).map(|_| any_argument::<G>(repeated_argument, random, players)).collect::<Vec<_>>().join(" ")
}

/// A random text for an argument: one by the dealer, a player, a number, or the word itself.
pub(super) fn any_argument<G: Dealer>(argument: &str, random: &mut Rng, players: &[String]) -> String {
    let text = G::random_argument(argument, &mut |below| random.usize(..below));
    text.unwrap_or_else(|| match argument {
        "NAME" => random.choice(players).cloned().unwrap_or_default(),
        "N" if random.bool() => random.u8(1..=4).to_string(),
        "N" => random.u8(..14).to_string(),
        _ => argument.to_owned(),
    })
}

/// The text of a random step: a verb of the book with its arguments filled in.
pub fn any_step_text<G: Dealer>(random: &mut Rng, context: &TableContext<G::Setup>) -> String {
    let Some(verb) = random.choice(G::book().verbs) else { return String::new() };
    let mut text = verb.name.to_owned();
    let mut is_left_out = false;
    let forms: Vec<&str> = verb.form.split(" or ").collect();
    for word in forms[random.usize(..forms.len())].split_whitespace() {
        is_left_out |= word.starts_with('[') && random.bool();
        if !is_left_out {
            text.push(' ');
            text.push_str(&any_arguments::<G>(word, random, context.players.names()));
        }
        is_left_out &= !word.ends_with(']');
    }
    text
}

/// A random step, if the random text parses.
pub fn any_step<G: Dealer>(random: &mut Rng, context: &TableContext<G::Setup>) -> Option<G::Step> {
    G::parse(&any_step_text::<G>(random, context), context).ok()
}

/// A random actor of a step. `None` for a step of the table.
pub fn any_actor<G: Dealer>(random: &mut Rng, step: &G::Step, context: &TableContext<G::Setup>) -> Option<Seat> {
    let is_table = G::verb_text(step).actor == VerbActor::Table;
    (!is_table).then(|| Seat::new(random.usize(..context.players.count())))
}

/// A random step with its actor, resolved in this state of the game. `None` if the step is ambiguous.
pub fn any_settled<G: Dealer>(random: &mut Rng, game: &G, context: &TableContext<G::Setup>) -> Option<(Option<Seat>, G::Step)> {
    let step = any_step::<G>(random, context)?;
    let actor = any_actor::<G>(random, &step, context);
    let resolved = game.resolve(actor, &step).ok()?;
    Some((actor, resolved.unwrap_or(step)))
}

/// The text of a random line: perhaps a name, one to three steps, perhaps a note, perhaps a reason.
pub fn any_line<G: Dealer>(random: &mut Rng, context: &TableContext<G::Setup>) -> String {
    let mut steps: Vec<String> = (0..=random.usize(..3)).map(|_| any_step_text::<G>(random, context)).collect();
    if random.u8(..8) == 0 {
        let at = random.usize(..=steps.len());
        steps.insert(at, "note so it was".to_owned());
    }
    let name = match random.choice(context.players.names()) {
        Some(name) if random.u8(..4) > 0 => format!("{name}: "),
        _ => String::new(),
    };
    let reason = if random.bool() { " ! agreed" } else { "" };
    format!("{name}{}{reason}", steps.join("; "))
}

/// A random tally, one text a player without the name.
pub fn any_tally<G: Dealer>(random: &mut Rng, players: usize) -> Vec<String> {
    (0..players).map(|_| G::random_tally_part(&mut |below| random.usize(..below))).collect()
}

/// The words and characters that can matter to a parser in any game, separated by `·`.
const TOKENS: &str = "Ada:·bo:·a:·Cy:·:·;·!·! agreed·.·..·,·|·=·note·note!·first·with·at·from·to·down·0·1·2·3·255·256·-6·the·X·é·\u{a0}·\
    \u{3000}·\u{2028}·\t·\n·\"·\\·'·#·\u{feff}·🦤·ß·İ·[[round]]·{}";

/// A random word: one of the game's notation in any letter case, or one of [`TOKENS`].
fn any_word<G: TestableGame>(random: &mut Rng, players: &[String]) -> String {
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
        _ => random.choice(TOKENS.split('·').collect::<Vec<_>>()).unwrap_or_default().to_owned(),
    }
}

/// Text of any kind: any characters, or words of the game, numbers and marks in any order.
pub(super) fn any_text<G: TestableGame>(random: &mut Rng, players: &[String]) -> String {
    match random.u8(..6) {
        0 => (0..random.usize(..24)).map(|_| random.char(..)).collect(),
        1 => (0..random.usize(..24)).map(|_| random.char(' '..='~')).collect(),
        _ => {
            let gap = |random: &mut Rng| ["", "  ", " ", " ", " ", " ", " ", " "][random.usize(..8)];
            (0..random.usize(..9)).map(|_| any_word::<G>(random, players) + gap(random)).collect()
        }
    }
}

/// Asserts that a rendered step is parsed as the same step, which resolves to itself, and a rendered tally as the same tally.
pub(super) fn what_is_written_is_read_back<G: TestableGame>(seed: u64) {
    let mut table = RandomGame::<G>::new(seed);
    for _ in 0..20 {
        let texts = any_tally::<G>(&mut table.random, table.context.players.count());
        let setup = &table.context.setup;
        let parse = |texts: &[String]| G::parse_tally(&texts.iter().map(String::as_str).collect::<Vec<_>>(), setup).ok();
        let Some(tally) = parse(&texts) else { continue };
        let written: Vec<String> = table.context.players.seats().map(|seat| G::write_tally(&tally, seat)).collect();
        assert_eq!(parse(&written).as_ref(), Some(&tally), "{texts:?} is written as {written:?}");
    }
    let assert_same_step = |table: &RandomGame<G>, actor, step: &G::Step| {
        let text = G::write(step, &table.context.players);
        let parsed = G::parse(&text, &table.context).unwrap_or_else(|error| panic!("`{text}` can't be read: {error}"));
        let resolved = table.game.resolve(actor, &parsed).unwrap_or_else(|_| panic!("`{text}` is unclear"));
        assert_eq!(&resolved.unwrap_or(parsed), step, "{text}");
    };
    while !table.is_over() {
        for (seat, step) in table.game.legal_steps() {
            assert_same_step(&table, Some(seat), &step);
        }
        for _ in 0..10 {
            if let Some(step) = any_step::<G>(&mut table.random, &table.context.clone()) {
                let text = G::write(&step, &table.context.players);
                assert_eq!(G::parse(&text, &table.context).as_ref(), Ok(&step), "{text}");
            }
        }
        table.advance(PlayStyle::Loose);
        if let Some((actor, step)) = table.acts.last().and_then(|judged_act| judged_act.act.step()) {
            let text = G::write(step, &table.context.players);
            assert_eq!(G::parse(&text, &table.context).as_ref(), Ok(step), "{actor:?} {text}");
        }
    }
}

/// The printed forms of a word: a card with the signs of its suits or with its name, a number with a minus sign.
fn printed_words(word: &str, faces: &[Face]) -> Vec<String> {
    let positive_number = word.strip_prefix('-').filter(|number| number.parse::<u32>().is_ok());
    let mut printed: Vec<String> =
        positive_number.into_iter().flat_map(|number| ['−', '–'].map(|sign| format!("{sign}{number}"))).collect();
    let Some(face) = faces.iter().find(|face| face.code() == word) else { return printed };
    let render = |(ink, text): &(Ink, String)| match ink {
        Ink::Of(suit) if text.len() == 1 => suit.sign.to_string(),
        _ => text.clone(),
    };
    printed.push(face.printed.iter().map(render).collect());
    let value = face.printed.last().map(|(_, text)| text.as_str()).filter(|_| face.printed.len() > 1);
    // A title that several cards share names none of them without its value.
    let title = face.title.filter(|title| faces.iter().filter(|face| face.title == Some(*title)).count() == 1 || value.is_some());
    match (title.filter(|title| !title.eq_ignore_ascii_case(word)), value) {
        (Some(title), None) => printed.extend([title.to_owned(), format!("the {title} ({word})")]),
        (Some(title), Some(value)) => printed.push(format!("{word}, {title} {value}")),
        (None, _) => printed.extend(Card::from_code(word).filter(|card| Face::from(*card) == *face).map(Card::full_name)),
    }
    printed
}

/// The printed forms of a step: its words in their first printed forms, then in their second, and so on.
fn printed_steps<G: TestableGame>(step: &str, context: &TableContext<G::Setup>) -> Vec<String> {
    let (verb, arguments) = step.split_once(' ').unwrap_or((step, ""));
    let game_verb = G::Verb::from_name(verb);
    let faces =
        game_verb.and_then(|game_verb| G::nameable_cards(game_verb, context)).map(|stock| stock.faces).unwrap_or_default();
    let words: Vec<&str> = arguments.split(' ').collect();
    let form_count = words.iter().map(|word| printed_words(word, &faces).len()).max().unwrap_or_default();
    let nth_form = |nth: usize| {
        let printed =
            words.iter().map(|word| printed_words(word, &faces).into_iter().nth(nth).unwrap_or_else(|| (*word).to_owned()));
        format!("{verb} {}", printed.collect::<Vec<_>>().join(" ")).trim_end().to_owned()
    };
    (0..form_count).map(nth_form).collect()
}

/// The forms of a step with the noun of a place before the number of its place: `grow bird 2 8WL`.
fn with_nouns<G: TestableGame>(game: &G, step: &str, place_number: &str) -> Vec<String> {
    let noun_of = |contents: &PlaceContents<G::Thing>| match contents.place {
        Location::Owned(_, noun, Some(_)) | Location::OnTable(_, noun, Some(_)) => Some(noun),
        _ => None,
    };
    let places = game.places();
    let mut nouns: Vec<&str> = places.iter().filter_map(noun_of).filter_map(|noun| noun.split(' ').next_back()).collect();
    nouns.sort_unstable();
    nouns.dedup();
    let with_this_noun = |noun: &str| {
        step.split(' ')
            .map(|word| if word == place_number { format!("{noun} {word}") } else { word.to_owned() })
            .collect::<Vec<_>>()
            .join(" ")
    };
    nouns.into_iter().map(with_this_noun).collect()
}

/// Asserts that a step in any printed form is parsed as the same step when it is typed.
pub(super) fn what_is_printed_is_read_back<G: TestableGame>(seed: u64) {
    let mut random = Rng::with_seed(seed);
    let table = RandomGame::<G>::play_some(seed, PlayStyle::Legal, random.usize(1..60));
    let draft = LogDraft::of(&table, &table.acts);
    let lines = lines_of(&draft.log(LogLayout::Plain));
    let draft_before = draft.shortened(lines.len().saturating_sub(1));
    let referee = draft_before.open(LogLayout::Plain);
    let players = &table.context.players;
    let steps_of =
        |line: &str| -> Option<Vec<String>> { Some(referee.try_line(line).ok()?.into_iter().map(|(step, _)| step).collect()) };
    let assert_same = |typed: &str, line: &str| {
        let parsed = referee.try_line(typed).map(|tried| tried.into_iter().map(|(step, _)| step).collect::<Vec<_>>());
        assert_eq!(parsed.ok(), steps_of(line), "`{typed}` is printed of `{line}`\n{}", draft_before.text(LogLayout::Plain));
    };
    // Try the line that the log would have next, printed with its line reference.
    let Some((round, line)) = lines.last().filter(|(_, line)| steps_of(line).is_some()) else { return };
    let line_ref = LineRef::new(*round, 1);
    assert_same(&format!("{line_ref}  {line}"), line);
    let (actor, steps) = line.split_once(": ").map_or((None, line.as_str()), |(actor, steps)| (Some(actor), steps));
    let with_actor = |steps: &str| actor.map_or_else(|| steps.to_owned(), |actor| format!("{actor}: {steps}"));
    assert_same(&with_actor(&(steps.split("; ").map(capitalized).collect::<Vec<_>>().join(". ") + ".")), line);
    let forms_of_steps: Vec<Vec<String>> = steps.split("; ").map(|step| printed_steps::<G>(step, &table.context)).collect();
    for nth in 0..forms_of_steps.iter().map(Vec::len).max().unwrap_or_default() {
        let nth_forms = steps.split("; ").zip(&forms_of_steps).map(|(step, forms)| forms.get(nth).map_or(step, String::as_str));
        assert_same(&with_actor(&nth_forms.collect::<Vec<_>>().join("; ")), line);
    }
    // Check the offered steps.
    let mut offers = referee.legal_steps();
    random.shuffle(&mut offers);
    for LegalStep { actor, step, parts, .. } in offers.iter().take(8) {
        let line = format!("{actor}: {step}");
        for printed in printed_steps::<G>(step, &table.context) {
            assert_same(&format!("{actor}: {printed}"), &line);
        }
        let number =
            parts.place.as_deref().filter(|place| place.parse::<u8>().is_ok() && !parts.cards.iter().any(|card| card == place));
        if let Some(number) = number {
            let nouns = with_nouns(&table.game, step, number);
            let is_read = |typed: &String| steps_of(&format!("{actor}: {typed}")) == steps_of(&line);
            assert!(nouns.is_empty() || nouns.iter().any(is_read), "none of {nouns:?} is read as `{line}`");
        }
    }
    // Check the options of questions, and the alternatives of verdicts.
    for _ in 0..8 {
        let line = any_step_text::<G>(&mut random, &table.context);
        match referee.try_line(&line) {
            Err(Refusal::Ambiguous { options, .. }) => {
                for option in options {
                    assert!(
                        !matches!(referee.try_line(&option), Err(Refusal::Unparsed { .. })),
                        "`{option}` is offered for `{line}`"
                    );
                }
            }
            Ok(tried) => {
                for alternative in tried.iter().flat_map(|(_, verdict)| &verdict.alternatives) {
                    assert!(
                        players.names().iter().any(|name| steps_of(&format!("{name}: {alternative}")).is_some())
                            || steps_of(alternative).is_some(),
                        "`{alternative}` is offered for `{line}`"
                    );
                }
            }
            Err(_) => {}
        }
    }
}
