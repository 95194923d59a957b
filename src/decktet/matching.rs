//! Normalises a text, and finds the cards that it matches.

use crate::decktet::{Card, CardErrorKind, Cards, Rank, Suit, Suits};

/// A normalised text: lower case, single spaces, letters for the signs of suits, and no leading "the".
pub(super) struct NormalizedText(String);

/// The ranks in words, from Ace to Court. The Excuse has no rank in words.
const RANKS: [&str; 12] = ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "crown", "pawn", "court"];

impl NormalizedText {
    pub(super) fn new(text: &str) -> NormalizedText {
        let words: Vec<&str> = text.split_whitespace().collect();
        let normalized = signs_to_letters(&words.join(" ")).to_ascii_lowercase();
        NormalizedText(normalized.strip_prefix("the ").map(str::to_owned).unwrap_or(normalized))
    }

    /// The cards that the text fits: those in `among` if there are any, otherwise those of the extended deck. A full name, or a
    /// code with the card's title, fits only its card. A text that fits as a code is not compared with names.
    pub(super) fn fitting(&self, among: Cards) -> Cards {
        if self.0.is_empty() {
            return Cards::EMPTY;
        }
        let mut words = self.0.split(' ');
        if let Some(card) = words.next().and_then(card_by_code)
            && Some(words.clone().count()).filter(|count| *count > 0) == Some(title_length(card, words))
        {
            return card.into();
        }
        if let Some(card) = Card::all().find(|&card| short_name(card).eq_ignore_ascii_case(&self.0)) {
            return card.into();
        }
        let code = self.parse_code();
        let is_start_of_name =
            |card: &Card| short_name(*card).get(..self.0.len()).is_some_and(|start| start.eq_ignore_ascii_case(&self.0));
        first_found(among, |deck| {
            let by_code = code.map_or(Cards::EMPTY, |(rank, suits)| {
                (deck & Cards::of_rank(rank)).iter().filter(|card| card.suits().contains_all(suits)).collect()
            });
            if by_code.is_empty() { deck.iter().filter(is_start_of_name).collect() } else { by_code }
        })
    }

    /// Parses a rank with some suits, or none: `7s`, `7 of suns`, `crown moons`, `ace`.
    fn parse_code(&self) -> Option<(Rank, Suits)> {
        let mut words = self.0.split(' ').peekable();
        let (rank, mut suits) = parse_first_word(words.next()?)?;
        if words.peek() == Some(&"of") {
            words.next();
            words.peek()?; // "ace of" is incomplete
        }
        for word in words {
            let word_suits = suits_of(word)?;
            if suits.meets(word_suits) {
                return None;
            }
            suits = suits | word_suits;
        }
        Some((rank, suits))
    }

    /// The cards that the text could mean, if the text fits none.
    pub(super) fn nearest(&self, among: Cards) -> (CardErrorKind, Cards) {
        let first_word = self.0.split(' ').next().unwrap_or_default();
        let first_byte = first_word.bytes().next().unwrap_or_default();
        let coded_rank = self.parse_code().map(|(rank, _)| rank);
        let rank = coded_rank.or_else(|| rank_of(first_word)).or_else(|| {
            // A digit at the beginning is a rank, regardless of the rest.
            Rank::from_byte(first_byte).filter(|_| first_byte.is_ascii_digit())
        });
        if let Some(rank) = rank {
            return rank_candidates(rank, among);
        }
        // The first letter is a rank only if the text is short enough for a code. A longer text is a word.
        let has_suit = self.0.chars().skip(1).any(|char| Suit::from_letter(char).is_some());
        let is_short = self.0.len() == 2 || self.0.len() <= 4 && has_suit;
        let rank = Rank::from_byte(first_byte.to_ascii_uppercase()).filter(|_| is_short);
        match rank {
            Some(rank) => rank_candidates(rank, among),
            None => (CardErrorKind::Unknown, Cards::EMPTY),
        }
    }
}

/// The card with this code, in any letter case or with the signs of suits: `7SK`, `7☀⌘`.
pub(super) fn card_by_code(word: &str) -> Option<Card> {
    Card::from_code(word).or_else(|| Card::from_code(&signs_to_letters(word).to_ascii_uppercase()))
}

