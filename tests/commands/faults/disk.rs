//! A disk and a clock in place of the system's: it loses what was not flushed, tears what was written, lets any call fail, and lets
//! several writers take turns call by call. All of it is repeatable.

use fowlplay::log::disk::{self, FileHandle, FileId, FileInfo, FolderHandle, OpenMode, System, no_file};
use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ffi::{OsStr, OsString},
    io::{self, ErrorKind},
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, SystemTime},
};

/// The only folder there is.
const HERE: &str = "/table";

/// What the disk writes whole or not at all. It is small, so that short logs have several.
const SECTOR: usize = 128;

type Inode = u64;

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room for what is new: this time, or from now on.
    Full,
    StaysFull,
    /// The disk can't be read or written: this time, or from now on.
    Broken,
    StaysBroken,
}

const FAULTS: [Fault; 4] = [Fault::Full, Fault::StaysFull, Fault::Broken, Fault::StaysBroken];

/// Names and files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Tree {
    names: BTreeMap<OsString, Inode>,
    files: BTreeMap<Inode, Vec<u8>>,
}

/// A change that is not on disk at once. Each is there whole or not at all, but for what is written.
#[derive(Clone, Debug)]
enum Change {
    /// Names are given and taken away: a rename does both.
    Names(Vec<(OsString, Option<Inode>)>),
    Write {
        file: Inode,
        at: usize,
        bytes: Vec<u8>,
    },
}

impl Tree {
    fn apply(&mut self, change: &Change) {
        match change {
            Change::Names(names) => {
                for (name, inode) in names {
                    if let Some(inode) = inode {
                        self.names.insert(name.clone(), *inode);
                        self.files.entry(*inode).or_default();
                    } else {
                        self.names.remove(name);
                    }
                }
            }
            Change::Write { file, at, bytes } => {
                let content = self.files.entry(*file).or_default();
                content.resize(content.len().max(at + bytes.len()), 0);
                content[*at..at + bytes.len()].copy_from_slice(bytes);
            }
        }
    }

    /// Without what has no name: nobody can open it any more.
    fn named(mut self) -> Self {
        let named: BTreeSet<Inode> = self.names.values().copied().collect();
        self.files.retain(|file, _| named.contains(file));
        self
    }
}

impl Change {
    /// What may be there of it if it is not there whole: its beginning, its end, or its length alone.
    fn torn(&self) -> Vec<Self> {
        let Self::Write { file, at, bytes } = self else { return Vec::new() };
        let part = |from: usize, to: usize| Self::Write { file: *file, at: at + from, bytes: bytes[from..to].to_vec() };
        let middle = bytes.len() / 2 / SECTOR * SECTOR;
        let zeros = Self::Write { file: *file, at: *at, bytes: vec![0; bytes.len()] };
        if middle > 0 { vec![part(0, middle), part(middle, bytes.len()), zeros] } else { vec![zeros] }
    }
}

/// What is on disk, and the changes that are not flushed.
#[derive(Clone, Debug, Default)]
struct Power {
    kept: Tree,
    pending: Vec<Change>,
}

impl Power {
    /// Flushes a file; without one the folder.
    fn flush(&mut self, of: Option<Inode>) {
        let Self { kept, pending } = self;
        pending.retain(|change| {
            let is_of = match change {
                Change::Names(_) => of.is_none(),
                Change::Write { file, .. } => of == Some(*file),
            };
            if is_of {
                kept.apply(change);
            }
            !is_of
        });
    }

    fn with(&self, change: impl Fn(usize) -> Option<Change>) -> Tree {
        let mut tree = self.kept.clone();
        (0..self.pending.len()).filter_map(change).for_each(|change| tree.apply(&change));
        tree.named()
    }

    /// What may be there after the power is lost: of what is not flushed all, none, all but one, one alone, or one torn.
    fn lost(&self) -> Vec<Tree> {
        let change = |nth: usize| Some(self.pending[nth].clone());
        let mut states = vec![self.with(change), self.kept.clone().named()];
        for one in 0..self.pending.len() {
            states.push(self.with(|nth| change(nth).filter(|_| nth != one)));
            states.push(self.with(|nth| change(nth).filter(|_| nth == one)));
            for torn in self.pending[one].torn() {
                states.push(self.with(|nth| if nth == one { Some(torn.clone()) } else { change(nth) }));
            }
        }
        states
    }
}

#[derive(Default)]
struct World {
    /// As the programs see it.
    live: Tree,
    power: Power,
    /// Files that are locked, and by which handle.
    locks: HashMap<Inode, u64>,
    handles: u64,
    clock: Duration,
    /// The calls so far, each in words.
    calls: Vec<String>,
    fault: Option<(usize, Fault)>,
    /// Whether a rename can spare what has the name.
    spares: bool,
    /// What would be left if the power were lost before each call.
    points: Option<Vec<Power>>,
    /// Who goes on is drawn by lot.
    lot: fastrand::Rng,
    turn: usize,
    /// Until when each writer waits; none for one that is done.
    writers: Vec<Option<Duration>>,
}

