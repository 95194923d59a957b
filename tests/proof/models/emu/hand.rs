//! Hands as the table knows them (TB-2 to TB-6), with the cards nobody has seen as a plain list.

/// What is known of a hand.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    pub known: Vec<String>,
    pub unseen: usize,
}

impl Hand {
    /// TB-3: whether these cards, each as often as it is listed, can be in the hand, with these unaccounted for.
    pub fn can_hold(&self, cards: &[String], unaccounted: &[String]) -> bool {
        let unknown = without(cards, &self.known);
        unknown.len() <= self.unseen && is_part_of(&unknown, unaccounted)
    }

    /// A card leaves the hand: the known copy, if there is one.
    pub fn lose(&mut self, card: &String) {
        match self.known.iter().position(|known| known == card) {
            Some(at) => drop(self.known.remove(at)),
            None => self.unseen -= 1,
        }
    }

    /// TB-5: at least these cards are in the hand.
    pub fn show(&mut self, cards: &[String]) {
        let new = without(cards, &self.known);
        self.unseen -= new.len();
        self.known.extend(new);
    }
}

/// Whether a deck holds all these cards, each as often as it is listed.
pub fn is_part_of(cards: &[String], deck: &[String]) -> bool {
    without(deck, cards).len() + cards.len() == deck.len()
}

/// What is left of a deck when these cards lie elsewhere, one copy for each time they are listed.
pub fn without<'a>(deck: &[String], seen: impl IntoIterator<Item = &'a String>) -> Vec<String> {
    let mut left = deck.to_vec();
    for card in seen {
        if let Some(at) = left.iter().position(|other| other == card) {
            left.remove(at);
        }
    }
    left
}

/// TB-6: with no card in the draw pile and one hand alone holding unseen cards, they are all known.
pub fn deduce(hands: &mut [Hand], pile: usize, unaccounted: Vec<String>) {
    let hidden: Vec<usize> = (0..hands.len()).filter(|&seat| hands[seat].unseen > 0).collect();
    if let ([seat], 0) = (&hidden[..], pile) {
        hands[*seat].known.extend(unaccounted);
        hands[*seat].unseen = 0;
    }
}
