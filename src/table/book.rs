//! A rule book as data: clauses, table rules and variants, declared once by each game.

use super::{
    ClauseId, Face, FieldSpec, RuleInForce, RuleSettings, RuleValue, SetupError, Suit, VerbSet, VerbText, capitalized, count_of,
    notation::find_verb_index, or_list,
};
use std::{borrow::Cow, ops::RangeInclusive};

/// A clause and its text for players.
#[derive(Clone, Copy, Debug)]
pub struct ClauseText {
    /// The id, as verdicts cite it.
    pub id: ClauseId,
    /// The text. Braces depend on the table rules: `{upkeep}` is the value of that rule.
    /// `{market_draw=any-turn: even after a discard}` appears only if that rule has that value.
    pub text: &'static str,
}

/// A section of a rule book.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// The clauses, in order.
    pub clauses: &'static [ClauseText],
}

/// The values that a table rule may have. The default is the first, or the one in the field `default`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedValues {
    /// One of these words.
    Word(&'static [&'static str]),
    /// A whole number from `least` to `most`.
    Whole {
        /// The default.
        default: u16,
        /// The smallest allowed.
        least: u16,
        /// The largest allowed.
        most: u16,
    },
    /// One of these whole numbers.
    OneOf(&'static [u16]),
    /// Yes or no.
    Flag {
        /// The default.
        default: bool,
    },
}

/// A table rule: a point of the rules that each table decides for itself.
#[derive(Clone, Copy, Debug)]
pub struct TableRule {
    /// The key in `[rules]`.
    pub key: &'static str,
    /// The allowed values.
    pub values: AllowedValues,
    /// The clause that the rule changes.
    pub clause: ClauseId,
    /// The question that a new game asks, in one sentence.
    pub question: &'static str,
    /// The meaning of the values.
    pub meaning: &'static str,
    /// Whether the rule affects moves only: neither how a tally is judged and scored, nor when a game of tallies ends.
    pub moves_only: bool,
}

/// A table rule without effect while another rule has a certain value. A new game then doesn't ask for the rule.
#[derive(Clone, Copy, Debug)]
pub struct IdleRule {
    /// The key of the rule without effect.
    pub rule: &'static str,
    /// The key of the other rule, and its value as text.
    pub under: (&'static str, &'static str),
}

/// A named setting of several table rules at once.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The name in `--variant` and in the log's `variant`.
    pub name: &'static str,
    /// The description, in one sentence.
    pub about: &'static str,
    /// The rules that the variant sets: the key, and the value as text.
    pub sets: &'static [(&'static str, &'static str)],
}

/// A key of the log's `[deck]`: a fact that the table knows about its deck.
#[derive(Clone, Copy, Debug)]
pub struct DeckKey {
    /// The key itself.
    pub name: &'static str,
    /// The question that a new game asks, with `{names}` for the `names`. The answer may be empty, unless `one_of` has words.
    pub question: &'static str,
    /// An example of how the value is typed.
    pub form: &'static str,
    /// The names of several counts. An answer of as many numbers gives the counts in this order.
    pub each: &'static [&'static str],
    /// The numbers of players with which a table has this key. Empty for any number.
    pub players: &'static [usize],
    /// The allowed words, the default first. If not empty, the key is required.
    pub one_of: &'static [&'static str],
    /// The name of each allowed word.
    pub names: &'static [&'static str],
}

impl DeckKey {
    /// An empty key, for any number of players.
    pub const BARE: Self = Self { name: "", question: "", form: "", each: &[], players: &[], one_of: &[], names: &[] };

    /// The question in full, with each name alone or with its allowed word: `Sparrows (SP)`.
    pub fn question_text(&self, with_words: bool) -> String {
        let with_word = |(name, word): (&&str, &&str)| if with_words { format!("{name} ({word})") } else { name.to_string() };
        self.question.replace("{names}", &or_list(self.names.iter().zip(self.one_of).map(with_word)))
    }

    /// Whether a table with this number of players has the key.
    pub fn is_for(&self, players: usize) -> bool {
        self.players.is_empty() || self.players.contains(&players)
    }
}