impl World {
    fn change(&mut self, change: Change) {
        self.live.apply(&change);
        self.power.pending.push(change);
    }

    /// Decides who goes on; if all are waiting, time passes.
    fn next(&mut self) {
        let Some(earliest) = self.writers.iter().flatten().min().copied() else { return };
        self.clock = self.clock.max(earliest);
        let clock = self.clock;
        let ready: Vec<usize> =
            (0..self.writers.len()).filter(|nth| self.writers[*nth].is_some_and(|until| until <= clock)).collect();
        self.turn = ready[self.lot.usize(0..ready.len())];
    }
}

thread_local! {
    /// Which writer this thread is.
    static WRITER: Cell<Option<usize>> = const { Cell::new(None) };
}

/// A disk with a clock. A clone is the same disk.
#[derive(Clone, Default)]
pub struct Disk(Arc<(Mutex<World>, Condvar)>);

/// An open file.
struct Opened {
    disk: Disk,
    inode: Inode,
    id: u64,
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut world = self.disk.world();
        if world.locks.get(&self.inode) == Some(&self.id) {
            world.locks.remove(&self.inode);
        }
    }
}

fn opened(file: &FileHandle) -> &Opened {
    file.0.downcast_ref().expect("it is of this disk")
}

impl Disk {
    /// A disk with these files; on some a rename can't spare what has the name.
    pub fn with(files: &[(&str, &str)], spares: bool) -> Self {
        let mut tree = Tree::default();
        for (inode, (name, text)) in (1..).zip(files) {
            tree.apply(&Change::Names(vec![(name.into(), Some(inode))]));
            tree.apply(&Change::Write { file: inode, at: 0, bytes: text.as_bytes().to_vec() });
        }
        Self::of(tree, spares)
    }

    fn of(tree: Tree, spares: bool) -> Self {
        let power = Power { kept: tree.clone(), pending: Vec::new() };
        let clock = Duration::from_secs(1_795_000_000);
        // A number is not used twice.
        let handles = 1000 + tree.files.keys().last().copied().unwrap_or_default();
        let world = World { live: tree, power, handles, spares, clock, ..World::default() };
        Self(Arc::new((Mutex::new(world), Condvar::new())))
    }

    /// Another disk with the same on it.
    pub fn copy(&self) -> Self {
        let world = self.world();
        Self::of(world.live.clone(), world.spares)
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs something on this disk.
    pub fn run<T>(&self, act: impl FnOnce() -> T) -> T {
        disk::with_system(Arc::new(self.clone()), act)
    }

    /// The names, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        self.world().live.names.keys().map(|name| name.to_string_lossy().into_owned()).collect()
    }

    /// What a file holds, as the programs see it.
    pub fn text(&self, name: &str) -> Option<String> {
        let world = self.world();
        let file = world.live.names.get(OsStr::new(name))?;
        Some(String::from_utf8_lossy(&world.live.files[file]).into_owned())
    }

    /// The calls so far.
    pub fn calls(&self) -> Vec<String> {
        self.world().calls.clone()
    }

    /// From this call on the disk is broken.
    pub fn breaks_at(&self, call: usize) {
        self.world().fault = Some((call, Fault::StaysBroken));
    }

    /// All that may be there when the power comes back.
    pub fn without_power(&self) -> Vec<Self> {
        let power = self.world().power.clone();
        power.lost().into_iter().map(|tree| Self::of(tree, self.world().spares)).collect()
    }

    /// Begins a call, after a while: whose turn it is, and whether it fails. One that needs room can be half done.
    fn call(&self, needs_room: bool, words: String, after: Duration) -> (MutexGuard<'_, World>, io::Result<()>) {
        let mut world = self.world();
        let until = world.clock + after;
        if let Some(own) = WRITER.get() {
            world.writers[own] = Some(until);
            world.next();
            self.0.1.notify_all();
            world = self.0.1.wait_while(world, |world| world.turn != own).unwrap_or_else(PoisonError::into_inner);
        } else {
            world.clock = until;
        }
        let nth = world.calls.len();
        world.calls.push(words);
        let power = world.points.is_some().then(|| world.power.clone());
        world.points.iter_mut().for_each(|points| points.extend(power.clone()));
        let failed = match world.fault {
            Some((at, fault)) if nth == at || nth > at && matches!(fault, Fault::StaysFull | Fault::StaysBroken) => match fault {
                Fault::Full | Fault::StaysFull if !needs_room => Ok(()),
                Fault::Full | Fault::StaysFull => Err(ErrorKind::StorageFull.into()),
                Fault::Broken | Fault::StaysBroken => Err(io::Error::other("the disk is broken")),
            },
            _ => Ok(()),
        };
        (world, failed)
    }

