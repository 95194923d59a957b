//! What is easily got wrong.

crate::tables::tables! { "piepmatz/mistakes":
    fn what_is_easily_got_wrong;
}
