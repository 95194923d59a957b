//! The clauses that read the same in both rule books (2.1, 2.2, 3.1 to 3.3, 3.5, 3.6, 5.2, 5.4, 6.1 to 6.4, 6.7), and what both say of
//! their table rules and of the cards in a bird.

use crate::table::RuleInForce;

/// The default upkeep of a bird (ER-6.2, RX-6.2).
pub(crate) const UPKEEP_COST: u16 = 18;

pub(crate) const UPKEEP_QUESTION: &str = "What does the upkeep of a bird cost?";

pub(crate) const UPKEEP_MEANING: &str = "the cost that a bird's number cards must cover before it earns anything";

/// The upkeep as a rule in force, if it is not the default.
pub(crate) fn changed_upkeep(upkeep: u16) -> Option<RuleInForce> {
    (upkeep != UPKEEP_COST).then(|| RuleInForce { key: "upkeep", value: upkeep.to_string() })
}

pub(crate) const EXCUSES_QUESTION: &str = "Which Excuses count at the end?";

pub(crate) const EXCUSES_MEANING: &str =
    "seen: also those that were seen in a hand, on the birds that lose most; claimed: only those that their players spend";

/// The numbers as which a Pawn or Court can be played (ER-3.5, RX-3.5).
pub(crate) fn numbers(code: &str) -> &'static [&'static str] {
    if code.starts_with(['P', 'T']) { &["2", "3", "4", "5", "6", "7", "8", "9"] } else { &[] }
}

pub(crate) const TURN: &str = "A turn is one action (hatch, grow or discard) and then one draw: neither is left out, neither is done twice. Both \
    are recorded.";

pub(crate) const YEAR_ENDS: &str =
    "The moment the last card of the draw pile is drawn, the year ends, and nobody has another turn.";

pub(crate) const HATCH: &str = "To hatch is to start a new bird with a card from your hand. Your birds are numbered from 1 as they hatch, and keep \
    their numbers for the year.";

pub(crate) const GROW: &str = "To grow is to put a card from your hand on top of one of your own birds.";

pub(crate) const SUITS: &str = "All cards of a bird share at least one suit. A new bird is open to every suit of its card; each further card narrows \
    that, and it may never come to nothing.";

pub(crate) const WILDS_GROW: &str = "A Pawn or Court never hatches: it grows a bird that shares a suit with it, as any number from 2 to 9, named as it is \
    played. It is never an Ace or a Crown. From then on it is a card of that number. (Let stand without a number, or as an Ace or \
    Crown, it has no rank and counts nothing.)";

pub(crate) const EXCUSE_IDLE: &str =
    "The Excuse has no suit and no rank: it never hatches and never grows. It may be discarded or kept.";

pub(crate) const NOTHING_NEW: &str = "Nothing is hatched and nothing is drawn after the year's end.";

pub(crate) const EXCUSE_SPENT: &str = "For each Excuse still in hand at the year's end, a player who is not done may discard one own bird that would lose \
    money, instead of scoring it. That shows and spends the Excuse. Nothing more is laid on that bird; other birds may still grow.";

pub(crate) const TOTAL: &str = "A bird's total is the sum of its number cards. Aces and Crowns add nothing to it.";

pub(crate) const LOSS: &str = "A bird whose total is below the upkeep ({upkeep}) loses the difference, and 5 more if it has an Ace or a Crown, or \
    10 more if it has both.";

pub(crate) const PROFIT: &str = "A bird that covers the upkeep pays it with number cards of its own that come to that much or more; there is no change. \
    It earns the number cards that are left, and 5 for an Ace or a Crown, or 10 for both.";

pub(crate) const PAYMENT: &str = "The owner chooses the cards that pay. The referee chooses what leaves most: the smallest sum that is enough; among \
    equal sums the fewest cards, then the highest.";

pub(crate) const EXCUSES_KEPT: &str = "{excuses=seen: Excuses that were seen to be in a hand when its player was done, and that were not spent, are spent \
    for the player on the birds that lose most. One that came to light only later, or was only worked out, is not.} \
    {excuses=claimed: Only an Excuse that its player spends, or names when the year is counted by hand, discards a bird.} \
    A bird discarded with an Excuse was hatched all the same.";
