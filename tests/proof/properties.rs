//! What holds for every game that could be played: random games, random table rules, random mistakes.
//!
//! Each property is written once for any game that can be dealt ([`fowlplay::deal::Deal`]); a further game is one more line of
//! `for_every_game!`. Random games are told apart by their seed, which a failing test prints. `PROPERTY_SEED=7` plays only that
//! one, `PROPERTY_TIMES=20` plays twenty times as many, `--nocapture` tells how many there were.

pub mod amending;
mod archive;
mod emu_ranchers;
mod emus_redux;
mod found;
pub mod judging;
pub mod recording;
mod replaying;
pub mod scoring;
mod typing;
mod undoing;
mod verdicts;

use crate::notation;

/// A test for each property of each file.
macro_rules! properties {
    ($game:ty: $($file:ident { $($property:ident)+ })+) => { $($(
        #[test]
        fn $property() {
            crate::properties::$file::$property::<$game>();
        }
    )+)+ };
}

macro_rules! for_every_game {
    ($($name:ident: $game:ty;)+) => { $(mod $name {
        properties! { $game:
            judging {
                a_step_is_listed_exactly_if_it_is_legal
                what_a_hand_really_holds_is_never_impossible
                asking_changes_nothing
                whatever_is_possible_can_be_applied
                who_remembers_nothing_sees_every_legal_step
            }
            notation {
                a_written_step_is_read_back
            }
            replaying {
                legal_games_are_clean_and_every_prefix_of_them
                the_first_lines_of_a_log_are_the_game_before_the_next
                what_was_let_stand_is_found_and_nothing_else
            }
            recording {
                recording_line_by_line_writes_the_same_log
                a_recorded_line_is_judged_as_the_log_is
                trying_a_line_says_what_recording_it_does
            }
            verdicts {
                a_rule_is_named_iff_another_value_makes_it_legal
                what_is_offered_instead_is_legal
            }
            typing {
                any_text_can_be_typed
                any_text_can_be_completed
                any_text_can_be_given_as_a_tally
            }
            undoing {
                redo_gives_back_every_byte
                undo_leaves_the_shorter_log
                undo_and_redo_in_any_order_never_lose_a_line
                any_change_is_taken_back_and_brought_back
            }
            amending {
                a_line_in_its_own_place_changes_nothing
                a_line_taken_out_and_put_back_changes_nothing
                nothing_illegal_is_let_in_by_amending
                changed_table_rules_can_be_changed_back
            }
            archive {
                the_tables_say_what_the_referee_does
            }
            scoring {
                a_total_is_the_sum_of_its_items
                the_winners_have_the_most
            }
        }
    })+

    #[test]
    fn no_game_is_left_out() {
        let here = [$(<$game as fowlplay::table::Game>::book().game),+];
        assert_eq!(here.to_vec(), fowlplay::referee::books().map(|book| book.game).collect::<Vec<_>>());
    }
    };
}

for_every_game! {
    ranchers: fowlplay::games::emu_ranchers::EmuRanchers;
    redux: fowlplay::games::emus_redux::EmusRedux;
    blulu: fowlplay::games::blulu::Blulu;
    eggs: fowlplay::games::eggs_and_empires::EggsAndEmpires;
    piepmatz: fowlplay::games::piepmatz::Piepmatz;
}
