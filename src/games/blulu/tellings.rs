//! What followed from an act, told to a person.

use super::{Blulu, Bonuses, Event, Phase, Setup, book::bl};
use crate::{
    decktet::Card,
    table::{Clause, Header, RuleInForce, Telling, and_list, count_of},
};

fn say(clause: Clause, aloud: bool, text: String) -> Telling {
    Telling { clause, rule: None, text, aloud }
}

fn cards(count: usize) -> String {
    count_of(count, "card", "cards")
}

impl Blulu {
    /// What followed from an act, told once it was done.
    pub(super) fn tell(&self, event: Event, table: &Header<Setup>) -> Vec<Telling> {
        let name = |seat| table.players.name(seat);
        match event {
            Event::RoundBegins => {
                let first = self.dealer.left(self.players);
                let text = format!(
                    "{} deals round {}: {} to each player, {} to the table; {} plays first",
                    name(self.dealer),
                    self.number,
                    cards(self.setup.dealing.hand.into()),
                    cards(self.setup.dealing.table.into()),
                    name(first)
                );
                vec![say(bl(1, 1), self.number > 1, text)]
            }
            Event::Dealt => {
                let text = format!(
                    "all hands are empty: {} deals {} to each player, deal {} of {}",
                    name(self.dealer),
                    cards(self.setup.dealing.hand.into()),
                    self.deal,
                    self.setup.dealing.deals(self.players)
                );
                vec![say(bl(1, 3), true, text)]
            }
            Event::Taken { seat, cards: taken } => {
                let pile = cards(self.piles[seat.index()].len());
                vec![say(bl(2, 4), true, format!("{} takes {taken} from the table: {pile} captured", name(seat)))]
            }
            Event::Earned { seat, won } => {
                let worth = match self.setup.bonuses {
                    Bonuses::Tally => format!("{} points for {}", won.bonus.worth(), name(seat)),
                    Bonuses::Exchange => format!("{} is owed {} cards", name(seat), won.bonus.worth()),
                };
                vec![say(won.bonus.clause(), true, format!("a {}! {}; {worth}", won.bonus.name(), won.bonus.why(won.cards)))]
            }
            Event::Deduced { seat } => {
                let known: Vec<&str> =
                    self.account.hand(seat).known_cards().filter_map(Card::from_index).map(Card::code).collect();
                let text = format!(
                    "no other place is left for the cards nobody has seen, so {}'s hand is {}",
                    name(seat),
                    and_list(&known)
                );
                vec![say(Clause::table(6), false, text)]
            }
            // Aloud it is a finding against the trail.
            Event::Revoke { seat, capture, .. } => {
                let text = format!("{}'s trail was a revoke: {}", name(seat), self.was_in_hand(seat, capture, &table.players));
                vec![say(bl(2, 7), false, text)]
            }
            Event::TookTheRest { seat, cards: rest } => {
                vec![say(bl(4, 1), true, format!("{} captured last and takes what is left: {rest}", name(seat)))]
            }
            Event::NobodyCaptured => {
                vec![say(bl(4, 1), true, "nobody captured in this round; the cards on the table count for nobody".into())]
            }
            Event::RoundOver => self.tell_round(table),
            Event::GameOver => vec![self.tell_end(table)],
        }
    }

    /// The score of the round that is over.
    fn tell_round(&self, table: &Header<Setup>) -> Vec<Telling> {
        let reckonings = self.round.reckon(&self.setup, self.players);
        let share = self.setup.share(self.players);
        let totals = self.totals();
        let mut tellings = Vec::new();
        if self.setup.bonuses == Bonuses::Exchange && self.round.debt() != 0 {
            let paid = cards(usize::try_from(reckonings[0].exchanged.unsigned_abs()).unwrap_or_default());
            let why = format!("{} Paid: {paid}", self.debt_in_words(&table.players));
            tellings.push(say(bl(3, 4), true, why));
        }
        for seat in table.players.seats() {
            let (catch, reckoning) = (&self.round.catches[seat.index()], reckonings[seat.index()]);
            let kept = cards(usize::try_from(i32::from(catch.captured) + reckoning.exchanged).unwrap_or_default());
            let bonuses = if reckoning.bonuses > 0 { format!(", {} for bonuses", reckoning.bonuses) } else { String::new() };
            let text = format!(
                "{}: {kept}, the share is {share}, so {}{bonuses}; {} in all",
                table.players.name(seat),
                reckoning.above,
                totals[seat.index()]
            );
            tellings.push(say(bl(4, 2), true, text));
        }
        if self.phase == Phase::Over {
            let next = table.players.name(self.next_dealer());
            tellings.push(say(bl(1, 1), true, format!("the round is over; {next} deals the next")));
        }
        tellings
    }

    fn tell_end(&self, table: &Header<Setup>) -> Telling {
        let totals = self.totals();
        let score: Vec<String> =
            table.players.seats().map(|seat| format!("{} {}", table.players.name(seat), totals[seat.index()])).collect();
        let winners: Vec<&str> = self.leaders().iter().map(|&seat| table.players.name(seat)).collect();
        let won = match winners[..] {
            [one] => format!("{one} wins"),
            _ => format!("{} have the most", and_list(&winners)),
        };
        let (clause, end) = match self.phase {
            Phase::GameOver { at_once: true } => (bl(3, 3), "the game ends at once, and the round's cards don't count"),
            _ => (bl(5, 1), "the game is over"),
        };
        let target = RuleInForce { key: "target", value: self.setup.target.to_string() };
        Telling {
            clause,
            rule: (!self.setup.single_round).then_some(target),
            text: format!("{end}: {}; {won}", and_list(&score)),
            aloud: true,
        }
    }
}