fn signs_to_letters(text: &str) -> String {
    // Some systems add a variation selector to a sign, which requests a drawing in colour.
    let letters = text.chars().filter(|char| *char != '\u{fe0f}');
    letters.map(|char| Suit::from_sign(char).map_or(char, Suit::letter)).collect()
}

/// The number of words after a card's code that belong to its title: the name, and perhaps the suits, as the program prints both.
pub(super) fn title_length<'a>(card: Card, words: impl Iterator<Item = &'a str>) -> usize {
    let title = card.full_name();
    let (name, suits) = title.split_once(',').unwrap_or((&title, ""));
    let name_words = name.split(' ').skip(1).filter(|word| *word != "the");
    let mut words = words.map(|word| word.trim_end_matches(',')).enumerate().peekable();
    words.next_if(|(_, word)| word.eq_ignore_ascii_case("the"));
    let mut take = |expected: &str| words.next_if(|(_, word)| word.eq_ignore_ascii_case(expected)).map(|(at, _)| at + 1);
    let mut length = 0;
    for word in name_words {
        match take(word) {
            Some(words_taken) => length = words_taken,
            None => return 0,
        }
    }
    suits.split_whitespace().map_while(take).last().unwrap_or(length)
}

/// Parses the rank, from Ace to Crown, that a card is played as: a number, a code or a word.
pub(super) fn wild_number(text: &str) -> Option<Rank> {
    match text.trim() {
        "1" => Some(Rank::Ace),
        "10" => Some(Rank::Crown),
        text => rank_of(&text.to_ascii_lowercase()).filter(|rank| *rank <= Rank::Crown),
    }
}

/// A card's name without "the". Empty for Aces.
fn short_name(card: Card) -> &'static str {
    let name = card.name().unwrap_or_default();
    name.strip_prefix("the ").unwrap_or(name)
}

/// The cards that `find` finds in `among`. If there are none, those that `find` finds in the extended deck.
fn first_found(among: Cards, find: impl Fn(Cards) -> Cards) -> Cards {
    let found = find(among);
    if found.is_empty() { find(Cards::EXTENDED) } else { found }
}

fn rank_candidates(rank: Rank, among: Cards) -> (CardErrorKind, Cards) {
    (CardErrorKind::NotOfRank(rank), first_found(among, |deck| deck & Cards::of_rank(rank)))
}

/// Parses a rank, or a rank directly followed by suit letters.
fn parse_first_word(word: &str) -> Option<(Rank, Suits)> {
    if let Some(rank) = rank_of(word) {
        return Some((rank, Suits::EMPTY));
    }
    let rank = Rank::from_byte(word.bytes().next()?.to_ascii_uppercase())?;
    Some((rank, parse_letters(word.get(1..)?)?))
}

fn rank_of(word: &str) -> Option<Rank> {
    Rank::from_code(word).or_else(|| Rank::ALL.into_iter().zip(RANKS).find(|(_, name)| *name == word).map(|(rank, _)| rank))
}

/// Parses a suit's name, its singular (`sun`, `leaf`), or suit letters.
fn suits_of(word: &str) -> Option<Suits> {
    let has_name = |suit: &Suit| {
        let plural = suit.name();
        let singular = plural.strip_suffix('s').unwrap_or(plural);
        word.eq_ignore_ascii_case(plural) || word.eq_ignore_ascii_case(singular)
    };
    match Suit::ALL.into_iter().find(has_name) {
        Some(suit) => Some(suit.into()),
        None if word == "leaf" => Some(Suit::Leaves.into()),
        None => parse_letters(word),
    }
}

/// Parses suit letters in any order. Returns `None` if a letter is repeated or not of a suit.
fn parse_letters(word: &str) -> Option<Suits> {
    word.chars().try_fold(Suits::EMPTY, |suits, letter| {
        let suit = Suit::from_letter(letter)?;
        (!suits.contains(suit)).then(|| suits.with(suit))
    })
}
