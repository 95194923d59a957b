//! What every game shares: names, seats, clauses, words, what is shown.

use fowlplay::{
    cli::text,
    decktet::{Card, Suit},
    emu::BirdNumber,
    table::{
        AllowedValues, Book, ClauseId, ClauseText, Fragment, ParseError, Players, RuleSettings, RuleValue, Seat, TableRule, Text,
        Tokens, Zone, ZoneRole, did_you_mean,
        escape::{clean, clean_json},
        is_escaped,
    },
};
use serde_json::json;

#[test]
fn tb_1_seats_go_clockwise_in_the_order_of_the_players() {
    assert_eq!(Seat::new(0).left(3), Seat::new(1));
    assert_eq!(Seat::new(2).left(3), Seat::new(0), "after the last seat comes the first");
    assert_ne!(Seat::new(2).left(4), Seat::new(0), "with four seats the third is not the last");
}

#[test]
fn players_are_found_by_name_or_unique_prefix() {
    let players = Players::new(["Ada", "Bo", "Adele"]);
    assert_eq!((players.find("ada"), players.find_by_prefix("b")), (Ok(Seat::new(0)), Ok(Seat::new(1))));
    assert!(players.find_by_prefix("a").is_err(), "two names begin with a");
    assert_eq!(players.find("Adda").unwrap_err().nearest.as_deref(), Some("Ada"));
    assert!(players.find("").is_err());
}

#[test]
fn a_clause_is_read_as_it_is_cited() {
    assert_eq!((ClauseId::cited("ER-4.12"), ClauseId::cited("TB-3")), (ClauseId::new(*b"ER", 4, 12), ClauseId::table(3)));
    assert_eq!(ClauseId::cited("ER-4.2").in_book(*b"RX"), ClauseId::new(*b"RX", 4, 2));
    assert_eq!(ClauseId::table(3).in_book(*b"RX"), ClauseId::table(3));
}

#[test]
fn a_clause_says_what_the_rules_in_force_make_of_it() {
    const ID: ClauseId = ClauseId::new(*b"XY", 1, 1);
    static COST: TableRule = TableRule {
        key: "cost",
        values: AllowedValues::Whole { default: 18, least: 1, most: 44 },
        clause: ID,
        question: "",
        meaning: "",
        moves_only: false,
    };
    static LATE: TableRule = TableRule { key: "late", values: AllowedValues::Flag { default: false }, ..COST };
    static BOOK: Book = Book { game: "xy", title: "XY", rules: &[&COST, &LATE], ..Book::BARE };
    let said = |text: &'static str, late: bool| {
        let mut rules = RuleSettings::defaults(&BOOK);
        rules.set(&BOOK, "late", &RuleValue::Flag(late)).expect("a rule of the book");
        BOOK.text_of(&ClauseText { id: ID, text }, &rules).into_owned()
    };
    assert_eq!(said("It costs {cost}.", false), "It costs 18.");
    let text = "Draw{late=true:, even late}{late=false: in time} {late=true: or never}. {late=true: Or (late)} go.";
    assert_eq!(said(text, false), "Draw in time. go.");
    assert_eq!(said(text, true), "Draw, even late or never. Or (late) go.");
    for unknown in ["{price}", "{late}{cost=45: dear}", "{late=maybe: perhaps}", "{late=true}"] {
        assert!(said(unknown, true).contains('{'), "{unknown}: it stands as it was written");
    }
    let first = ClauseText { id: ID, text: "It costs {cost} (XY-1.1). Or more." };
    assert_eq!(
        BOOK.first_sentence_of(&first, &RuleSettings::defaults(&BOOK)),
        "It costs 18 (XY-1.1).",
        "a verdict quotes the first sentence"
    );
}

#[test]
fn words_know_their_places() {
    let mut words = Tokens::of("  grow 2  the Mill ");
    assert_eq!((words.next(), words.next()), (Some(("grow", 2..6)), Some(("2", 7..8))));
    assert_eq!((words.rest(), words.end()), (("the Mill", 10), 18..18));
    let words: Vec<_> = Tokens::of("grow\u{2003}zwölf é ").collect();
    assert_eq!(words, [("grow", 0..4), ("zwölf", 7..13), ("é", 14..16)]);
}

