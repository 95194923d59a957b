//! What followed from an act, told to a person.

use super::{Card, EggsAndEmpires, Event, Fate, MarkerRule, Played, Scoring, Setup, ShepherdRule, TurnEnd, book::ee};
use crate::table::{Clause, Header, Players, Points, RuleInForce, Seat, Telling, and_list, or_list};

type Table = Header<Setup>;

fn say(clause: Clause, aloud: bool, text: String) -> Telling {
    Telling { clause, rule: None, text, aloud }
}

fn by(key: &'static str, value: &str, telling: Telling) -> Telling {
    Telling { rule: Some(RuleInForce { key, value: value.to_owned() }), ..telling }
}

impl EggsAndEmpires {
    /// What followed from an act, told once it was done.
    pub(super) fn tell(&self, event: Event, table: &Table) -> Vec<Telling> {
        let name = |seat| table.players.name(seat);
        let one = |clause, aloud, text| vec![say(clause, aloud, text)];
        match event {
            Event::RoundBegins => {
                let text = format!("round {} begins, and {} holds the marker", self.number, name(self.marker));
                one(ee(1, 6), self.number > 1, text)
            }
            Event::Collecting => self.tell_order(&table.players),
            Event::Passed { seat, card, fate: Fate::NothingForMage } => {
                let text = format!("{}'s {} is passed over: only exploding eggs lie there, face up", name(seat), card.titled());
                one(ee(3, 4), true, text)
            }
            Event::Passed { seat, card, .. } => {
                one(ee(3, 5), false, format!("{}'s {} finds no egg left", name(seat), card.titled()))
            }
            Event::Discarded { value } => one(ee(2, 5), true, format!("nobody takes the {value}: it is discarded")),
            Event::DiscardedDown { scout } => {
                one(ee(2, 5), true, format!("nobody takes the egg of {}'s Scout: it is discarded unseen", name(scout)))
            }
            Event::Unpaid { seat, card: Card::Merchant } => {
                one(ee(4, 3), true, format!("{}'s {} did not collect: 6 points", name(seat), Card::Merchant.titled()))
            }
            Event::Unpaid { seat, card } => {
                one(ee(4, 5), true, format!("{}'s {} did not collect: -4 points", name(seat), card.titled()))
            }
            Event::Laid { scout } => {
                one(ee(4, 1), true, format!("{}'s Scout looks at an egg and lays it face down for the next turn", name(scout)))
            }
            Event::NothingToLay { scout } => one(ee(4, 1), true, format!("{}'s Scout finds no egg in the deck", name(scout))),
            Event::MarkerPasses => vec![self.tell_marker(table)],
            Event::Able { seat, card } => vec![self.tell_ability(seat, card, table)],
            Event::Deduced { seat } => {
                let known: Vec<Card> = self.hand(seat).known_cards().filter_map(Card::from_index).collect();
                let text = format!("{}'s deck is drawn, so the hand is {}", name(seat), and_list(&known));
                one(Clause::table(6), false, text)
            }
            Event::NamesDue => {
                let eggs = and_list(&self.unnamed_in_words(&table.players));
                one(ee(3, 6), true, format!("all is played; the round is counted once these eggs are named: {eggs}"))
            }
            Event::RoundOver => self.tell_round(&table.players),
            Event::GameOver => vec![self.tell_end(&table.players)],
        }
    }

    /// Who collects when: in one line, and why for each card.
    fn tell_order(&self, players: &Players) -> Vec<Telling> {
        let cards = self.order.cards();
        let who = |played: &Played| format!("{} {}", players.name(played.seat), played.card);
        let (cancelled, able): (Vec<&Played>, Vec<&Played>) = cards.iter().partition(|played| played.fate == Fate::Cancelled);
        let able: Vec<String> = able.into_iter().map(who).collect();
        let mut text = match able[..] {
            [] => "no card collects".to_owned(),
            _ => format!("order of collecting: {}", able.join(", ")),
        };
        if !cancelled.is_empty() {
            let names: Vec<&str> = cancelled.iter().map(|played| players.name(played.seat)).collect();
            text = format!("{text}; the Dark Priestesses of {} cancel each other out", and_list(&names));
        }
        let mut tellings = vec![say(ee(3, 1), true, text)];
        let mut place = 0;
        for (at, played) in cards.iter().enumerate() {
            let shown = format!("{}'s {}", players.name(played.seat), played.card.titled());
            if played.fate == Fate::Cancelled {
                let others = self.order.count(Card::DarkPriestess);
                tellings.push(say(ee(3, 3), false, format!("{shown} does not collect: {others} of them were played")));
                continue;
            }
            place += 1;
            tellings.push(self.why_there(place, &shown, *played, at.checked_sub(1).and_then(|at| cards.get(at)), players));
        }
        tellings
    }

    /// Why a card stands where it does in the order: after `before`.
    fn why_there(&self, place: usize, shown: &str, played: Played, before: Option<&Played>, players: &Players) -> Telling {
        let marker = players.name(self.held);
        let equal = before.filter(|before| before.card == played.card);
        let among = match equal {
            Some(before) if before.seat == played.seat => ", the second of these".to_owned(),
            Some(before) => format!(
                ", after {}'s: clockwise from {}, who holds the marker",
                players.name(before.seat),
                if self.held == before.seat { "there" } else { marker }
            ),
            None => String::new(),
        };
        let moved = self.order.moves();
        match (played.card, self.setup.shepherd) {
            (Card::Shepherd, ShepherdRule::JumpsAhead) if moved => by(
                "shepherd",
                "jumps-ahead",
                say(ee(3, 2), false, format!("{place}. {shown}, just before the first Blacksmith{among}")),
            ),
            (Card::Blacksmith, ShepherdRule::BlacksmithWaits) if moved => by(
                "shepherd",
                "blacksmith-waits",
                say(ee(3, 2), false, format!("{place}. {shown}, having waited for the last Shepherd{among}")),
            ),
            _ => {
                let text = match (equal, place) {
                    (Some(_), _) => format!("{place}. {shown}{among}"),
                    (None, 1) => format!("{place}. {shown}, the highest that collects"),
                    (None, _) => format!("{place}. {shown}, the next in number"),
                };
                say(ee(3, 1), false, text)
            }
        }
    }

