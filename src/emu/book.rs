//! The clauses that read the same in both rule books (2.1, 2.2, 3.1 to 3.3, 5.2, 6.1 to 6.4), and the table rule about the upkeep.

use crate::table::RuleInForce;

/// The default upkeep of a bird (ER-6.2, RX-6.2).
pub(crate) const UPKEEP_COST: u16 = 18;

pub(crate) const UPKEEP_QUESTION: &str = "What does the upkeep of a bird cost?";

pub(crate) const UPKEEP_MEANING: &str = "the cost that a bird's number cards must cover before it earns anything";

/// The upkeep as a rule in force, if it is not the default.
pub(crate) fn changed_upkeep(upkeep: u16) -> Option<RuleInForce> {
    (upkeep != UPKEEP_COST).then(|| RuleInForce { key: "upkeep", value: upkeep.to_string() })
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

pub(crate) const NOTHING_NEW: &str = "Nothing is hatched and nothing is drawn after the year's end.";

pub(crate) const TOTAL: &str = "A bird's total is the sum of its number cards. Aces and Crowns add nothing to it.";

pub(crate) const LOSS: &str = "A bird whose total is below the upkeep ({upkeep}) loses the difference, and 5 more if it has an Ace or a Crown, or \
    10 more if it has both.";

pub(crate) const PROFIT: &str = "A bird that covers the upkeep pays it with number cards of its own that come to that much or more; there is no change. \
    It earns the number cards that are left, and 5 for an Ace or a Crown, or 10 for both.";

pub(crate) const PAYMENT: &str = "The owner chooses the cards that pay. The referee chooses what leaves most: the smallest sum that is enough; among \
    equal sums the fewest cards, then the highest.";
