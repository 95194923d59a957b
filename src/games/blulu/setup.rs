//! The valid setups (players, decks that deal out exactly, bonuses), and the game before its first round.

use super::{
    BOOK, Blulu, Event, Fault, PairRules, Position, Step, TallyPart,
    book::{Bonuses, Deck, Pairs, Rules, bl},
};
use crate::{
    decktet::{Card, Cards},
    table::prelude::*,
};
use std::fmt;

impl Deck {
    const ALL: [Self; 4] = [Self::Basic, Self::Pawns, Self::Courts, Self::PawnsAndCourts];

    /// The cards of the deck (BL-1.2).
    pub const fn cards(self) -> Cards {
        const WITH_PAWNS: Cards = Cards::BASIC.union(Cards::PAWNS);
        match self {
            Self::Basic => Cards::BASIC,
            Self::Pawns => WITH_PAWNS,
            Self::Courts => Cards::BASIC.union(Cards::COURTS),
            Self::PawnsAndCourts => WITH_PAWNS.union(Cards::COURTS),
        }
    }

    pub(crate) fn stock(self) -> [u8; Card::COUNT] {
        let mut stock = [0; Card::COUNT];
        self.cards().iter().for_each(|card| stock[card.index()] = 1);
        stock
    }
}

/// The deck, and the numbers of cards dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DealPlan {
    /// The deck.
    pub deck: Deck,
    /// The number of cards that each player gets in a deal.
    pub hand: u16,
    /// The number of cards dealt to the table before the first deal.
    pub table: u16,
}

impl DealPlan {
    const fn of(rules: Rules) -> Self {
        Self { deck: rules.deck, hand: rules.hand, table: rules.table }
    }

    /// All plans that use up the deck exactly with this many players.
    pub fn exact(players: usize) -> impl Iterator<Item = Self> {
        let plans = Deck::ALL
            .into_iter()
            .flat_map(|deck| [(4, 4), (4, 0), (6, 4), (6, 0)].map(|(hand, table)| Self { deck, hand, table }));
        plans.filter(move |plan| plan.deals_evenly(players))
    }

    /// Whether the deck is dealt out to its last card (BL-1.3).
    fn deals_evenly(self, players: usize) -> bool {
        self.cards_dealt().is_multiple_of(players * usize::from(self.hand))
    }

    /// The number of deals in a round.
    pub fn deals(self, players: usize) -> usize {
        self.cards_dealt() / (players * usize::from(self.hand))
    }

    fn cards_dealt(self) -> usize {
        self.deck.cards().len() - usize::from(self.table)
    }
}

impl fmt::Display for DealPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "deck = {}, hand = {}, table = {}", self.deck, self.hand, self.table)
    }
}

/// The table rules of a game, with values derived from several of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The table rules.
    pub rules: Rules,
    /// The deck, and the numbers of cards dealt.
    pub dealing: DealPlan,
    /// The rules for a pair's captures.
    pub pairing: PairRules,
}

impl Game for Blulu {
    type Setup = Setup;
    type Step = Step;
    type TallyPart = TallyPart;
    type Position = Position;
    type Fault = Fault;
    type Event = Event;
    const BOOK: &'static Book = &BOOK;

    fn setup(players: usize, rules: &RuleSettings, _deck: &[(String, DeckValue)]) -> Result<Setup, SetupError> {
        BOOK.check_players(players, bl(1, 1))?; // BL-1.1
        let (settings, rules) = (rules, Rules::typed(rules));
        if rules.bonuses == Bonuses::Exchange && players != 2 {
            let problem = format!("cards can be exchanged only between two players; {players} play");
            return Err(SetupError::new("rules.bonuses", problem, "`tally` or `round-end` with three or four players", bl(1, 1)));
        }
        let dealing = DealPlan::of(rules);
        if !dealing.deals_evenly(players) {
            return Err(uneven_deal_error(players, settings, dealing));
        }
        let pairing = PairRules { arithmetic: rules.arithmetic, own_rank: rules.pairs == Pairs::OwnRank };
        Ok(Setup { rules, dealing, pairing })
    }

    /// Sets `table`, `hand` or both so that the deck is used up exactly, except for values that the user gave (BL-1.3).
    fn adjust_rules(players: usize, rules: &mut RuleSettings, given: &[&str]) {
        let (current, default) = (Rules::typed(rules), Rules::default());
        // A value set by a variant counts as given.
        let may_set_hand = !given.contains(&"hand") && current.hand == default.hand;
        let may_set_table = !given.contains(&"table") && current.table == default.table;
        let best = DealPlan::exact(players)
            .filter(|plan| {
                plan.deck == current.deck
                    && (may_set_hand || plan.hand == current.hand)
                    && (may_set_table || plan.table == current.table)
            })
            .min_by_key(|plan| (plan.hand != current.hand, plan.table != current.table));
        if let Some(best) = best {
            for (key, value) in [("hand", best.hand), ("table", best.table)] {
                // The book allows both values.
                let _ = rules.set(&BOOK, key, &RuleValue::Whole(value.into()));
            }
        }
    }

    fn new(players: usize, &setup: &Setup) -> Self {
        Self { setup, players, account: Account::new(setup.dealing.deck.stock()), ..Self::default() }
    }
}

/// The error for a deck that is not dealt out to its last card (BL-1.3).
fn uneven_deal_error(players: usize, settings: &RuleSettings, dealing: DealPlan) -> SetupError {
    // The error names the first of these rules that differs from its default.
    let defaults = RuleSettings::defaults(&BOOK);
    let changed = ["table", "hand", "deck"].into_iter().find(|key| settings.value(&BOOK, key) != defaults.value(&BOOK, key));
    let exact: Vec<String> = DealPlan::exact(players).map(|dealing| dealing.to_string()).collect();
    let key = changed.map_or_else(|| "players".to_owned(), |key| format!("rules.{key}"));
    let (cards, dealt, hand) = (dealing.deck.cards().len(), dealing.cards_dealt(), dealing.hand);
    let problem = format!(
        "with {dealing}, the {cards} cards are not dealt out exactly: the {dealt} that don't go to the table can't be parted into \
         deals of {hand} for each of {players}"
    );
    SetupError::new(key, problem, format!("for {players} players one of: {}", exact.join("; ")), bl(1, 3))
}
