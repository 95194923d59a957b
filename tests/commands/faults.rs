//! What can go wrong with a log on disk, done to the real program: each time the log is whole and holds every step that was
//! acknowledged, the message says what happened, and nothing is left behind that would pile up.
//!
//! This is the short form. The long one does everything twenty times as often, with another seed:
//! `TEST_TIMES=20 TEST_SEED=2 cargo test --test commands faults:: -- --nocapture`
//!
//! Every crash point of a save is enumerated on a simulated disk (`crashes`), and every call of the program itself under `strace`
//! (`traced`, in the long form); the rest meets a real system as it is, so each kind of kill is tried a few times only.
//!
//! It insists on a full file system; the short form does with size limits where the system lets nobody mount one of their own
//! (`unshare -r -m`).
//!
//! The figures that it prints: kills, and what they hit; failing calls; recorders; files cut and bytes changed.
#![cfg(unix)]

mod crashes;
mod cut;
mod disk;
mod doors;
mod exported;
mod forbidden;
mod full;
mod killed;
mod owned;
mod replaced;
mod script;
mod together;
mod traced;
