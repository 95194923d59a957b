//! Every rule of "Reading a card" in `rules/decktet.md`.

use proptest::prelude::*;

use fowlplay::decktet::{Card, CardErrorKind, Cards, Rank, Suit, Suits, parse_card, parse_cards, parse_wild, parse_wilds};

fn code(text: &str) -> String {
    code_among(text, Cards::EXTENDED)
}

/// The code of the card read, or the codes of what it could be in brackets.
fn code_among(text: &str, among: Cards) -> String {
    match parse_card(text, among) {
        Ok(card) => card.to_string(),
        Err(error) => format!("[{}]", error.candidates),
    }
}

fn error(text: &str) -> String {
    parse_card(text, Cards::EXTENDED).unwrap_err().to_string()
}

/// All orders of some letters.
fn orders(letters: &[char]) -> Vec<String> {
    if letters.is_empty() {
        return vec![String::new()];
    }
    let mut all = Vec::new();
    for (i, letter) in letters.iter().enumerate() {
        let others: Vec<char> = [&letters[..i], &letters[i + 1..]].concat();
        all.extend(orders(&others).into_iter().map(|o| format!("{letter}{o}")));
    }
    all
}

fn all_suits() -> impl Iterator<Item = Suits> {
    (0..64).map(|bits| Suit::ALL.into_iter().filter(|&suit| bits >> suit as u8 & 1 == 1).collect())
}

#[test]
fn codes_in_any_case_and_order_of_suits() {
    for card in Card::all().filter(|&c| c != Card::EXCUSE) {
        let letters: Vec<char> = card.suits().iter().map(Suit::letter).collect();
        for order in orders(&letters) {
            let text = format!("{}{order}", card.rank());
            assert_eq!(code(&text), card.code());
            assert_eq!(code(&text.to_lowercase()), card.code());
            assert_eq!(code_among(&text, Cards::BASIC), card.code());
        }
    }
    assert_eq!(code("ex"), "EX");
    assert_eq!(code("Ex"), "EX");
}

#[test]
fn any_subset_of_suits_that_leaves_one_card() {
    for rank in Rank::ALL.into_iter().filter(|&r| r != Rank::Excuse) {
        for suits in all_suits() {
            let fits: Cards = Card::all().filter(|c| c.rank() == rank && c.suits().contains_all(suits)).collect();
            let text = format!("{rank}{suits}").to_lowercase();
            let result = parse_card(&text, Cards::EXTENDED);
            match (fits.only(), result) {
                (Some(card), result) => assert_eq!(result, Ok(card), "{text}"),
                (None, Err(error)) if fits.is_empty() => {
                    assert_eq!(error.kind, CardErrorKind::NotOfRank(rank), "{text}");
                }
                (None, result) => {
                    let error = result.unwrap_err();
                    assert_eq!(error.kind, CardErrorKind::Ambiguous, "{text}");
                    assert_eq!(error.candidates, fits);
                }
            }
        }
    }
    assert_eq!(code("7s"), "7SK");
    assert_eq!(code("pm"), "[PMSL PMYK]");
    assert_eq!(code("7"), "[7SK 7WY 7ML]");
}

#[test]
fn names_whole_or_as_prefix() {
    let names: Vec<(Card, String)> =
        Card::all().filter_map(|c| Some((c, c.name()?.strip_prefix("the ")?.to_lowercase()))).collect();
    assert_eq!(names.len(), 39);
    for (card, name) in &names {
        assert_eq!(code(name), card.code());
        assert_eq!(code(&format!("The {name}")), card.code());
        assert_eq!(code(&name.to_uppercase()), card.code());
        for end in 2..name.len() {
            let start = &name[..end];
            let begun = names.iter().filter(|(_, n)| n.starts_with(start)).count();
            assert_eq!(code(start) == card.code(), begun == 1, "{start}");
        }
    }
    assert_eq!(code("light"), "PSWK");
    assert_eq!(code("the ca"), "[7SK 7WY CY]");
    assert_eq!(code("the excuse"), "EX");
}

#[test]
fn words_of_rank_and_suit() {
    for (text, is) in [
        ("ace of waves", "AW"),
        ("the Ace of Waves", "AW"),
        ("crown moons", "CM"),
        ("7 of suns", "7SK"),
        ("seven of suns knots", "7SK"),
        ("Seven of Knots Suns", "7SK"),
        ("7 s k", "7SK"),
        ("two wave", "2WL"),
        ("three of leaf", "3LY"),
        ("four wyrms knots", "4YK"),
        ("five of suns", "5SW"),
        ("six of moons", "6MW"),
        ("eight of moons", "8MS"),
        ("nine of leaves", "9LK"),
        ("pawn moons suns", "PMSL"),
        ("court ml", "TMLY"),
        ("ace", "[AM AS AW AL AY AK]"),
        ("seven of suns moons", "[7SK 7WY 7ML]"),
        ("ace of", "[AM AS AW AL AY AK]"),
        ("7s and", "[7SK 7WY 7ML]"),
        ("7 s s", "[7SK 7WY 7ML]"),
    ] {
        assert_eq!(code(text), is, "{text}");
    }
}

#[test]
fn white_space_is_trimmed_and_counts_once() {
    assert_eq!(code("  7SK\t"), "7SK");
    assert_eq!(code(" chance \t  meeting\n"), "7ML");
    assert_eq!(code("ace  of   waves"), "AW");
}

#[test]
fn cards_of_the_game_come_first() {
    assert_eq!(code("wind"), "[CK TSLK]");
    assert_eq!(code_among("wind", Cards::BASIC), "CK");
    assert_eq!(code_among("window", Cards::BASIC), "TSLK");
    assert_eq!(code_among("light", Cards::BASIC), "PSWK");
    assert_eq!(code_among("pms", Cards::BASIC), "PMSL");
    assert_eq!(code_among("pm", Cards::BASIC), "[PMSL PMYK]");
}

