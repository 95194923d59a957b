//! A card as it is read back to the people at the table.

use std::fmt;

use super::Card;

/// Writes a card with its name and suits, for reading back.
#[derive(Debug, Clone, Copy)]
pub struct Titled(Card);

impl Titled {
    #[inline]
    pub(super) const fn new(card: Card) -> Titled {
        Titled(card)
    }
}

impl fmt::Display for Titled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.0;
        f.write_str(card.code())?;
        let Some(name) = card.name() else {
            return write!(f, " the {} of {}", card.rank().name(), card.suits().names());
        };
        write!(f, " {name}")?;
        for (i, suit) in card.suits().iter().enumerate() {
            write!(f, "{} {suit}", if i == 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_read_back_with_name_and_suits() {
        let titled = |code| Card::from_code(code).map(|c| c.titled().to_string());
        let is = |code, text: &str| assert_eq!(titled(code).as_deref(), Some(text));
        is("8WL", "8WL the Mill, Waves Leaves");
        is("AW", "AW the Ace of Waves");
        is("CS", "CS the Bard, Suns");
        is("PSWK", "PSWK the Light Keeper, Suns Waves Knots");
        is("EX", "EX the Excuse");
    }
}
