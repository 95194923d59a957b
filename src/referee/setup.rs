//! A new game: names, rules, variant and deck as they were given, before they are written into a log.

/// What `new` is told. Rules and deck entries are `key=value` pairs, already parted.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// The players, clockwise.
    pub players: Vec<String>,
    /// Who is `first` in the first round; the first player if none is named.
    pub first: Option<String>,
    /// A variant of the game.
    pub variant: Option<String>,
    /// Table rules.
    pub rules: Vec<(String, String)>,
    /// What the table says of its cards.
    pub deck: Vec<(String, String)>,
    /// The day it is played (`2026-11-20`).
    pub date: Option<String>,
}