    fn tell_marker(&self, table: &Table) -> Telling {
        let name = |seat| table.players.name(seat);
        let to = name(self.marker);
        if self.setup.marker == MarkerRule::EveryTurn {
            return by("marker", "every-turn", say(ee(5, 1), true, format!("the marker passes to {to}")));
        }
        let tie = |card: Card| {
            let tied = self.order.cards().iter().filter(|played| played.card == card);
            let mut names: Vec<&str> = tied.map(|played| name(played.seat)).collect();
            names.dedup();
            format!("{} both with the {}", and_list(&names), card.titled())
                .replace(" both", if names.len() > 2 { " all" } else { " both" })
        };
        let ties: Vec<String> = self.order.ties().map(tie).collect();
        by("marker", "after-tie", say(ee(5, 1), true, format!("a tie: {}; the marker passes to {to}", and_list(&ties))))
    }

    fn tell_ability(&self, seat: Seat, card: Card, table: &Table) -> Telling {
        let name = table.players.name(seat);
        let until = match self.setup.turn_end {
            _ if self.phase == super::Phase::Closing => "",
            TurnEnd::AfterReveal => ", until the next card is played",
            TurnEnd::BeforeReveal => ", until the next eggs are revealed",
        };
        if card == Card::Priest {
            return say(ee(4, 4), true, format!("{name}'s {} may discard an egg of {name}'s pile{until}", card.titled()));
        }
        let gifts: Vec<String> = self.pile(seat).gifts().map(|egg| super::back::in_words(egg.what.value())).collect();
        let text = format!("{name}'s {} may give {} to another player{until}", card.titled(), or_list(&gifts));
        say(ee(4, 2), true, text)
    }

    /// The eggs that have no name yet: `the egg of Bo's Scout in Ada's pile (Ada: opens Bo = V)`.
    pub(super) fn unnamed_in_words(&self, players: &Players) -> Vec<String> {
        let of = |holder: Seat| {
            let holder_name = players.name(holder);
            let egg = move |scout: Seat| {
                let scout = players.name(scout);
                format!("the egg of {scout}'s Scout in {holder_name}'s pile (`{holder_name}: opens {scout} = V`)")
            };
            self.pile(holder).unnamed().into_iter().map(egg).collect::<Vec<_>>()
        };
        self.seats().flat_map(of).collect()
    }

    /// The score of the round that is over.
    fn tell_round(&self, players: &Players) -> Vec<Telling> {
        let (points, sums) = (self.points(), self.sums());
        let mut tellings = Vec::new();
        for seat in self.seats() {
            let parts = Self::parts_in_words(&self.round, seat);
            let earned = points[seat.index()];
            let word = if earned == Points::Exactly(1) { "point" } else { "points" };
            let mut text = format!("{}: {parts}, so {earned} {word}", players.name(seat));
            if !self.past.is_empty() {
                text = format!("{text}; {} in all", sums[seat.index()]);
            }
            tellings.push(say(ee(6, 1), true, text));
        }
        if self.setup.scoring == Scoring::Tokens {
            let tokens = self.tokens(false);
            let best = self.best(&points);
            let names: Vec<String> =
                best.iter().map(|seat| format!("{} (now {})", players.name(seat), tokens[seat.index()])).collect();
            let text = format!("a token for the most points: {}", and_list(&names));
            tellings.push(by("scoring", "tokens", say(ee(6, 3), true, text)));
        }
        if self.phase == super::Phase::Over {
            let next: Vec<&str> = self.may_hold_next().iter().map(|seat| players.name(seat)).collect();
            let next = or_list(&next);
            tellings.push(match self.setup.marker {
                MarkerRule::EveryRound => {
                    by("marker", "every-round", say(ee(5, 1), true, format!("the marker passes to {next} for the next round")))
                }
                _ => say(ee(5, 2), true, format!("the fewest points so far: {next} holds the marker in the next round")),
            });
        }
        tellings
    }

    fn tell_end(&self, players: &Players) -> Telling {
        let totals = self.totals();
        let score: Vec<String> = self.seats().map(|seat| format!("{} {}", players.name(seat), totals[seat.index()])).collect();
        let winners: Vec<&str> = self.winners().into_iter().map(|seat| players.name(seat)).collect();
        let won = match winners[..] {
            [] => "nobody can be said to have won".to_owned(),
            [one] => format!("{one} wins"),
            _ => format!("{} share the victory", and_list(&winners)),
        };
        let (clause, value, what) = match self.setup.scoring {
            Scoring::Points => (ee(6, 2), "points", ""),
            Scoring::Tokens => (ee(6, 3), "tokens", "tokens: "),
        };
        let telling = say(clause, true, format!("the game is over: {what}{}; {won}", and_list(&score)));
        if self.setup.single_round { telling } else { by("scoring", value, telling) }
    }
}
