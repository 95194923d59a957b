//! What can go wrong with a log on disk, done to the real program: each time the log is whole and holds every step that was
//! acknowledged, the message says what happened, and nothing is left behind that would pile up.
//!
//! Every crash point of a save is enumerated on a simulated disk (`crashes`), and every call of the program itself under `strace`
//! (`traced`, in the long form); the rest meets a real system as it is, so each kind of kill is tried a few times only.
//!
//! The long form does all of it more often, and fills a file system that it mounts itself (`unshare -r -m`).

mod crashes;
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
