//! What is easily got wrong.

crate::tables::tables! { "eggs_and_empires/mistakes":
    fn what_is_easily_got_wrong;
}