#[test]
fn what_is_wrong_is_told_with_what_was_expected() {
    let unreadable = ParseError::new(0..3, "`gro` is no step", "grow").offset_by(2);
    assert_eq!((unreadable.to_string().as_str(), &unreadable.range), ("`gro` is no step; expected grow", &(2..5)));
    assert_eq!(unreadable.expecting("").to_string(), "`gro` is no step");
}

#[test]
fn a_misspelt_word_finds_its_neighbour() {
    assert_eq!(did_you_mean("hacth", ["grow", "hatch", "discard"]), Some("hatch"));
    assert_eq!(did_you_mean("xyzzy", ["grow", "hatch"]), None);
    // Just not similar enough: three letters of four, and of six.
    assert_eq!(did_you_mean("xabc", ["abcdef"]), None);
}

#[test]
fn a_bird_is_numbered_from_one() {
    assert_eq!(BirdNumber::parse("1"), Some(BirdNumber::from_index(0)));
    assert_eq!(BirdNumber::parse("300"), Some(BirdNumber::from_index(254)), "there is no such bird, but it can be said");
    for no_number in ["0", "+1", "-1", "", "one"] {
        assert_eq!(BirdNumber::parse(no_number), None);
    }
}

#[test]
fn only_what_stands_out_has_an_ink() {
    let as_json = |text: Text| json!(text);
    let text = Text::strong("Ada").then(" · ").and(Suit::Suns.into(), "S");
    assert_eq!(as_json(text), json!([{"text": "Ada", "ink": "strong"}, {"text": " · "}, {"text": "S", "ink": "Suns"}]));
    let card: Card = "7SK".parse().expect("a card");
    let printed = json!([{"text": "7", "ink": "strong"}, {"text": "S", "ink": "Suns"}, {"text": "K", "ink": "Knots"}]);
    assert_eq!(json!(Fragment::Card(card.into())), json!({ "card": printed }));
    let pile = |count| as_json(Text::new().pile(count, "card", "cards", &["draw"]));
    assert_eq!(as_json(Text::new().count(2, "card", "cards")), json!([{"text": "2 cards"}]));
    assert_eq!((pile(2), pile(0)), (json!([{"text": "2 cards", "taken_by": ["draw"]}]), json!([{"text": "no cards"}])));
}

#[test]
fn a_table_is_plain_text_with_numbers_below_one_another() {
    let rows = [["1", "7SK"], ["10", "9LK"]].map(|row| row.map(Text::from).to_vec()).to_vec();
    let line = Text::strong("Ada\u{202e}").then(" · ").count(6, "card", "cards");
    let zones = [Zone { line: Some(line), ..Zone::rows(ZoneRole::Note, ["bird", "cards"], rows) }];
    let shown = text::table(&zones);
    let lines = ["Ada\\u{202e} · 6 cards", " bird   cards", "──────────────", "    1   7SK", "   10   9LK"];
    assert_eq!(console::strip_ansi_codes(&shown), lines.join("\n"));
}

#[test]
fn what_cannot_be_seen_is_an_escape_and_a_document_says_the_same() {
    let escaped: Vec<u32> = (0x80..0x11_0000).filter(|code| char::from_u32(*code).is_some_and(is_escaped)).collect();
    let planes = (0..17).flat_map(|plane| [plane << 16 | 0xfffe, plane << 16 | 0xffff]);
    let marks = [0x80..=0x9f, 0x61c..=0x61c, 0x200e..=0x200f, 0x202a..=0x202e, 0x2066..=0x2069, 0xfdd0..=0xfdef];
    let mut expected: Vec<u32> = marks.into_iter().flatten().chain(planes).collect();
    expected.sort_unstable();
    assert_eq!(escaped, expected);
    assert_eq!(clean("a\nb\tc\r"), "a\\nb\\tc\\r");
    let told = "Ada\u{202e} \u{10ffff}\u{9b}\u{7f}\n\u{1b}[31m ø 冬";
    let document = clean_json(json!([told]).to_string());
    assert_eq!(document, r#"["Ada\u202e \udbff\udfff\u009b\u007f\n\u001b[31m ø 冬"]"#);
    assert_eq!(serde_json::from_str::<Vec<String>>(&document).ok(), Some(vec![told.to_owned()]));
}
