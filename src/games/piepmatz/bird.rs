//! Bird cards: species, values, eggs (PM-1.1, PM-1.2).

use std::fmt;

/// How many different bird cards there are.
pub const KINDS: usize = 36;
/// How many copies of each: a male and a female.
pub const COPIES: u8 = 2;
/// How many different cards a species has.
pub const VALUES: usize = 6;

/// One of the six species (PM-1.1), in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Species {
    /// `BL`
    Blackbird,
    /// `SP`
    Sparrow,
    /// `BU`
    Bullfinch,
    /// `CH`
    Chaffinch,
    /// `GR`
    Greenfinch,
    /// `YE`
    Yellowhammer,
}

impl Species {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Blackbird, Self::Sparrow, Self::Bullfinch, Self::Chaffinch, Self::Greenfinch, Self::Yellowhammer];
    /// The codes of all six.
    pub const CODES: [&'static str; 6] = ["BL", "SP", "BU", "CH", "GR", "YE"];

    /// Its place in the order of the book.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its two letters.
    pub const fn code(self) -> &'static str {
        Self::CODES[self as usize]
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        ["Blackbird", "Sparrow", "Bullfinch", "Chaffinch", "Greenfinch", "Yellowhammer"][self as usize]
    }

    /// Its name, of several.
    pub const fn plural(self) -> &'static str {
        ["Blackbirds", "Sparrows", "Bullfinches", "Chaffinches", "Greenfinches", "Yellowhammers"][self as usize]
    }

    /// The species of this code in capital letters.
    #[inline]
    pub(super) const fn from_code(code: [u8; 2]) -> Option<Self> {
        Some(match &code {
            b"BL" => Self::Blackbird,
            b"SP" => Self::Sparrow,
            b"BU" => Self::Bullfinch,
            b"CH" => Self::Chaffinch,
            b"GR" => Self::Greenfinch,
            b"YE" => Self::Yellowhammer,
            _ => return None,
        })
    }

    /// The species that a word means: its code, its name, or two letters or more of it, one bird or several.
    pub(super) fn from_word(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let means = |species: &&Self| {
            species.name().to_lowercase().starts_with(&word) || species.plural().to_lowercase().starts_with(&word)
        };
        if word.len() < 2 { None } else { Self::ALL.iter().find(means).copied() }
    }
}

/// A bird card: a species and a value. Male and female are two copies of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bird(u8);

impl Bird {
    /// The card of a species with a value from 1 to 6.
    #[inline]
    pub const fn new(species: Species, value: u8) -> Option<Self> {
        if value == 0 || value as usize > VALUES { None } else { Some(Self(species as u8 * 6 + value - 1)) }
    }

    /// The card at a place of the canonical order.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        #[allow(clippy::cast_possible_truncation)] // below 36
        if index < KINDS { Some(Self(index as u8)) } else { None }
    }

    /// All of them, in canonical order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS).filter_map(Self::from_index)
    }

    /// Its place in the canonical order: by species, then by value.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its species.
    #[inline]
    pub const fn species(self) -> Species {
        Species::ALL[self.0 as usize / VALUES]
    }

    /// Its value.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0 % 6 + 1
    }

    /// The eggs that it shows (PM-1.2).
    #[inline]
    pub const fn eggs(self) -> u8 {
        self.value().div_ceil(2)
    }
}

/// `BL6`.
impl fmt::Display for Bird {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.species().code(), self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn birds_are_told_by_species_and_value() {
        let all: Vec<String> = Bird::all().map(|bird| bird.to_string()).collect();
        assert_eq!(all.len(), KINDS);
        assert_eq!((all[0].as_str(), all[5].as_str(), all[6].as_str(), all[35].as_str()), ("BL1", "BL6", "SP1", "YE6"));
        for bird in Bird::all() {
            assert_eq!(Bird::new(bird.species(), bird.value()), Some(bird));
            assert_eq!(Bird::from_index(bird.index()), Some(bird));
        }
        assert_eq!(Bird::from_index(KINDS), None);
        assert_eq!((Bird::new(Species::Sparrow, 0), Bird::new(Species::Sparrow, 7)), (None, None));
    }

    #[test]
    fn a_species_is_read_from_its_name() {
        assert_eq!(Species::from_word("bu"), Some(Species::Bullfinch));
        assert_eq!(Species::from_word("Blackbirds"), Some(Species::Blackbird));
        assert_eq!(Species::from_word("yellow"), Some(Species::Yellowhammer));
        assert_eq!((Species::from_word("b"), Species::from_word("robin")), (None, None));
    }
}
