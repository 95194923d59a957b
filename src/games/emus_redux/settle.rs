//! What only the state can tell of a step: which discard pile, and where a card is taken from.

use super::{EmusRedux, PileNumber, Source, Step};
use crate::{decktet::Card, table::Unclear};
use smallvec::SmallVec;

impl EmusRedux {
    /// Whether a card can be taken from a place: from on top of a pile, or from the market.
    #[inline]
    fn is_open_at(&self, card: Card, source: Source) -> bool {
        match source {
            Source::Pile(number) => self.discards.is_on_top(number, card),
            Source::Market => self.market.has(card),
        }
    }

    #[inline]
    fn lies_at(&self, card: Card, source: Source) -> bool {
        match source {
            Source::Pile(number) => self.discards.get(number).contains(card),
            Source::Market => self.market.has(card),
        }
    }

    /// Where a card is open to be taken; failing that, the piles that it lies in further down.
    fn sources(&self, card: Card) -> SmallVec<[Source; 3]> {
        let open: SmallVec<[Source; 3]> = Source::ALL.into_iter().filter(|&source| self.is_open_at(card, source)).collect();
        if open.is_empty() { Source::ALL.into_iter().filter(|&source| self.lies_at(card, source)).collect() } else { open }
    }

    /// Where a step takes its card from, if the card is there.
    #[inline]
    pub(super) fn source(&self, card: Card, from: Option<Source>) -> Option<Source> {
        if let Some(source) = from {
            return self.lies_at(card, source).then_some(source);
        }
        let open = Source::ALL.into_iter().find(|&source| self.is_open_at(card, source));
        open.or_else(|| Source::ALL.into_iter().find(|&source| self.lies_at(card, source)))
    }

    /// A card as it is taken: with its place only where that has to be said.
    pub(super) fn taken(&self, card: Card, source: Source) -> Step {
        Step::Take(card, if self.sources(card)[..] == [source] { None } else { Some(source) })
    }

    /// The steps that a discard can be: with the pile only where that has to be said.
    pub(super) fn discards_of(&self, card: Card) -> impl Iterator<Item = Step> {
        let piles: &[Option<PileNumber>] =
            if self.must_start_new_pile() { &[None] } else { &[Some(PileNumber::One), Some(PileNumber::Two)] };
        piles.iter().map(move |&to| Step::Discard(card, to))
    }

    /// Settles a step; none where it is settled already.
    pub(super) fn settled(&self, step: &Step) -> Result<Option<Step>, Unclear<Step>> {
        match *step {
            Step::Discard(card, None) if !self.must_start_new_pile() => {
                Err(Unclear { question: "on which discard pile?".to_owned(), options: self.discards_of(card).collect() })
            }
            Step::Discard(card, Some(to)) if self.must_start_new_pile() && self.discards.free() == Some(to) => {
                Ok(Some(Step::Discard(card, None)))
            }
            Step::Take(card, from) => {
                let sources = self.sources(card);
                match from {
                    None if sources.len() > 1 => Err(Unclear {
                        question: "taken from where?".to_owned(),
                        options: sources.into_iter().map(|source| Step::Take(card, Some(source))).collect(),
                    }),
                    Some(source) if sources[..] == [source] => Ok(Some(Step::Take(card, None))),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
}
