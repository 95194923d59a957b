//! The texts and tables that people read.

use super::*;

impl Words for Scopa {
    fn explain(&self, act: &ActOf<Self>, fault: Fault, context: &TableContext<Rules>) -> String {
        let players = &context.players;
        match fault {
            Fault::Table(fault) => {
                let named = act.step().map_or(&[][..], |(_, step)| step.cards());
                fault.explain(players, BOOK.round_noun, &self.account, named, |card| self.where_is(card, players))
            }
            Fault::NotFour => "four cards go to the table, no more and no fewer".to_owned(),
            Fault::NotThere(card) => format!("{card} is named twice, or not there: {}", self.where_is(card, players)),
            Fault::TakesOthers(card) if self.ways(card).is_empty() => format!("{card} can take nothing here"),
            Fault::TakesOthers(card) | Fault::CanTake(card) => {
                format!("{card} can take {}", or_list(self.ways(card).iter().map(spaced)))
            }
            Fault::NoScore => "somebody has the settebello, and nobody more than 4 points and 18 scopas".to_owned(),
        }
    }

    fn consequences(&self, event: &Event, context: &TableContext<Rules>) -> Vec<Consequence> {
        let players = &context.players;
        vec![match *event {
            Event::Dealt => {
                Consequence::immediate(sc(1, 3), format!("three more cards each; {} are left", self.account.pile_len()))
            }
            Event::Scopa(seat) => Consequence::immediate(sc(3, 5), format!("scopa! A point for {}", players.name(seat))),
            Event::Deduced(seat) => Consequence::hand_deduced::<Card, _>(players, seat, self.account.hand(seat), "cards"),
            Event::RoundOver => {
                let totals = players.join_counts(Seat::all(2).map(|seat| (seat, self.total(seat))));
                let end = if self.phase == Phase::Over { ", which ends the game" } else { "" };
                let rule = Rules::ALL[0].in_force(self.rules.target);
                Consequence::immediate(sc(4, 1), format!("the round is over: {totals}{end}")).with_rule(rule)
            }
        }]
    }
}

impl View for Scopa {
    type Thing = Card;

    /// The piles lie face down, so only their sizes are shown.
    fn zones(&self, context: &TableContext<Rules>) -> Zones {
        let (players, pack) = (&context.players, Text::strong("Pack: ").count(self.account.pile_len(), "card", "cards"));
        let score_line = Text::strong(format!("Round {}", self.rounds.number.max(1))).then(" · points: ");
        let score_line = score_line.points(players, Seat::all(2).map(|seat| self.total(seat)));
        let player_zone = |seat| {
            let (hand, pile) = (self.account.hand(seat).len(), self.piles[seat.index()].len());
            let line = Text::strong(players.name(seat)).then(" · ").count(hand, "card", "cards");
            let line = line.then(format!(" in hand · {pile} taken"));
            Zone::line(ZoneRole::Player(seat), if seat == self.dealer { line.and(Ink::Faint, " · dealer") } else { line })
        };
        let table_zone = Zone::line(ZoneRole::Shared, Text::strong("Table: ").cards_or_none(self.table.iter().copied()));
        let status = [Zone::line(ZoneRole::Status, score_line)].into_iter();
        let open = status.chain(Seat::all(2).map(player_zone)).chain([table_zone, Zone::line(ZoneRole::Shared, pack)]).collect();
        let hands = Seat::all(2).map(|seat| Zone::hand::<Card, _>(players, seat, self.account.hand(seat)));
        Zones { open, memory: hands.chain([Zone::unaccounted::<Card, _>(ZoneRole::Shared, &self.account)]).collect() }
    }

    fn account(&mut self) -> Option<Memory<'_, Card>> {
        Some((&mut self.account, self.piles.iter().flatten().copied().collect()))
    }

    fn missing_thing(fault: Fault) -> Option<Card> {
        match fault {
            Fault::Table(fault) => fault.missing_card(),
            Fault::NotThere(card) => Some(card),
            _ => None,
        }
    }

    fn places(&self) -> Vec<PlaceContents<Card>> {
        let table = PlaceContents::of_known(Location::OnTable("on the", "table", None), self.table.iter().copied());
        let piles = Seat::all(2)
            .map(|seat| PlaceContents::of_known(Location::Owned(seat, "pile", None), self.piles[seat.index()].iter().copied()));
        PlaceContents::hands(&self.account, Seat::all(2)).chain(piles).chain([table]).collect()
    }
}
