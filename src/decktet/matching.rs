//! Normalises a text, and finds the cards that it matches.

use crate::decktet::{Card, CardErrorKind, Cards, Rank, Suit, Suits};

/// A normalised text: lower case, single spaces, letters for the signs of suits, and no leading "the".
pub(super) struct NormalizedText(String);

/// The ranks in words, from Ace to Court. The Excuse has no rank in words.
pub(super) const RANKS: [&str; 12] =
    ["ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "crown", "pawn", "court"];

impl NormalizedText {
    pub(super) fn new(text: &str) -> NormalizedText {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = lettered(&words.join(" ")).to_ascii_lowercase();
        NormalizedText(plain.strip_prefix("the ").map(str::to_owned).unwrap_or(plain))
    }

    /// The cards that the text fits: those in `among` if there are any, otherwise those of the whole deck. A full name fits only
    /// that card. A code is not also taken as the beginning of a name.
    pub(super) fn fitting(&self, among: Cards) -> Cards {
        if self.0.is_empty() {
            return Cards::EMPTY;
        }
        let mut words = self.0.split(' ');
        if let Some(card) = words.next().and_then(coded)
            && Some(words.clone().count()).filter(|count| *count > 0) == Some(title_length(card, words))
        {
            return card.into();
        }
        if let Some(card) = Card::all().find(|&card| name(card).eq_ignore_ascii_case(&self.0)) {
            return card.into();
        }
        let code = self.code();
        let begins = |card: &Card| name(*card).get(..self.0.len()).is_some_and(|start| start.eq_ignore_ascii_case(&self.0));
        first_found(among, |deck| {
            let coded = code.map_or(Cards::EMPTY, |(rank, suits)| {
                (deck & Cards::of_rank(rank)).iter().filter(|card| card.suits().contains_all(suits)).collect()
            });
            if coded.is_empty() { deck.iter().filter(begins).collect() } else { coded }
        })
    }

    /// Parses a rank with some suits, or none: `7s`, `7 of suns`, `crown moons`, `ace`.
    fn code(&self) -> Option<(Rank, Suits)> {
        let mut words = self.0.split(' ').peekable();
        let (rank, mut suits) = first_word(words.next()?)?;
        if words.peek() == Some(&"of") {
            words.next();
            words.peek()?; // "ace of" is not finished
        }
        for word in words {
            let more = suits_of(word)?;
            if suits.meets(more) {
                return None;
            }
            suits = suits | more;
        }
        Some((rank, suits))
    }

    /// The cards that the text could have meant, if it fits none.
    pub(super) fn nearest(&self, among: Cards) -> (CardErrorKind, Cards) {
        let first = self.0.split(' ').next().unwrap_or_default();
        let leading = first.bytes().next().unwrap_or_default();
        let coded = self.code().map(|(rank, _)| rank);
        let rank = coded.or_else(|| rank_of(first)).or_else(|| {
            // A first digit is a rank, regardless of the rest.
            Rank::from_byte(leading).filter(|_| leading.is_ascii_digit())
        });
        if let Some(rank) = rank {
            return of_rank(rank, among);
        }
        // The first letter is a rank only if the text is short enough for a code. A longer text is an ordinary word.
        let suited = self.0.chars().skip(1).any(|c| Suit::from_letter(c).is_some());
        let short = self.0.len() == 2 || self.0.len() <= 4 && suited;
        let rank = Rank::from_byte(leading.to_ascii_uppercase()).filter(|_| short);
        match rank {
            Some(rank) => of_rank(rank, among),
            None => (CardErrorKind::Unknown, Cards::EMPTY),
        }
    }
}

/// The card with this code, in any letter case or with the signs of suits: `7SK`, `7☀⌘`.
pub(super) fn coded(word: &str) -> Option<Card> {
    Card::from_code(word).or_else(|| Card::from_code(&lettered(word).to_ascii_uppercase()))
}

fn lettered(text: &str) -> String {
    // Some systems add a variation selector to a sign, which requests a drawing in colour.
    let letters = text.chars().filter(|char| *char != '\u{fe0f}');
    letters.map(|char| Suit::from_sign(char).map_or(char, Suit::letter)).collect()
}

/// The number of words after a card's code that belong to its title: the name, and perhaps the suits, as the program prints them.
pub(super) fn title_length<'a>(card: Card, words: impl Iterator<Item = &'a str>) -> usize {
    let title = card.full_name();
    let (name, suits) = title.split_once(',').unwrap_or((&title, ""));
    let name = name.split(' ').skip(1).filter(|word| *word != "the");
    let mut words = words.map(|word| word.trim_end_matches(',')).enumerate().peekable();
    words.next_if(|(_, word)| word.eq_ignore_ascii_case("the"));
    let mut take = |part: &str| words.next_if(|(_, word)| word.eq_ignore_ascii_case(part)).map(|(at, _)| at + 1);
    let mut length = 0;
    for part in name {
        match take(part) {
            Some(taken) => length = taken,
            None => return 0,
        }
    }
    suits.split_whitespace().map_while(take).last().unwrap_or(length)
}

/// The rank from Ace to Crown that a card is played as, as code or word.
pub(super) fn wild_number(text: &str) -> Option<Rank> {
    match text.trim() {
        "1" => Some(Rank::Ace),
        "10" => Some(Rank::Crown),
        text => rank_of(&text.to_ascii_lowercase()).filter(|rank| *rank <= Rank::Crown),
    }
}

/// A card's name without "the". Empty for Aces.
fn name(card: Card) -> &'static str {
    let name = card.name().unwrap_or_default();
    name.strip_prefix("the ").unwrap_or(name)
}

/// The cards found in the game's deck. If there are none, those found in the whole deck.
fn first_found(among: Cards, find: impl Fn(Cards) -> Cards) -> Cards {
    let here = find(among);
    if here.is_empty() { find(Cards::EXTENDED) } else { here }
}

fn of_rank(rank: Rank, among: Cards) -> (CardErrorKind, Cards) {
    (CardErrorKind::NotOfRank(rank), first_found(among, |deck| deck & Cards::of_rank(rank)))
}

/// Parses a rank, or a rank directly followed by suit letters.
fn first_word(word: &str) -> Option<(Rank, Suits)> {
    if let Some(rank) = rank_of(word) {
        return Some((rank, Suits::EMPTY));
    }
    let rank = Rank::from_byte(word.bytes().next()?.to_ascii_uppercase())?;
    Some((rank, letters(word.get(1..)?)?))
}

fn rank_of(word: &str) -> Option<Rank> {
    Rank::from_code(word).or_else(|| Rank::ALL.into_iter().zip(RANKS).find(|(_, known)| *known == word).map(|(rank, _)| rank))
}

/// Parses a suit's name, its singular (`sun`, `leaf`), or suit letters.
fn suits_of(word: &str) -> Option<Suits> {
    let named = |suit: &Suit| {
        let plural = suit.name();
        let single = plural.strip_suffix('s').unwrap_or(plural);
        word.eq_ignore_ascii_case(plural) || word.eq_ignore_ascii_case(single)
    };
    match Suit::ALL.into_iter().find(named) {
        Some(suit) => Some(suit.into()),
        None if word == "leaf" => Some(Suit::Leaves.into()),
        None => letters(word),
    }
}

/// Parses suit letters in any order. Returns `None` if one is repeated.
fn letters(word: &str) -> Option<Suits> {
    word.chars().try_fold(Suits::EMPTY, |suits, letter| {
        let suit = Suit::from_letter(letter)?;
        (!suits.contains(suit)).then(|| suits.with(suit))
    })
}
