//! Emus Redux (RX): what lies open to be taken, in the discard piles and the market.

use super::Redux;

/// By the rules there are two; a third may have been let stand.
pub(super) const PILES: [&str; 3] = ["1", "2", "3"];

impl Redux {
    /// The places where a card is open to be taken: on top of a pile, or in the market.
    pub(super) fn open_places(&self, card: &str) -> Vec<&'static str> {
        let on_top = |pile: &Vec<String>| pile.last().is_some_and(|top| top == card);
        let places = [
            ("1", on_top(&self.discards[0])),
            ("2", on_top(&self.discards[1])),
            ("3", on_top(&self.discards[2])),
            ("market", self.market.iter().any(|other| other == card)),
        ];
        places.into_iter().filter(|(_, is_open)| *is_open).map(|(place, _)| place).collect()
    }

    /// The places where it lies, open to be taken or not.
    fn places(&self, card: &str) -> Vec<&'static str> {
        let lies = |pile: &Vec<String>| pile.iter().any(|other| other == card);
        let places = [
            ("1", lies(&self.discards[0])),
            ("2", lies(&self.discards[1])),
            ("3", lies(&self.discards[2])),
            ("market", lies(&self.market)),
        ];
        places.into_iter().filter(|(_, lies)| *lies).map(|(place, _)| place).collect()
    }

    /// Where a `take` takes its card from: where it says, or else where the card is open to be taken, or where it lies.
    pub(super) fn source(&self, step: &[String]) -> Option<&'static str> {
        let places = self.places(&step[1]);
        match step.get(3) {
            Some(from) => places.into_iter().find(|place| place == from),
            None => self.open_places(&step[1]).first().or(places.first()).copied(),
        }
    }

    /// The pile that a `discard` goes to.
    pub(super) fn target(&self, step: &[String]) -> usize {
        let piles = self.discards.iter().filter(|pile| !pile.is_empty()).count();
        let free = (0..2).find(|&pile| piles < 2 && self.discards[pile].is_empty());
        match step.get(3).map(String::as_str) {
            Some(number) => PILES.iter().position(|pile| *pile == number).expect("the number of a pile"),
            None => free.unwrap_or_default(),
        }
    }

    /// Takes a card away from where it lies.
    pub(super) fn take(&mut self, step: &[String]) -> String {
        let source = self.source(step).expect("it lies somewhere");
        let pile = match source {
            "market" => &mut self.market,
            number => {
                let at = PILES.iter().position(|pile| *pile == number).expect("the number of a pile");
                &mut self.discards[at]
            }
        };
        let at = pile.iter().rposition(|other| *other == step[1]).expect("it lies there");
        pile.remove(at)
    }
}