#[test]
fn errors_name_what_could_be_meant() {
    for (text, message) in [
        ("7x", "no card is written `7x`; the sevens are 7SK the Castle, 7WY the Cave, 7ML the Chance Meeting"),
        ("pm", "`pm` could be PMSL the Harvest or PMYK the Watchman"),
        ("7", "`7` could be 7SK the Castle, 7WY the Cave or 7ML the Chance Meeting"),
        ("castel", "no card is written `castel`"),
        ("ace of spades", "no card is written `ace of spades`; the Aces are AM, AS, AW, AL, AY, AK"),
        (" ", "a card is missing"),
        ("the", "no card is written `the`"),
        ("10s", "no card is written `10s`"),
        ("quetzal", "no card is written `quetzal`"),
    ] {
        assert_eq!(error(text), message);
    }
    assert!(error("cx").starts_with("no card is written `cx`; the Crowns are CS the Bard, "));
}

#[test]
fn every_word_behind_a_rank_is_another_suit() {
    assert_eq!(code("nine waves wyrms"), "9WY");
    for text in ["nine waves foo wyrms", "nine waves and wyrms", "nine waves waves wyrms", "seven suns fish knots"] {
        assert!(error(text).starts_with(&format!("no card is written `{text}`; ")), "{}", error(text));
    }
}

#[test]
fn a_pawn_or_court_played_as_a_number() {
    let played = |text| parse_wild(text, Cards::EXTENDED).map(|(c, r)| (c.code(), r));
    assert_eq!(played("PMSL=6"), Ok(("PMSL", Some(Rank::Six))));
    assert_eq!(played(" harvest = two "), Ok(("PMSL", Some(Rank::Two))));
    assert_eq!(played("PMSL"), Ok(("PMSL", None)));
    assert_eq!((played("PMSL=A"), played("pmsl=crown")), (Ok(("PMSL", Some(Rank::Ace))), Ok(("PMSL", Some(Rank::Crown)))));
    assert_eq!((played("PMSL=1"), played("PMSL=10")), (played("PMSL=A"), played("PMSL=C")));
    for no in ["PMSL=", "PMSL=0", "PMSL=11", "PMSL=P", "PMSL=6=7"] {
        let error = played(no).unwrap_err();
        assert_eq!(error.kind, CardErrorKind::NotANumber);
        assert_eq!(error.to_string(), format!("`{no}`: the number a card is played as is 2 to 9"));
    }
    assert_eq!(played("=6").unwrap_err().kind, CardErrorKind::Missing);
}

#[test]
fn several_cards_in_a_row() {
    let many = |text: &'static str| {
        parse_cards(text, Cards::EXTENDED).map(|cards| {
            let each = cards.into_iter();
            each.map(|(c, at)| format!("{c}:{}", &text[at])).collect::<Vec<_>>()
        })
    };
    let is = |text, cards: &[&str]| assert_eq!(many(text).unwrap(), cards, "{text}");
    is("", &[]);
    is(" , ", &[]);
    is("7SK 3MW", &["7SK:7SK", "3MW:3MW"]);
    is("ace of waves  light keeper 7s", &["AW:ace of waves", "PSWK:light keeper", "7SK:7s"]);
    is("7 s,3m , the end", &["7SK:7 s", "3MW:3m", "CL:the end"]);
    is("seven of knots suns castle", &["7SK:seven of knots suns", "7SK:castle"]);
    let no = |text, at: &str| {
        let (error, range) = many(text).unwrap_err();
        assert_eq!((&text[range], error.text.as_str()), (at, at), "{text}");
    };
    no("7SK 7x 3MW", "7x");
    no("7SK the castel 3MW", "the castel");
    no("ace of spades 3MW", "ace of spades");
    no("7SK=6", "7SK=6");
    no("3MW 7SK = 6", "7SK = 6");
}

#[test]
fn several_cards_some_played_as_numbers() {
    let cards = parse_wilds("2WL PMSL=6 light keeper = 3 8w", Cards::EXTENDED).unwrap();
    let all: Vec<_> = cards.into_iter().map(|(card, _)| card).collect();
    let card = |code| Card::from_code(code).unwrap();
    assert_eq!(
        all,
        [(card("2WL"), None), (card("PMSL"), Some(Rank::Six)), (card("PSWK"), Some(Rank::Three)), (card("8WL"), None),]
    );
    for (text, place) in [
        ("2WL PMSL = 12 8w", 4..13),
        ("2WL light keeper =0 8w", 4..19),
        ("2WL PMSL=T", 4..10),
        ("PMSL =", 0..6),
        ("2WL PMSL =6 =7", 4..14),
    ] {
        let (error, at) = parse_wilds(text, Cards::EXTENDED).unwrap_err();
        assert_eq!((error.kind, at), (CardErrorKind::NotANumber, place));
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in "\\PC*|[ ,=a-zA-Z0-9é\u{2003}]{0,40}|((the|of|and|7|p|m|s|=|,|light|ace|exc) ?){0,12}") {
        for among in [Cards::EMPTY, Cards::BASIC, Cards::EXTENDED] {
            if let Err(error) = parse_card(&text, among) {
                prop_assert_eq!(&error.text, text.trim());
                let _ = error.to_string();
            }
            let _ = parse_wild(&text, among);
            let _ = parse_wilds(&text, among);
            match parse_cards(&text, among) {
                Ok(cards) => for (card, at) in cards {
                    prop_assert_eq!(parse_card(&text[at], among), Ok(card));
                },
                Err((error, at)) => prop_assert_eq!(&error.text, &text[at]),
            }
        }
    }
}