    fn usual(&self, words: String) -> io::Result<MutexGuard<'_, World>> {
        let (world, failed) = self.call(false, words, Duration::from_micros(20));
        failed.map(|()| world)
    }

    fn names_changed(&self, words: String, change: impl FnOnce(&World) -> io::Result<Change>) -> io::Result<()> {
        let mut world = self.usual(words)?;
        let change = change(&world)?;
        world.change(change);
        Ok(())
    }

    /// Runs several writers, each on a thread of its own, under the schedule of a seed.
    pub fn together(&self, seed: u64, writers: &[&(dyn Fn() + Sync)]) {
        /// A writer until it is done, also when it panics.
        struct Writer<'a>(&'a Disk, usize);
        impl Drop for Writer<'_> {
            fn drop(&mut self) {
                let mut world = self.0.world();
                world.writers[self.1] = None;
                world.next();
                self.0.0.1.notify_all();
            }
        }
        {
            let mut world = self.world();
            world.lot = fastrand::Rng::with_seed(seed);
            world.writers = vec![Some(world.clock); writers.len()];
            world.next();
        }
        thread::scope(|scope| {
            for (own, act) in writers.iter().enumerate() {
                scope.spawn(move || {
                    WRITER.set(Some(own));
                    let _writer = Writer(self, own);
                    drop(self.0.1.wait_while(self.world(), |world| world.turn != own));
                    self.run(act);
                });
            }
        });
    }
}

fn missing() -> io::Error {
    ErrorKind::NotFound.into()
}

impl System for Disk {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let path: PathBuf = Path::new(HERE).join(path).components().collect();
        let world = self.usual(format!("real path of {}", path.display()))?;
        let is_there = path == Path::new(HERE) || path.file_name().is_some_and(|name| world.live.names.contains_key(name));
        is_there.then_some(path).ok_or_else(missing)
    }

    fn folder(&self, _path: &Path) -> io::Result<(FolderHandle, FileId)> {
        let _world = self.usual("open the folder".to_owned())?;
        Ok((FolderHandle(Box::new(())), (0, 0)))
    }

    fn open(&self, _folder: Option<&FolderHandle>, name: &Path, access: OpenMode) -> io::Result<FileHandle> {
        let makes = matches!(access, OpenMode::New(_) | OpenMode::Append(_) | OpenMode::Lock);
        let (mut world, failed) = self.call(makes, format!("{access:?} {}", name.display()), Duration::from_micros(20));
        failed?;
        let name = name.file_name().ok_or_else(no_file)?;
        let inode = match (world.live.names.get(name).copied(), access) {
            (Some(_), OpenMode::New(_)) => return Err(ErrorKind::AlreadyExists.into()),
            (Some(inode), _) => inode,
            (None, _) if makes => {
                world.handles += 1;
                let inode = world.handles;
                world.change(Change::Names(vec![(name.to_owned(), Some(inode))]));
                inode
            }
            (None, _) => return Err(missing()),
        };
        world.handles += 1;
        let id = world.handles;
        Ok(FileHandle(Box::new(Opened { disk: self.clone(), inode, id })))
    }

    fn about(&self, file: &FileHandle) -> io::Result<FileInfo> {
        let world = self.usual("about a file".to_owned())?;
        let inode = opened(file).inode;
        Ok(FileInfo { id: (0, inode), length: world.live.files[&inode].len() as u64, is_read_only: false })
    }

    fn id_of(&self, _folder: &FolderHandle, name: &OsStr) -> io::Result<FileId> {
        let world = self.usual(format!("what is {}", name.display()))?;
        world.live.names.get(name).map(|inode| (0, *inode)).ok_or_else(missing)
    }

    fn read(&self, file: &FileHandle, _limit: u64) -> io::Result<Vec<u8>> {
        let world = self.usual("read".to_owned())?;
        Ok(world.live.files[&opened(file).inode].clone())
    }

    fn write(&self, file: &FileHandle, bytes: &[u8]) -> io::Result<()> {
        let (mut world, failed) = self.call(true, format!("write {} bytes", bytes.len()), Duration::from_micros(20));
        let file = opened(file).inode;
        let (at, half) = (world.live.files[&file].len(), bytes.len() / 2);
        let written = if failed.is_ok() { bytes } else { &bytes[..half] };
        world.change(Change::Write { file, at, bytes: written.to_vec() });
        failed
    }

    fn copy_metadata(&self, _new: &FileHandle, _of: &FileHandle) -> io::Result<()> {
        self.usual("keep attributes".to_owned()).map(drop)
    }

    fn flush(&self, file: &FileHandle) -> io::Result<()> {
        let (mut world, failed) = self.call(true, "flush".to_owned(), Duration::from_micros(20));
        failed?;
        world.power.flush(Some(opened(file).inode));
        Ok(())
    }

    fn lock(&self, file: &FileHandle) -> io::Result<bool> {
        let mut world = self.usual("lock".to_owned())?;
        let Opened { inode, id, .. } = opened(file);
        Ok(*world.locks.entry(*inode).or_insert(*id) == *id)
    }

    fn rename(&self, _folder: &FolderHandle, from: &OsStr, to: &OsStr, replaces: bool) -> io::Result<()> {
        let words = format!("rename {} to {}, replaces: {replaces}", from.display(), to.display());
        self.names_changed(words, |world| {
            if !replaces && !world.spares {
                return Err(ErrorKind::Unsupported.into());
            }
            if !replaces && world.live.names.contains_key(to) {
                return Err(ErrorKind::AlreadyExists.into());
            }
            let file = world.live.names.get(from).copied().ok_or_else(missing)?;
            Ok(Change::Names(vec![(from.to_owned(), None), (to.to_owned(), Some(file))]))
        })
    }

    fn remove(&self, _folder: &FolderHandle, name: &OsStr) -> io::Result<()> {
        self.names_changed(format!("remove {}", name.display()), |world| {
            let is_there = world.live.names.contains_key(name);
            if is_there { Ok(Change::Names(vec![(name.to_owned(), None)])) } else { Err(missing()) }
        })
    }

    fn flush_folder(&self, _folder: &FolderHandle) -> io::Result<()> {
        self.usual("flush the folder".to_owned())?.power.flush(None);
        Ok(())
    }

    /// In whole seconds: a call more or less changes no text.
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.world().clock.as_secs())
    }

    fn sleep(&self, time: Duration) {
        drop(self.call(false, "wait".to_owned(), time));
    }
}

