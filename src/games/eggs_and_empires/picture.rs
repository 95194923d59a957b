//! The table as a person sees it: the eggs on offer and the cards in their order; piles lie face down.

use super::{Card, EggsAndEmpires, Fate, Phase, Played, Scoring, Setup, TURNS, What};
use crate::table::{Block, Header, Ink, Picture, Points, Seat, Text, and_list, count_of};

type Table = Header<Setup>;

impl EggsAndEmpires {
    pub(super) fn paint(&self, table: &Table) -> Picture {
        let mut open = vec![Block::Line(self.headline(table))];
        if self.is_underway() {
            open.extend(self.eggs(table).map(Block::Line));
        }
        if self.number > 0 {
            open.extend(table.players.seats().map(|seat| Block::Line(self.player(seat, table))));
        }
        if matches!(self.phase, Phase::Collect(_) | Phase::Reveal | Phase::Closing) && !self.order.cards().is_empty() {
            open.push(Block::Grid {
                head: ["collects", "with", "egg"].map(Text::from).into(),
                rows: self.order.cards().iter().map(|played| self.row(*played, table)).collect(),
            });
        }
        Picture { open, memory: self.remember(table) }
    }

    fn headline(&self, table: &Table) -> Text {
        let of = match self.setup.scoring {
            Scoring::Points if !self.setup.single_round => format!(" of {}", self.setup.rounds),
            _ => String::new(),
        };
        let mut line = Text::new().and(Ink::Strong, format!("Round {}{of}", self.number.max(1)));
        if self.is_underway() {
            let turn = (self.turn + u8::from(self.phase == Phase::Reveal)).clamp(1, TURNS);
            line = line.and(Ink::Plain, format!(" · turn {turn} of {TURNS}"));
        }
        line = match self.phase {
            Phase::GameOver => line.and(Ink::Strong, " · the game is over"),
            Phase::Over => line.and(Ink::Strong, " · the round is over"),
            Phase::Closing => line.and(Ink::Strong, " · last abilities, then `end`"),
            Phase::Naming => line.and(Ink::Strong, " · eggs to be named"),
            _ => line,
        };
        let tokens = self.tokens(false);
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            match self.setup.scoring {
                Scoring::Points if self.is_underway() && self.past.is_empty() => {}
                Scoring::Points => line = line.and(Ink::Plain, format!(" · {name} {}", self.points_in_view(seat))),
                Scoring::Tokens => line = line.and(Ink::Plain, format!(" · {name} {}", in_tokens(tokens[seat.index()]))),
            }
        }
        line
    }

    /// The points of the rounds that are over.
    fn points_in_view(&self, seat: Seat) -> String {
        if self.is_underway() {
            self.past.iter().map(|past| past.points[seat.index()]).sum::<Points>().to_string()
        } else {
            self.sums()[seat.index()].to_string()
        }
    }

    /// What lies in the middle.
    fn eggs(&self, table: &Table) -> Option<Text> {
        let mut line = Text::new().and(Ink::Plain, "Eggs on offer: ");
        let up: Vec<String> = self.offer.up.iter().map(ToString::to_string).collect();
        let scouts: Vec<String> = self
            .offer
            .scouts()
            .flat_map(|scout| std::iter::repeat_n(scout, self.offer.down[scout.index()].into()))
            .map(|scout| format!("{}'s Scout's", table.players.name(scout)))
            .collect();
        if up.is_empty() && scouts.is_empty() {
            line = match self.phase {
                Phase::Reveal if self.eggs_due() == 0 => line.and(Ink::Faint, "none, and the deck is empty"),
                Phase::Reveal => line.and(Ink::Faint, format!("{} to be revealed", self.eggs_due())),
                Phase::Play | Phase::Collect(_) => line.and(Ink::Faint, "none"),
                _ => return None,
            };
        } else {
            line = line.and(Ink::Strong, up.join("  "));
            if !scouts.is_empty() {
                let comma = if up.is_empty() { "" } else { " · " };
                line = line.and(Ink::Plain, format!("{comma}face down: ")).and(Ink::Strong, and_list(&scouts));
            }
            if self.phase == Phase::Reveal {
                line = line.and(Ink::Faint, format!(" · {} to be revealed", self.eggs_due()));
            }
        }
        Some(match &self.nest {
            Some(nest) => line.and(Ink::Faint, format!(" · {} in the deck", nest.left())),
            None => line,
        })
    }

    fn player(&self, seat: Seat, table: &Table) -> Text {
        let mut line = Text::new().and(Ink::Strong, table.players.name(seat));
        if self.is_underway() {
            line = line.and(Ink::Plain, format!(" · {} in hand", count_of(self.hand(seat).len(), "card", "cards")));
        }
        line = line.and(Ink::Plain, format!(" · {}", count_of(self.pile(seat).eggs().len(), "egg", "eggs")));
        for (card, count) in
            [(Card::Merchant, self.round.merchants[seat.index()]), (Card::Blacksmith, self.round.blacksmiths[seat.index()])]
        {
            match count {
                0 => {}
                1 => line = line.and(Ink::Plain, format!(" · {}", card.name())),
                _ => line = line.and(Ink::Plain, format!(" · {count} {}s", card.name())),
            }
        }
        if self.phase == Phase::Play {
            let cards: Vec<String> =
                self.order.cards().iter().filter(|played| played.seat == seat).map(|played| played.card.to_string()).collect();
            if !cards.is_empty() {
                line = line.and(Ink::Strong, format!(" · played {}", cards.join(" ")));
            }
        }
        if self.may_give(seat) {
            line = line.and(Ink::Strong, " · may give");
        }
        if self.may_discard(seat) {
            line = line.and(Ink::Strong, " · may discard");
        }
        if self.is_underway() && seat == self.marker { line.and(Ink::Faint, " · marker") } else { line }
    }

    fn row(&self, played: Played, table: &Table) -> Vec<Text> {
        let egg = match played.fate {
            Fate::Waiting if self.collecting() == Some(&played) => Text::new().and(Ink::Strong, "takes now"),
            Fate::Waiting => Text::plain("…"),
            Fate::Took(What::Worth(value)) => Text::new().and(Ink::Strong, value.to_string()),
            Fate::Took(What::Down { scout, .. }) => Text::plain(format!("{}'s Scout's, face down", table.players.name(scout))),
            Fate::Declined => Text::plain("declined"),
            Fate::Cancelled => Text::plain("cancelled"),
            Fate::NothingForMage => Text::plain("only exploding ones"),
            Fate::NothingLeft => Text::plain("none left"),
            Fate::Lapsed => Text::plain("left out"),
        };
        vec![Text::new().and(Ink::Strong, table.players.name(played.seat)), Text::plain(played.card.titled()), egg]
    }

    /// What players must remember themselves: piles, cards known to be in hands, cards that have not been played, eggs that are gone.
    fn remember(&self, table: &Table) -> Vec<Block> {
        let mut memory = Vec::new();
        if self.number == 0 {
            return memory;
        }
        let points = self.points();
        for seat in table.players.seats() {
            let name = table.players.name(seat);
            let pile = self.pile(seat);
            let mut eggs: Vec<String> = pile.values().iter().map(ToString::to_string).collect();
            eggs.extend(
                pile.unnamed().into_iter().map(|scout| format!("? ({}'s Scout's, not named)", table.players.name(scout))),
            );
            let eggs = if eggs.is_empty() { "none".to_owned() } else { eggs.join(" ") };
            let worth = format!(" · {} points so far", points[seat.index()]);
            memory.push(said(&format!("{name}'s eggs: "), eggs, &worth));
            if self.is_underway() {
                memory.push(said(&format!("{name}'s hand: "), self.hand_in_words(seat), &self.not_played(seat)));
            }
        }
        if self.is_underway() {
            let mut gone = self.gone.to_vec();
            gone.sort_unstable_by(|one, other| other.cmp(one));
            let seen = gone.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            let unseen = match self.gone_unseen {
                0 => String::new(),
                count => format!(" and {count} unseen"),
            };
            let all = if gone.is_empty() && self.gone_unseen == 0 { "none".to_owned() } else { seen };
            memory.push(said("Discarded eggs: ", all, &unseen));
        }
        if let Some(nest) = self.nest.as_ref().filter(|_| self.is_underway()) {
            let eggs: Vec<String> = nest.unseen_eggs().map(|value| value.to_string()).collect();
            let elsewhere = eggs.len() - nest.left().min(eggs.len());
            let where_else = if elsewhere > 0 { format!(" ({elsewhere} of them not in the deck)") } else { String::new() };
            memory.push(said(&format!("Eggs nobody has seen, {}: ", eggs.len()), eggs.join(" "), &where_else));
        }
        memory
    }

    fn hand_in_words(&self, seat: Seat) -> String {
        let hand = self.hand(seat);
        let known = hand.known_cards().filter_map(Card::from_index).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
        match (known.is_empty(), hand.unseen()) {
            (true, 0) => "empty".to_owned(),
            (true, unseen) => format!("{unseen} unseen"),
            (false, 0) => known,
            (false, unseen) => format!("{known} and {unseen} unseen"),
        }
    }

    /// The cards that a player has not played in this round.
    fn not_played(&self, seat: Seat) -> String {
        let left = |card: &Card| usize::from(super::stock(self.players)[card.index()] - self.spent[seat.index()][card.index()]);
        let cards: Vec<String> = Card::ALL.iter().flat_map(|card| std::iter::repeat_n(card.to_string(), left(card))).collect();
        format!(" · not played yet: {}", cards.join(" "))
    }
}

/// `1 token`, `2 tokens`.
fn in_tokens(tokens: Points) -> String {
    format!("{tokens} {}", if tokens == Points::Exactly(1) { "token" } else { "tokens" })
}

fn said(title: &str, what: String, after: &str) -> Block {
    Block::Line(Text::new().and(Ink::Strong, title).and(Ink::Plain, what).and(Ink::Plain, after))
}