/// A game's rule book, as data.
#[derive(Clone, Debug)]
pub struct Book {
    /// The game's name in logs and commands: `emu-ranchers`.
    pub game: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// The designer's name.
    pub designer: &'static str,
    /// A description of the game, in one sentence.
    pub about: &'static str,
    /// The possible numbers of players.
    pub players: RangeInclusive<usize>,
    /// The playing time in minutes, if the rules state one.
    pub minutes: Option<RangeInclusive<u16>>,
    /// The word for a round (`year`).
    pub round_noun: &'static str,
    /// The word for several rounds (`years`).
    pub rounds_noun: &'static str,
    /// The role of a round's `first` (`takes the first turn`).
    pub first_role: &'static str,
    /// Whether the neighbour to the left of `first` begins to play.
    pub left_begins: bool,
    /// Whether all points but bonuses are counted at the end of a round, so that its last line scores nothing by itself.
    pub counts_at_end: bool,
    /// The things that a step can name, in the text of TB-4: `the bird, the card in a pile`.
    pub nameable_places: &'static str,
    /// The things that moves leave in front of a player, in the text of TB-8: `the cards of birds`.
    pub left_on_table: &'static str,
    /// The notation of cards, with an example, for a new player.
    pub card_notation: &'static str,
    /// The suits on the cards.
    pub suits: &'static [Suit],
    /// The face of the card with a code. Also used for codes in sentences.
    pub printed: fn(&str) -> Option<Face>,
    /// A few cards, shown where a game is chosen.
    pub cover_cards: fn() -> Vec<Face>,
    /// The verbs.
    pub verbs: &'static [VerbText],
    /// The clauses, section by section.
    pub sections: &'static [Section],
    /// The table rules.
    pub rules: &'static [&'static TableRule],
    /// The rules that have no effect while another rule has a certain value.
    pub idle: &'static [IdleRule],
    /// The variants.
    pub variants: &'static [Variant],
    /// The keys that the `[deck]` table may have.
    pub deck: &'static [DeckKey],
    /// The question that a new game asks before the optional deck keys: whether they are known.
    pub deck_question: &'static str,
    /// The content of a player's part of a tally: `the eggs' values`.
    pub tally_part_noun: &'static str,
    /// An example of a player's part of a tally.
    pub tally_example: &'static str,
    /// The fields of a player's part of a tally, in order, separated by `;`. Empty if a tally can only be typed.
    pub tally_parts: &'static [FieldSpec],
    /// The counts that a bare total may have beside its points, in the order in which they break a tie.
    pub tie_break: &'static [FieldSpec],
    /// An example of a position: a player's part, and the table's.
    pub position_example: [&'static str; 2],
    /// The fields of a player's part of a position, and of the table's, in the order in which they are drawn. Empty if a position
    /// can only be typed.
    pub position_parts: [&'static [FieldSpec]; 2],
    /// The predicate of a player who names a hidden value, and of several: `names an egg`, `name their eggs`.
    pub value_naming: [&'static str; 2],
    /// The title of a card that lies face down and is called by a player's name: `Face-down egg`.
    pub face_down_title: &'static str,
    /// Examples of disputes, as the arguments of `judge` after the game's name.
    pub disputes: &'static [&'static str],
}

impl Book {
    /// An empty book, for `..Book::BARE`.
    pub const BARE: Self = Self {
        game: "",
        title: "",
        designer: "",
        about: "",
        players: 1..=1,
        minutes: None,
        round_noun: "round",
        rounds_noun: "rounds",
        first_role: "",
        left_begins: false,
        counts_at_end: false,
        nameable_places: "the cards that lie on the table",
        left_on_table: "cards",
        card_notation: "",
        suits: &[],
        printed: |_| None,
        cover_cards: Vec::new,
        verbs: &[],
        sections: &[],
        rules: &[],
        idle: &[],
        variants: &[],
        deck: &[],
        deck_question: "Is it known which cards are in play?",
        tally_part_noun: "",
        tally_example: "",
        position_example: [""; 2],
        position_parts: [&[]; 2],
        value_naming: [""; 2],
        face_down_title: "",
        disputes: &[],
        tally_parts: &[],
        tie_break: &[],
    };

    /// Every clause of the book, then the clauses that all games share.
    pub fn clauses(&self) -> impl Iterator<Item = &'static ClauseText> + use<> {
        self.sections.iter().flat_map(|section| section.clauses).chain(TABLE_CLAUSES)
    }

    /// The title up to a dash.
    pub fn short_title(&self) -> &'static str {
        self.title.split(" – ").next().unwrap_or(self.title)
    }

    /// The heading of the round at an index: `Year 1`.
    pub fn round_name(&self, index: usize) -> String {
        format!("{} {}", capitalized(self.round_noun), index + 1)
    }

    /// Whether a rule has no effect under the values that `in_force` returns by key.
    pub fn has_no_effect<'v>(&self, rule: &TableRule, in_force: impl Fn(&str) -> Option<&'v str>) -> bool {
        self.idle.iter().any(|idle| idle.rule == rule.key && in_force(idle.under.0) == Some(idle.under.1))
    }

    /// The clause with this id.
    pub fn clause(&self, id: ClauseId) -> Option<&'static ClauseText> {
        self.clauses().find(|clause| clause.id == id)
    }

    /// The text of a clause under these table rules.
    pub fn text_of(&self, clause: &ClauseText, rules: &RuleSettings) -> Cow<'static, str> {
        let Some((before, rest)) = clause.text.split_once('{') else { return Cow::Borrowed(clause.text) };
        let mut text = before.to_owned();
        for part in rest.split('{') {
            let (brace, after) = part.split_once('}').unwrap_or((part, ""));
            text += &self.expand_brace(brace, rules).unwrap_or_else(|| format!("{{{brace}}}"));
            text += after;
        }
        // A brace without text would leave a double space, or a space before a punctuation mark.
        let words = text.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        Cow::Owned([",", ".", ";", ":", ")"].iter().fold(words, |text, mark| text.replace(&format!(" {mark}"), mark)))
    }

    /// The first sentence of a clause's text: the rule itself, which verdicts quote.
    pub fn first_sentence_of(&self, clause: &ClauseText, rules: &RuleSettings) -> Cow<'static, str> {
        match self.text_of(clause, rules) {
            Cow::Borrowed(text) => Cow::Borrowed(first_sentence(text)),
            Cow::Owned(text) => Cow::Owned(first_sentence(&text).to_owned()),
        }
    }

    /// The text for a brace in a clause. Returns `None` if the book has no such rule, or the rule no such value.
    fn expand_brace(&self, brace: &str, rules: &RuleSettings) -> Option<String> {
        let Some((key, value_and_words)) = brace.split_once('=') else {
            match brace {
                "places" => return Some(self.nameable_places.to_owned()),
                "left" => return Some(self.left_on_table.to_owned()),
                _ => {}
            }
            return Some(rules.value(self, brace)?.to_string());
        };
        let (value, words) = value_and_words.split_once(':')?;
        let rule = self.rule(key)?;
        let is_in_force = rules.number(self, rule) == rule.values.index_of(&RuleValue::from_text(value))?;
        Some(if is_in_force { words.to_owned() } else { String::new() })
    }

    /// The clause with this id, in any letter case.
    pub fn find_clause_ignoring_case(&self, id: &str) -> Option<&'static ClauseText> {
        self.clauses().find(|clause| clause.id.to_string().eq_ignore_ascii_case(id.trim()))
    }

    /// The table rule with this key.
    pub fn rule(&self, key: &str) -> Option<&'static TableRule> {
        self.rules.iter().copied().find(|rule| rule.key == key)
    }

    /// The variant with this name.
    pub fn variant(&self, name: &str) -> Option<&'static Variant> {
        self.variants.iter().find(|variant| variant.name == name)
    }

    /// The keys of the `[deck]` table.
    pub fn deck_keys(&self) -> Vec<&'static str> {
        self.deck.iter().map(|key| key.name).collect()
    }

    /// The verb with this name.
    pub fn verb(&self, name: &str) -> Option<&'static VerbText> {
        self.verbs.iter().find(|verb| verb.name == name)
    }

    /// A step as a watcher sees it: without arguments that name hidden cards ([`HiddenArguments`](super::HiddenArguments)).
    /// Returns `None` if the step names no hidden card, or begins with no verb of this book.
    pub fn in_view(&self, step: &str) -> Option<String> {
        let (index, at) = find_verb_index(self.verbs, step)?;
        self.verbs.get(index)?.in_view(&step[at..])
    }

    /// The verbs in a set.
    pub fn verbs_of(&self, verbs: VerbSet) -> impl Iterator<Item = &'static VerbText> + use<> {
        self.verbs.iter().enumerate().filter(move |(index, _)| verbs.contains(*index)).map(|(_, verb)| verb)
    }

    /// Checks the number of players. `clause` is the clause that states the possible numbers.
    pub fn check_players(&self, players: usize, clause: ClauseId) -> Result<(), SetupError> {
        if self.players.contains(&players) {
            return Ok(());
        }
        let in_words =
            |number: usize| ["no", "one", "two", "three", "four", "five", "six"].get(number).copied().unwrap_or("many");
        let allowed: Vec<&str> = self.players.clone().map(in_words).collect();
        let expected = match allowed[..] {
            [least, .., most] if allowed.len() > 2 => format!("{least} to {most}"),
            _ => or_list(&allowed),
        };
        let problem = format!("{} named for {}", count_of(players, "player is", "players are"), self.title);
        Err(SetupError::new("players", problem, format!("{expected} players"), clause))
    }

    /// The possible numbers of players, in words: `2`, or `2 to 6`.
    pub fn player_range(&self) -> String {
        let (least, most) = (self.players.start(), self.players.end());
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    }

    /// The playing time, in words: `about 45 minutes`, or `20 to 30 minutes`.
    pub fn duration(&self) -> Option<String> {
        let (least, most) = self.minutes.clone()?.into_inner();
        Some(if least == most { format!("about {least} minutes") } else { format!("{least} to {most} minutes") })
    }
}

