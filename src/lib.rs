//! **fowlplay** is the referee and scorekeeper at a table where people play with real cards: it follows the game, judges every
//! move, catches foul play, and counts the score.
//!
//! Hands are hidden. The program knows what the table has seen, so it can tell what is *illegal* (it broke a rule), what is
//! *impossible* (the card lies elsewhere: the record is wrong), and what only later turns out to have been foul (a *revoke*).
//!
//! # Using the library
//! Read a log, and have it refereed; everything else is asked of the [`Referee`](referee::Referee):
//!
//! ```
//! use fowlplay::{log::Log, referee};
//!
//! let log = Log::parse(
//!     r#"
//! fowlplay = 1
//! game = "emu-ranchers"
//! players = ["Ada", "Bo"]
//!
//! [[round]]
//! first = "Ada"
//! moves = [
//!   "Ada: hatch 7SK; draw",
//!   "Bo: hatch 9WY; draw",
//!   "Ada: grow 1 9LK; draw",
//!   "Bo: draw",
//! ]
//! "#
//!     .to_owned(),
//! )?;
//! let referee = referee::open(log)?;
//! let found = &referee.findings()[0];
//! assert_eq!(found.place().to_string(), "1.4");
//! assert_eq!(found.verdict.clause.as_deref(), Some("ER-2.1"));
//! # Ok::<(), fowlplay::log::ReadError>(())
//! ```
//!
//! Nothing in the [`referee`] room touches a file: what changes a log returns a new one, and [`log::LogFile`] saves it.
//!
//! # The log, format 1
//! A log is a TOML file, one for each game, that a person can read and write. It holds only what can't be computed: choices,
//! and cards that became visible.
//!
//! ```toml
//! fowlplay = 1                       # the format; its defaults never change
//! game = "emu-ranchers"
//! players = ["Ada", "Bo"]            # seats, clockwise
//! date = 2026-11-20                  # optional, as are variant, kept, place, title, notes, closed, began, ended, paused
//!
//! [rules]                            # optional: only what differs from the default (or the variant's value)
//! upkeep = 20
//!
//! [[round]]
//! first = "Ada"                      # who starts, deals or holds the marker: the rule book says which
//! moves = [
//!   "Ada: hatch 7SK; draw",          # comments are kept
//!   "Bo: hatch 9WY; draw",
//! ]
//! ```
//!
//! ## The keys
//! | key | what it holds |
//! |---|---|
//! | `fowlplay` | the whole number `1` |
//! | `game` | the game's name, as `fowlplay rules` lists them |
//! | `players` | a list of names in seat order: 1–40 characters each, all different (letter case aside), without control characters or `:` `;` `!` `=` `"` |
//! | `date` | a TOML date |
//! | `variant` | the name of a variant of that game |
//! | `kept` | `"scores"`, in a log of a table that keeps scores only: each round ends in its tally, and there need be no moves |
//! | `place`, `title`, `notes` | text |
//! | `closed` | why nobody will finish the game: nothing more is recorded in it |
//! | `began`, `ended` | when its first step was recorded, and when a session saved it last: moments with their offset, `2026-11-20T19:42:11+01:00` |
//! | `paused` | how long nobody played in between, in all: `"1h 35m"` |
//! | `[rules]` | table rules by their keys |
//! | `[deck]` | what the game's rule book lets a table say of its cards |
//! | `[[round]]` | `first` (a player's name), `moves` (a list of lines), `tally` (a list of one `NAME: …` a player) |
//! | `[[correction]]` | what was changed after it was recorded, at the file's end |
//!
//! Anything else is refused, with file, line, column, the offending text, and what was expected.
//!
//! When a game was played is written by `play` and the live page as they save; `record` is for scripts and writes none of it, and where the
//! first step is not known to be new, nothing is made up. More than half an hour without a step is a pause; where only scores are kept, more
//! than two hours without a round. The three keys are no part of the game: no correction keeps them, and what is undone or brought back leaves
//! them as they are.
//!
//! ## A line of `moves`
//! `[actor ":"] step { ";" step } [" ! " reason]`: consecutive steps of one actor, a whole turn where the game has turns. Lines
//! without an actor are things the table does. A turn may be spread over several lines. A reason after ` ! ` lets the line's last
//! step stand although it is illegal: it is reported as overruled, not as a finding; an impossible step stays impossible.
//!
//! Every game has `shows CARD…` (these cards are in that player's hand) and `note TEXT` (to the end of the line).
//!
//! **Emu Ranchers**: `hatch CARD` · `grow N CARD` · `discard CARD` · `draw`, or `draw CARD` where the recorder knows the card ·
//! `take CARD` (the top of the discard pile) · after the year's end `lay N CARD` · `done`. `N` is a bird's number, counted from 1.
//!
//! **Emus Redux**: the same, and on a line without an actor, before the first turn, `market CARD…` · a Pawn or Court goes on a bird as a
//! number, `grow N PMSL=6`, `lay N PMSL=6` · `discard CARD to PILE` (1 or 2; left out when a new pile must be started) · `take CARD` from on
//! top of a pile or from the market, and `take CARD from 1`, `from 2`, `from market` where the card is open to be taken in more than
//! one place · after the year's end `excuse N`, which spends an Excuse on the bird `N`.
//!
//! **Blulu**: `deal CARD…`, a line without an actor (the cards that go face up on the table, first in a round) ·
//! `trail CARD CARD` · `capture RANK with CARD CARD`. `RANK` is `A`, `2` to `9`, `C` (Crown), `P` (Pawn) or `T` (Court); where sum
//! and difference are both taken, all ranks that are captured, ascending: `capture 4 C with 3MW 7SK`.
//!
//! **Eggs and Empires**: without an actor `reveal V…` (the eggs' values, in every turn) and `end` (after the ninth turn, where an
//! ability is still open) · `play N`, with two players `play N N`, the lower first · `take V` (a face-up egg) · `take down NAME` (the
//! face-down egg of that player's Scout), or `take down NAME = V` where the recorder knows it · `decline` (a Mage's) · of a Courier
//! `give V to NAME`, `give down to NAME` while it is unseen · of a Priest `discard V`, `discard down NAME` · `opens NAME = V` (a
//! face-down egg in that pile turns out to be V) · `mulligan`. A table may list its eggs, 18 to 42 of them (27, 36 with five, six
//! players): `[deck] eggs = [13, 10, -6, …]`.
//!
//! **Piepmatz**: first in the round, without an actor and in any order, `perches CARD…; display CARD…; seeds N N N N` ·
//! `play CARD at N` · `keep CARD` · `draw` (unseen) or `draw CARD` (from the display) · to pests `lose CARD` (a bird) or `lose 3 1`
//! (seeds) · at the end `adds CARD CARD`. What the table turns up stands in the line of the player in turn: `feeder CARD` (the card that a
//! fight by 5 or more takes), `display CARD…`, `refill CARD…`. A bird is species and value, `BL6`, `SP1`; a feeder card is `1`,
//! `2`, `3`, `crow` or `squirrel`. Under `[deck]`, two players name the species that is out, `removed = "BL"`, and a table may list
//! the feeder cards: `seeds = { 1 = 10, 2 = 9, 3 = 8 }`, `crows = 5`, `squirrels = 4`.
//!
//! Cards are read forgivingly (`7s`, `castle`, `ace of waves`) and written canonically (`7SK`): see [`decktet`].
//!
//! ## A tally
//! A round may end in `tally = ["Ada: …", "Bo: …"]`, beside its moves or instead of them: the moves are judged as far as they go,
//! the tally is the round's result, and the round is over. In Emu Ranchers a player's part is the birds, bottom card first, with
//! `|` between them: `"Ada: AW 2WL 3MW 5SW 6MW 8WL CW | CS 9MS 8MS"`; in Emus Redux with the Excuses in hand behind them:
//! `"Ada: 7SK PMSL=8 9MS | AM; EX"`. In Blulu it is the number of captured cards, those left on the table at the end included and
//! before any exchange, and the bonuses: `"Ada: 20; flush 1; sextet 0"`.
//! In Eggs and Empires it is the eggs of the pile, and the cards that found none: `"Ada: 13 10 -6; merchant 1; blacksmith 1"`.
//! In Piepmatz it is the birds of the collection, then the seed cards: `"Ada: BL6 BL6 CH2; 3 1 2"`.
//!
//! What the moves of its round left lying before a player is counted there (TB-8). A part that breaks a rule is let stand as a step is,
//! by ` ! ` and a reason at its end: `"Ada: 7SK ! the 8 was taken back"`. Where it can't be told whose bonus ended a game of Blulu
//! (BL-4.3), that player's part ends in `first`: `"Ada: 20; flush 0; sextet 1; first"`.
//!
//! ## Corrections
//! What is undone, amended, or ruled otherwise stays in the file as `[[correction]]` tables: `at` (`R.L` for line L of round R,
//! `R.tally`, `rules.KEY`, `head.KEY`, `head.player.NAME` with the name before, or `head.seats`), `was` and `now` (the one missing where nothing stood there, the other where nothing does since: a line
//! that came in has `now` alone, and a table rule neither stands nor stood there with its usual value), `end` (where the log ended
//! once the command was done: its last line, or `R.tally`), `when` (the moment, which all that one command changed shares), and `by`
//! (`"undo"` or `"redo"`, where it was one of these). In `was` and `now` of a tally each player's part is a line of its own. Two more
//! keys are written only where undoing and redoing would otherwise not restore every byte: `source` (the text that stood there,
//! comments and all) and `after` (the line that a whole undone round stood after).
//!
//! By these, `undo` takes back the latest change: what was recorded after the last `end` first, line by line, then what the
//! corrections tell, command by command. In older logs corrections have neither `end` nor `by`: there `was` alone is an undo of the
//! last line, and what was amended stays.
//!
//! # The rooms
//! From the ground up, each looking only downwards: [`decktet`] (cards), [`table`] (what every game shares, and the
//! [traits](table::Refereed) of a game), [`emu`] (what the two emu games share), [`games`] (one folder each), [`log`] (the TOML
//! file), [`referee`] (a log and a game in one hand), [`actions`] (a change that somebody asks for, as one value), [`archive`] (many
//! logs at once), [`page`] (a game as HTML: the report, and the live page with its server). The command on top is a room of its own.
//!
//! [Adding a game](adding_a_game) is a chapter of its own, and so is [the live page's API](page_api).

#![forbid(unsafe_code)]

#[doc = include_str!("adding_a_game.md")]
pub mod adding_a_game {}
pub mod actions;
pub mod archive;
#[cfg(feature = "deal")]
pub mod deal;
pub mod decktet;
pub mod emu;
pub mod games;
pub mod log;
pub mod page;
#[doc = include_str!("page_api.md")]
pub mod page_api {}
pub mod referee;
pub mod table;