/// How much was tried.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// Calls before which the power was lost.
    pub points: usize,
    /// Calls that failed.
    pub failures: usize,
    /// Different states that were left: so many second starts were tried.
    pub states: usize,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.points += other.points;
        self.failures += other.failures;
        self.states += other.states;
    }
}

/// Something to do on a disk, and what must hold whatever comes of it.
pub struct Run<'a> {
    pub disk: Disk,
    /// Does it, and returns whether it said that it was done.
    pub act: &'a dyn Fn() -> bool,
    /// Looks at what is there afterwards, and whether it was said to be done.
    pub check: &'a dyn Fn(&Disk, bool),
}

impl Run<'_> {
    fn look(&self, seen: &mut HashSet<(Tree, bool)>, tree: &Tree, done: bool, told: &dyn Fn() -> String) {
        if seen.insert((tree.clone(), done)) {
            let after = Disk::of(tree.clone(), self.disk.world().spares);
            catch_unwind(AssertUnwindSafe(|| (self.check)(&after, done))).unwrap_or_else(|panic| {
                eprintln!("{}\nleft: {tree:?}, said to be done: {done}\nthen: {:#?}", told(), after.calls());
                resume_unwind(panic)
            });
        }
    }

    /// Loses the power before each call, and after all. Returns also what was left, for what comes next.
    pub fn every_crash(&self) -> (Count, Vec<Disk>) {
        let (disk, mut seen) = (self.disk.copy(), HashSet::new());
        disk.world().points = Some(Vec::new());
        assert!(disk.run(self.act), "it is done where nothing fails: {:#?}", disk.calls());
        let points = disk.world().points.take().unwrap_or_default();
        let last = disk.world().power.clone();
        for (nth, power) in points.iter().chain([&last]).enumerate() {
            let told = || format!("power lost before call {nth} of {:#?}: {power:?}", disk.calls());
            power.lost().into_iter().for_each(|tree| self.look(&mut seen, &tree, nth == points.len(), &told));
        }
        let count = Count { points: points.len() + 1, failures: 0, states: seen.len() };
        (count, seen.into_iter().map(|(tree, _)| Disk::of(tree, disk.world().spares)).collect())
    }

    /// Lets each call fail in each way; looks at what is there then, and when the power is lost afterwards.
    pub fn every_failure(&self) -> Count {
        let (mut failures, mut seen) = (0, HashSet::new());
        for fault in FAULTS {
            for nth in 0.. {
                let disk = self.disk.copy();
                disk.world().fault = Some((nth, fault));
                let done = disk.run(self.act);
                if nth >= disk.calls().len() {
                    break;
                }
                failures += 1;
                let told = || format!("{fault:?} at call {nth} of {:#?}", disk.calls());
                let live = disk.world().live.clone().named();
                let power = disk.world().power.clone();
                power.lost().into_iter().chain([live]).for_each(|tree| self.look(&mut seen, &tree, done, &told));
            }
        }
        Count { points: 0, failures, states: seen.len() }
    }
}
