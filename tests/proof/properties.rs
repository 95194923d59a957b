//! What holds for every game that could be played: the conformance harness ([`fowlplay::conformance`]) checks the five games, and what
//! it has no part in follows.

mod archive;
mod emu_ranchers;
mod emus_redux;
mod found;
mod left_out;

macro_rules! for_every_game {
    ($($name:ident: $game:ty;)+) => {
        $(mod $name {
            fowlplay::conformance_tests!($game);

            #[test]
            fn the_tables_say_what_the_referee_does() {
                super::archive::the_tables_say_what_the_referee_does::<$game>();
            }

            #[test]
            fn what_is_left_out_makes_no_answer_wrong() {
                super::left_out::what_is_left_out_makes_no_answer_wrong::<$game>();
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
