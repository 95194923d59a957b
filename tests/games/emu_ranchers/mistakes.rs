//! What is easily got wrong.

crate::tables::tables! { "emu_ranchers/mistakes":
    fn what_is_easily_got_wrong;
}