impl TableRule {
    /// This rule with the value in force, as a log writes it.
    pub fn in_force(&'static self, value: impl std::fmt::Display) -> RuleInForce {
        RuleInForce { key: self.key, value: value.to_string() }
    }
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}

const fn tb(number: u8, text: &'static str) -> ClauseText {
    ClauseText { id: ClauseId::table(number), text }
}

/// The clauses that every game shares (TB).
pub const TABLE_CLAUSES: &[ClauseText] = &[
    tb(1, "Seats go clockwise, in the order in which the log names the players. Each game says whose turn it is."),
    tb(
        2,
        "Hands are hidden: the referee knows only how many cards a hand holds, and which of them the table has seen. These were taken \
           face up, shown, or worked out. A card of the game that nobody has seen is unaccounted for; cards that the setup put \
           aside are not.",
    ),
    tb(
        3,
        "A card comes from a hand or a deck only if it is or can still be there. It can be in a hand that holds a card nobody has \
           seen, if a copy of it is still unaccounted for. Otherwise it lies elsewhere, and the record is wrong. Of two copies, the known one is played.",
    ),
    tb(4, "What a step names must be there. So it is of {places}; otherwise the step cannot have happened."),
    tb(
        5,
        "`shows` says, at any time in a round once its setup is done, that a player's hand holds at least these cards, each as \
           often as it is listed.",
    ),
    tb(
        6,
        "When only one hand, and no pile, still holds unseen cards, the cards unaccounted for are in that hand: the referee \
           says so and counts on it.",
    ),
    tb(7, "After the end of a game nothing is recorded but notes."),
    tb(
        8,
        "A tally and a position agree with the log. What the moves of a tally's round left lying before a player ({left}) is counted there; \
           before the first round nobody has points. If the table lets a player's part stand all the same, as where something was lost \
           after the last recorded move, ` ! ` and the reason stand at its end, and it counts as it says.",
    ),
    tb(
        9,
        "The table may give or take points: `adjust NAME -5 REASON`. Between the first and the last line of a game, it is an item of \
           its own in that round's score. It is nobody's move, and never illegal.",
    ),
];

