//! What is easily got wrong.

crate::tables::tables! { "emus_redux/mistakes":
    fn what_is_easily_got_wrong;
}
