//! What the referee says of hidden places, held against all that can be.

use fowlplay::table::{ClauseId, Game, Text, View as _, Words as _};

use crate::{
    by_place::by_place,
    engine,
    knowledge::asked::{Asked, Tally},
    knowledge::cards::{Cards, is_part, less, plus},
    knowledge::onlooker::{Claim, Onlooker},
    knowledge::story::{Place, Story},
    model::Stage,
};

impl<O: Onlooker> Asked<O> {
    /// What the state and the memory say of hidden places.
    pub fn check_claims(&mut self) {
        let state = by_place(&self.game.state(&self.context.players));
        let claims = self.onlooker.claims(&state);
        let memory: Vec<String> = self
            .game
            .zones(&self.context)
            .memory
            .into_iter()
            .filter_map(|zone| zone.line)
            .map(|line| Text::to_plain(&line))
            .collect();
        let unaccounted = self.onlooker.unaccounted(&state);
        let stocks = self.onlooker.stocks();
        for (nth, story) in stocks.iter().enumerate() {
            let mut known_anywhere = vec![0; story.hidden().len()];
            for claim in claims.iter().filter(|claim| claim.stock == nth) {
                assert_eq!(claim.count, story.size(claim.place), "how many cards there are");
                let Some(known) = &claim.known else { continue };
                if let Some(begins) = &claim.remembered {
                    let remembered = memory.iter().find_map(|line| line.strip_prefix(begins.as_str()));
                    assert_eq!(remembered.map(O::codes_in).as_ref(), Some(known), "what is remembered is what is known");
                }
                let known = story.counted(known);
                known_anywhere = plus(&known_anywhere, &known);
                let contents = self.counted.contents(story, nth, claim.place, &mut self.tally);
                check_claim(story, claim, &known, contents.as_deref(), &mut self.tally);
            }
            assert_eq!(story.counted(&unaccounted[nth]), less(story.hidden(), &known_anywhere), "what is unaccounted for");
        }
        self.tally.add("positions", 1);
    }

    /// The hands that alone hold what nobody has seen of their stock, and how many cards each holds.
    pub fn hands_alone(&self) -> Vec<(usize, Place, usize)> {
        let stocks = self.onlooker.stocks().into_iter().enumerate();
        let alone = stocks.filter_map(|(stock, story)| match story.unseen_places()[..] {
            [place] if self.onlooker.is_hand(stock, place) => Some((stock, place, story.size(place))),
            _ => None,
        });
        alone.collect()
    }

    /// TB-6: when one hand alone is left with what nobody has seen, it is said so; again if it draws a card since, from a pile of which
    /// every card was seen.
    pub fn check_worked_out(&mut self, events: &[<O::Game as Game>::Event]) {
        if engine::stage(&self.game) == Stage::GameOver {
            return;
        }
        let alone = self.hands_alone();
        let consequences = events.iter().flat_map(|event| self.game.consequences(event, &self.context));
        let said = consequences.filter(|telling| telling.clause == ClauseId::table(6)).count();
        let before = |(stock, place, _): &(usize, Place, usize)| {
            self.alone.iter().find(|(of, before, _)| (of, before) == (stock, place)).map(|(.., cards)| *cards)
        };
        let new = alone.iter().filter(|hand| before(hand).is_none()).count();
        let drew = alone.iter().filter(|hand| before(hand).is_some_and(|cards| cards < hand.2)).count();
        assert!(
            (new..=new + drew).contains(&said),
            "TB-6 is said of each hand once, {said}: {alone:?}, and before {:?}",
            self.alone
        );
        self.tally.add("hands worked out aloud", new as u64);
        self.alone = alone;
    }
}

fn check_claim(story: &Story, claim: &Claim, known: &Cards, contents: Option<&[Cards]>, tally: &mut Tally) {
    let told = story.named(known);
    assert!(is_part(story.seen_there(claim.place), known), "TB-2: what was seen there is known, not just {told:?}");
    let Some(contents) = contents else { return };
    assert!(contents.iter().all(|content| is_part(known, content)), "what is known is so in every possible deal: {told:?}");
    tally.add("claims that are so in every possible deal", 1);
    let sure = (0..known.len()).map(|kind| contents.iter().map(|content| content[kind]).min().unwrap_or_default());
    let sure: Cards = sure.collect();
    let unseen = story.unseen_places();
    if !unseen.contains(&claim.place) || unseen == [claim.place] {
        assert_eq!(*known, sure, "TB-2, TB-6: what alone is possible is known");
        tally.add("hands that are known whole", 1);
    }
    if *known != sure {
        // Where the last copies nobody has seen are all alike, TB-6 leaves unsaid what follows from that, and what a mulligan leaves.
        let unsaid = story.exchanges_seen() > 0 || story.hidden().iter().any(|copies| *copies > 1);
        assert!(unsaid, "{:?} is sure, and only {told:?} is known", story.named(&sure));
        tally.add("hands of which more is sure than TB-6 says", 1);
    }
}