/// Declares the sections of a rule book. First come the two letters of its ids, then each section with its number and heading. A
/// section lists its clauses by number, each with its text or a constant.
///
/// ```
/// use fowlplay::{sections, table::{ClauseId, Section}};
///
/// const SECTIONS: &[Section] = sections! { b"BL":
///     1 "Cards" {
///         1 "There are 36 cards."
///         2 "Each player gets six."
///     }
/// };
/// assert_eq!(SECTIONS[0].clauses[1].id, ClauseId::new(*b"BL", 1, 2));
/// ```
#[macro_export]
macro_rules! sections {
    ($book:literal: $($section:literal $title:literal { $($number:literal $text:tt)+ })+) => {
        &[$($crate::table::Section {
            title: $title,
            clauses: &[$($crate::table::ClauseText {
                id: $crate::table::ClauseId::new(*$book, $section, $number),
                text: $text,
            }),+],
        }),+]
    };
}

/// Declares a game's table rules. Each has a key, its values, the clause that it changes, a question for a new game, and a meaning.
/// `of_moves` after the clause marks a rule that affects moves only. The macro expands to a `struct` and to the list for a
/// [`Book`]. The `struct` has a typed field for each rule: an enum of its words, a number or a flag.
///
/// ```
/// use fowlplay::{rules, table::{Book, RuleValue, RuleSettings}};
///
/// rules! {
///     /// The table rules, typed.
///     pub struct Rules {
///         target (50 in 10..=200) = XY-4.1, "How many points end the game?", "a round that brings somebody so far is the last";
///         hand [6, 4] = XY-1.2, "How many cards has a hand?", "the cards that are dealt to each player";
///         open (false) = XY-1.3, "Do hands lie open?", "whether hands lie open";
///         passing: Passing { Never "never", Always "always" } = XY-2.2 of_moves, "May one pass?", "when passing is legal";
///     }
/// }
///
/// static BOOK: Book = Book { rules: Rules::ALL, ..Book::BARE };
///
/// let mut values = RuleSettings::defaults(&BOOK);
/// values.set(&BOOK, "passing", &RuleValue::Word("always".to_owned()))?;
/// let rules = Rules::typed(&values);
/// assert_eq!((rules.target, rules.hand, rules.open, rules.passing), (50, 6, false, Passing::Always));
/// # Ok::<(), fowlplay::table::SetupError>(())
/// ```
#[macro_export]
macro_rules! rules {
    (
        $(#[$struct_meta:meta])*
        $visible:vis struct $rules:ident {
            $(
                $key:ident
                $(: $type:ident { $($value:ident $word:literal),+ $(,)? })?
                $([$($one:literal),+])?
                $(($default:tt $(in $least:literal..=$most:literal)?))?
                = $book:ident - $number:literal $($of_moves:ident)?, $question:expr, $meaning:expr;
            )+
        }
    ) => {
        $($(
                #[doc = concat!("The table rule `", stringify!($key), "`.")]
                #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
                $visible enum $type {
                    $(#[doc = concat!("`", $word, "`")] $value,)+
                }

                impl std::fmt::Display for $type {
                    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(match self { $(Self::$value => $word,)+ })
                    }
                }

                impl Default for $type {
                    fn default() -> Self {
                        [$(Self::$value),+][0]
                    }
                }

                impl $type {
                    /// The rule with this value in force, for a verdict that the rule decided.
                    pub fn in_force(self) -> $crate::table::RuleInForce {
                        $crate::table::RuleInForce { key: stringify!($key), value: self.to_string() }
                    }
                }
        )?)+

        $(#[$struct_meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $visible struct $rules {
            $(
                #[doc = concat!("The table rule `", stringify!($key), "`.")]
                pub $key: $crate::rules!(@type $($type)? $([$($one)+])? $(($default $($least $most)?))?),
            )+
        }

        impl Default for $rules {
            fn default() -> Self {
                let book = $crate::table::Book { rules: Self::ALL, ..$crate::table::Book::BARE };
                Self::typed(&$crate::table::RuleSettings::defaults(&book))
            }
        }

        impl $rules {
            /// All table rules, in the order in which a book lists them.
            pub const ALL: &'static [&'static $crate::table::TableRule] = &[$(&$crate::table::TableRule {
                key: stringify!($key),
                values: $crate::rules!(@values $($($word)+)? $([$($one)+])? $(($default $($least $most)?))?),
                clause: $crate::table::ClauseId::cited(concat!(stringify!($book), "-", stringify!($number))),
                question: $question,
                meaning: $meaning,
                moves_only: $crate::rules!(@moves_only $($of_moves)?),
            }),+];

            /// The rules in force, typed.
            pub fn typed(values: &$crate::table::RuleSettings) -> Self {
                let mut numbers = values.numbers();
                let mut next_number = || numbers.next().unwrap_or_default();
                Self {
                    $($key: $crate::rules!(
                        @read next_number(), $($type $($value)+)? $([$($one)+])? $(($default $($least $most)?))?
                    ),)+
                }
            }
        }
    };
    (@values $($word:literal)+) => { $crate::table::AllowedValues::Word(&[$($word),+]) };
    (@values [$($one:literal)+]) => { $crate::table::AllowedValues::OneOf(&[$($one),+]) };
    (@values ($default:tt)) => { $crate::table::AllowedValues::Flag { default: $default } };
    (@values ($default:tt $least:literal $most:literal)) => {
        $crate::table::AllowedValues::Whole { default: $default, least: $least, most: $most }
    };
    (@type $type:ident) => { $type };
    (@type ($default:tt)) => { bool };
    (@type $number:tt) => { u16 };
    (@read $number:expr, $type:ident $($value:ident)+) => { [$($type::$value),+][usize::from($number)] };
    (@read $number:expr, ($default:tt)) => { $number != 0 };
    (@read $number:expr, $numbers:tt) => { $number };
    (@moves_only of_moves) => { true };
    (@moves_only) => { false };
}
