//! The games, one folder each. None looks into another's.

pub mod blulu;
pub mod eggs_and_empires;
pub mod emu_ranchers;
pub mod emus_redux;
pub mod piepmatz;

#[cfg(test)]
mod tests {
    use crate::table::Game;

    fn check_size<G: Game>() {
        let size = size_of::<Result<(), G::Fault>>();
        assert!(size <= size_of::<u64>(), "{}: a verdict is a register, and not {size} bytes", G::book().title);
    }

    #[test]
    fn faults_are_small() {
        check_size::<super::blulu::Blulu>();
        check_size::<super::eggs_and_empires::EggsAndEmpires>();
        check_size::<super::emu_ranchers::EmuRanchers>();
        check_size::<super::emus_redux::EmusRedux>();
        check_size::<super::piepmatz::Piepmatz>();
    }
}
