//! A disk and a clock for tests: it loses what was not flushed, tears what was written, lets any call fail, and lets several
//! writers take turns call by call. All of it is repeatable.
#![allow(missing_docs, clippy::missing_panics_doc, reason = "it is there in tests alone")]

mod crash;
mod tree;
mod turns;

use super::{
    Access,
    layer::{About, Disk, File, Folder, Handle},
    no_file,
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet},
    ffi::{OsStr, OsString},
    fmt,
    fs::{self, Permissions, TryLockError},
    io::{self, ErrorKind, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, SystemTime},
};
use tree::{Change, Inode, Named, Power, SECTOR, Tree};
use turns::Turns;

pub use crash::{Count, FILE_SYSTEMS, Run, by_lot, every_crash, every_failure, seeds};

/// The folder in which a simulated program runs.
pub const HERE: &str = "/table";

/// How long a call takes.
const CALL: Duration = Duration::from_micros(20);

thread_local! {
    static CURRENT: RefCell<Option<Simulated>> = const { RefCell::new(None) };
}

/// The disk that this thread works on, if it is a simulated one.
pub fn current() -> Option<Simulated> {
    CURRENT.with_borrow(Clone::clone)
}

/// What a file system can do.
#[derive(Clone, Copy, Debug)]
pub struct Abilities {
    /// Two files exchange names in one step, and a rename can spare what has the name.
    pub exchange: bool,
    /// A file can have several names.
    pub links: bool,
    /// A new file can have all attributes of another.
    pub attributes: bool,
}

impl Abilities {
    pub const ALL: Self = Self { exchange: true, links: true, attributes: true };
}

/// How a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is no room for what is new: this time.
    Full,
    /// From now on.
    StaysFull,
    /// The disk can't be read or written: this time.
    Broken,
    /// From now on.
    StaysBroken,
    /// A signal came before it was done.
    Interrupted,
    /// Only half of it is read or written.
    Half,
}

/// What a call is about to do, for its faults.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// It needs no room.
    Usual,
    /// It needs room.
    New,
}

/// A disk with a clock. A clone is the same disk.
#[derive(Clone)]
pub struct Simulated(Arc<Shared>);

impl fmt::Debug for Simulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let world = self.world();
        write!(f, "{:?} with {:?}", world.abilities, world.live)
    }
}

struct Shared {
    world: Mutex<World>,
    turns: Turns,
}

struct World {
    /// As the programs see it.
    live: Tree,
    power: Power,
    abilities: Abilities,
    /// Files that are locked, and by which handle.
    locks: HashMap<Inode, usize>,
    /// Files whose content was lost when it could not be flushed: they are taken for flushed until they are written again.
    unflushable: HashSet<Inode>,
    handles: usize,
    clock: Duration,
    /// The calls so far, each in words.
    calls: Vec<String>,
    faults: BTreeMap<usize, Fault>,
    /// A fault that stays.
    state: Option<Fault>,
    /// What would be left if the power were lost before each call, and how many calls were done.
    points: Option<Vec<(usize, Power)>>,
}

impl World {
    fn change(&mut self, change: Change) {
        self.live.apply(&change);
        self.unflushable.remove(&change.of());
        self.power.pending.push(change);
    }

    fn names<const N: usize>(&mut self, folder: Inode, names: [(&OsStr, Option<Named>); N]) {
        let names = names.into_iter().map(|(name, named)| (name.to_owned(), named)).collect();
        self.change(Change::Names { folder, names });
    }

    fn make(&mut self, folder: Inode, name: &OsStr, is_folder: bool) -> Inode {
        // A number is not used twice: what was removed may still be open, or come back.
        let inode = self.live.free().max(self.power.kept.free()).max(self.handles);
        self.handles = inode + 1;
        self.names(folder, [(name, Some(if is_folder { Named::Folder(inode) } else { Named::File(inode) }))]);
        inode
    }

    fn flush(&mut self, inode: Inode) {
        if !self.unflushable.contains(&inode) {
            self.power.flush(inode);
        }
    }

    fn about(&self, inode: Inode) -> About {
        let content = self.live.files.get(&inode);
        About {
            is_file: content.is_some(),
            is_folder: content.is_none(),
            is_link: false,
            length: content.map_or(0, Vec::len) as u64,
            names: self.live.names_of(inode) as u64,
            modified: None,
            permissions: None,
        }
    }
}

fn missing() -> io::Error {
    ErrorKind::NotFound.into()
}

impl Simulated {
    /// A disk with these files in the folder of the program.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let mut tree = Tree::default();
        let mut last = 0;
        for (path, text) in [(HERE, None)].into_iter().chain(files.iter().map(|(name, text)| (*name, Some(text)))) {
            let path = Path::new(HERE).join(path);
            let (above, name) = (path.parent().expect("a path"), path.file_name().expect("a name"));
            let folder = tree.at(above).expect("a folder");
            last += 1;
            let named = if text.is_some() { Named::File(last) } else { Named::Folder(last) };
            tree.apply(&Change::Names { folder, names: vec![(name.to_owned(), Some(named))] });
            if let Some(text) = text {
                tree.apply(&Change::Write { file: last, at: 0, bytes: text.as_bytes().to_vec() });
            }
        }
        Self::of(tree, Abilities::ALL)
    }

    /// The same with a second name for a file, in a folder of its own.
    #[must_use]
    pub fn with_link(self, file: &str, folder: &str) -> Self {
        let mut world = self.world();
        let here = world.live.at(Path::new(HERE)).expect("a folder");
        let linked = world.live.named(here, file.as_ref()).expect("a file");
        let elsewhere = world.make(here, folder.as_ref(), true);
        world.names(elsewhere, [(file.as_ref(), Some(Named::File(linked)))]);
        drop(world);
        self.copy()
    }

    fn of(tree: Tree, abilities: Abilities) -> Self {
        let world = World {
            live: tree.clone(),
            power: Power { kept: tree, pending: Vec::new() },
            abilities,
            locks: HashMap::new(),
            unflushable: HashSet::new(),
            handles: 1000,
            clock: Duration::from_secs(1_795_000_000),
            calls: Vec::new(),
            faults: BTreeMap::new(),
            state: None,
            points: None,
        };
        Self(Arc::new(Shared { world: Mutex::new(world), turns: Turns::default() }))
    }

    /// The same for a file system that can do less.
    #[must_use]
    pub fn able(self, abilities: Abilities) -> Self {
        self.world().abilities = abilities;
        self
    }

    /// Runs something on this disk, with names that are the same each time.
    pub fn run<T>(&self, act: impl FnOnce() -> T) -> T {
        struct Back(Option<Simulated>);
        impl Drop for Back {
            fn drop(&mut self) {
                CURRENT.set(self.0.take());
            }
        }
        let _back = Back(CURRENT.replace(Some(self.clone())));
        fastrand::seed(1);
        act()
    }

    /// The names in the folder of the program, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        self.names_in(HERE)
    }

    /// The names in another folder; none if there is no such folder.
    pub fn names_in(&self, folder: &str) -> Vec<String> {
        let world = self.world();
        let names = world.live.at(Path::new(folder)).map(|folder| &world.live.folders[&folder]);
        names.into_iter().flatten().map(|(name, _)| name.to_string_lossy().into_owned()).collect()
    }

    /// What a file holds, as the programs see it.
    pub fn text(&self, path: &str) -> Option<String> {
        let world = self.world();
        let file = world.live.at(&Path::new(HERE).join(path))?;
        Some(String::from_utf8_lossy(world.live.files.get(&file)?).into_owned())
    }

    /// A disk as it may be when the power comes back.
    fn after(&self, tree: Tree) -> Self {
        Self::of(tree, self.world().abilities)
    }

    /// Another disk with the same content, of which all is flushed.
    #[must_use]
    pub fn copy(&self) -> Self {
        let world = self.world();
        Self::of(world.live.clone(), world.abilities)
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.0.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a call: whose turn it is, and whether it fails.
    fn call(&self, call: Call, told: impl FnOnce(&World) -> String) -> io::Result<(MutexGuard<'_, World>, bool)> {
        let mut world = self.0.turns.wait(self.world(), &self.0.world);
        world.clock += CALL;
        let nth = world.calls.len();
        let told = told(&world);
        world.calls.push(told);
        if world.points.is_some() {
            let power = world.power.clone();
            world.points.as_mut().expect("there").push((nth, power));
        }
        let fault = world.faults.get(&nth).copied().or(world.state);
        if matches!(fault, Some(Fault::StaysFull | Fault::StaysBroken)) {
            world.state = fault;
        }
        match fault {
            Some(Fault::Full | Fault::StaysFull) if call == Call::New => Err(ErrorKind::StorageFull.into()),
            Some(Fault::Broken | Fault::StaysBroken) => Err(io::Error::other("the disk is broken")),
            Some(Fault::Interrupted) => Err(ErrorKind::Interrupted.into()),
            Some(Fault::Half) => Ok((world, true)),
            _ => Ok((world, false)),
        }
    }

    fn usual(&self, told: impl FnOnce(&World) -> String) -> io::Result<MutexGuard<'_, World>> {
        Ok(self.call(Call::Usual, told)?.0)
    }

    fn new_one(&self, told: impl FnOnce(&World) -> String) -> io::Result<MutexGuard<'_, World>> {
        Ok(self.call(Call::New, told)?.0)
    }

    fn handle(&self, world: &mut World, inode: Inode, appends: bool) -> File {
        world.handles += 1;
        File::of(Opened { disk: self.clone(), inode, id: world.handles, at: 0, appends })
    }
}

/// An absolute path, without what stands for the same folder.
fn absolute(path: &Path) -> PathBuf {
    Path::new(HERE).join(path).components().collect()
}

impl Disk for Simulated {
    fn real_path(&self, path: &Path) -> io::Result<PathBuf> {
        let world = self.usual(|_| format!("real path of {}", path.display()))?;
        let path = absolute(path);
        world.live.at(&path).map(|_| path).ok_or_else(missing)
    }

    fn about(&self, path: &Path, _follows: bool) -> io::Result<About> {
        let world = self.usual(|_| format!("about {}", path.display()))?;
        world.live.at(&absolute(path)).map(|inode| world.about(inode)).ok_or_else(missing)
    }

    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        let world = self.usual(|_| format!("open folder {}", path.display()))?;
        let inode = world.live.at(&absolute(path)).ok_or_else(missing)?;
        if !world.live.folders.contains_key(&inode) {
            return Err(ErrorKind::NotADirectory.into());
        }
        Ok(Box::new(OpenFolder { disk: self.clone(), inode }))
    }

    fn open(&self, path: &Path, _to_write: bool) -> io::Result<File> {
        let mut world = self.usual(|_| format!("open {}", path.display()))?;
        let inode = world.live.at(&absolute(path)).ok_or_else(missing)?;
        Ok(self.handle(&mut world, inode, false))
    }

    fn make_folder(&self, path: &Path) -> io::Result<()> {
        let mut world = self.new_one(|_| format!("make folder {}", path.display()))?;
        let path = absolute(path);
        if world.live.at(&path).is_some() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let above = path.parent().and_then(|above| world.live.at(above)).ok_or_else(missing)?;
        world.make(above, path.file_name().ok_or_else(missing)?, true);
        Ok(())
    }

    fn make_private(&self, _path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// In whole seconds: a call more or less changes no text.
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(self.world().clock.as_secs())
    }

    fn run_time(&self) -> Duration {
        self.world().clock
    }

    fn sleep(&self, time: Duration) {
        drop(self.0.turns.sleep(self.world(), &self.0.world, time));
    }
}

#[derive(Debug)]
struct OpenFolder {
    disk: Simulated,
    inode: Inode,
}

impl OpenFolder {
    fn named(&self, world: &World, name: &OsStr) -> io::Result<Inode> {
        world.live.named(self.inode, name).ok_or_else(missing)
    }

    fn file_named(&self, world: &World, name: &OsStr) -> io::Result<Named> {
        let inode = self.named(world, name)?;
        Ok(if world.live.files.contains_key(&inode) { Named::File(inode) } else { Named::Folder(inode) })
    }

    fn must_be_free(&self, world: &World, name: &OsStr) -> io::Result<()> {
        if self.named(world, name).is_ok() { Err(ErrorKind::AlreadyExists.into()) } else { Ok(()) }
    }
}

impl Folder for OpenFolder {
    fn names(&self) -> io::Result<Vec<OsString>> {
        let world = self.disk.usual(|_| "list".to_owned())?;
        Ok(world.live.folders[&self.inode].keys().cloned().collect())
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.usual(|_| "flush the folder".to_owned())?.flush(self.inode);
        Ok(())
    }

    fn file(&self, name: &OsStr, access: Access) -> io::Result<File> {
        let call = if matches!(access, Access::Create(_) | Access::Append(_)) { Call::New } else { Call::Usual };
        let (mut world, _) = self.disk.call(call, |_| format!("{access:?} {}", name.display()))?;
        let inode = match (self.named(&world, name), access) {
            (Ok(_), Access::Create(_)) => return Err(ErrorKind::AlreadyExists.into()),
            (Ok(inode), _) if world.live.folders.contains_key(&inode) => return Err(no_file()),
            (Ok(inode), _) => inode,
            (Err(_), Access::Create(_) | Access::Append(_)) => world.make(self.inode, name, false),
            (Err(error), _) => return Err(error),
        };
        Ok(self.disk.handle(&mut world, inode, matches!(access, Access::Append(_))))
    }

    fn exists(&self, name: &OsStr) -> bool {
        let world = self.disk.usual(|_| format!("is there {}", name.display()));
        world.is_ok_and(|world| self.named(&world, name).is_ok())
    }

    fn is(&self, name: &OsStr, open: &File) -> bool {
        let world = self.disk.usual(|_| format!("is it still {}", name.display()));
        world.is_ok_and(|world| self.named(&world, name).ok() == open.inode())
    }

    fn remove(&self, name: &OsStr) -> io::Result<()> {
        let mut world = self.disk.usual(|_| format!("remove {}", name.display()))?;
        self.named(&world, name)?;
        world.names(self.inode, [(name, None)]);
        Ok(())
    }

    fn rename(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let mut world = self.disk.usual(|_| format!("rename {} to {}", from.display(), to.display()))?;
        let file = self.file_named(&world, from)?;
        world.names(self.inode, [(from, None), (to, Some(file))]);
        Ok(())
    }

    fn rename_new(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let mut world = self.disk.usual(|_| format!("rename {} to {}, if that is free", from.display(), to.display()))?;
        if !world.abilities.exchange {
            return Err(ErrorKind::Unsupported.into());
        }
        self.must_be_free(&world, to)?;
        let file = self.file_named(&world, from)?;
        world.names(self.inode, [(from, None), (to, Some(file))]);
        Ok(())
    }

    fn exchange(&self, one: &OsStr, other: &OsStr) -> io::Result<()> {
        let mut world = self.disk.usual(|_| format!("exchange {} and {}", one.display(), other.display()))?;
        if !world.abilities.exchange {
            return Err(ErrorKind::Unsupported.into());
        }
        let (first, second) = (self.file_named(&world, one)?, self.file_named(&world, other)?);
        world.names(self.inode, [(one, Some(second)), (other, Some(first))]);
        Ok(())
    }

    fn link(&self, from: &OsStr, to: &OsStr) -> io::Result<()> {
        let mut world = self.disk.new_one(|_| format!("link {} as {}", from.display(), to.display()))?;
        if !world.abilities.links {
            return Err(ErrorKind::Unsupported.into());
        }
        self.must_be_free(&world, to)?;
        let file = self.file_named(&world, from)?;
        world.names(self.inode, [(to, Some(file))]);
        Ok(())
    }

    fn share(&self, _made: &File) {}
}

#[derive(Debug)]
struct Opened {
    disk: Simulated,
    inode: Inode,
    /// What holds its lock.
    id: usize,
    at: usize,
    appends: bool,
}

impl Opened {
    /// The file's name, for the list of calls.
    fn told(&self, world: &World, what: &str) -> String {
        let entries = world.live.folders.values().flatten();
        let name = entries.filter(|(_, inode)| **inode == self.inode).map(|(name, _)| name.to_string_lossy()).next();
        format!("{what} {}", name.unwrap_or("a file without a name".into()))
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        let mut world = self.disk.world();
        if world.locks.get(&self.inode) == Some(&self.id) {
            world.locks.remove(&self.inode);
        }
    }
}

impl Read for Opened {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let (world, half) = self.disk.call(Call::Usual, |world| self.told(world, "read"))?;
        let content = &world.live.files[&self.inode];
        let there = &content[self.at.min(content.len())..];
        let mut count = there.len().min(to.len());
        if half && count > 1 {
            count /= 2;
        }
        to[..count].copy_from_slice(&there[..count]);
        drop(world);
        self.at += count;
        Ok(count)
    }
}

impl Write for Opened {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (mut world, half) = self.disk.call(Call::New, |world| self.told(world, "write"))?;
        let count = if half && bytes.len() > SECTOR { bytes.len() / 2 } else { bytes.len() };
        let at = if self.appends { world.live.files[&self.inode].len() } else { self.at };
        world.change(Change::Write { file: self.inode, at, bytes: bytes[..count].to_vec() });
        drop(world);
        self.at = at + count;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for Opened {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let SeekFrom::Start(at) = to else { return Err(ErrorKind::Unsupported.into()) };
        self.at = usize::try_from(at).map_err(io::Error::other)?;
        Ok(at)
    }
}

impl Handle for Opened {
    fn about(&self) -> io::Result<About> {
        let world = self.disk.usual(|world| self.told(world, "about"))?;
        Ok(world.about(self.inode))
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut world = self.disk.new_one(|world| self.told(world, "set the length of"))?;
        let length = usize::try_from(length).map_err(io::Error::other)?;
        world.change(Change::Length { file: self.inode, length });
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        let synced = self.disk.new_one(|world| self.told(world, "flush")).map(|mut world| world.flush(self.inode));
        if synced.as_ref().is_err_and(|error| error.kind() != ErrorKind::Interrupted) {
            self.disk.world().unflushable.insert(self.inode);
        }
        synced
    }

    fn try_lock(&self) -> Result<(), TryLockError> {
        let mut world = self.disk.usual(|world| self.told(world, "lock")).map_err(TryLockError::Error)?;
        let holder = *world.locks.entry(self.inode).or_insert(self.id);
        if holder == self.id { Ok(()) } else { Err(TryLockError::WouldBlock) }
    }

    fn holder(&self) -> Option<u32> {
        None
    }

    fn keep_attributes(&self, of: &File) -> io::Result<bool> {
        let world = self.disk.usual(|world| self.told(world, "give attributes to"))?;
        Ok(world.abilities.attributes && of.inode().is_some_and(|of| world.live.names_of(of) == 1))
    }

    fn set_permissions(&self, _permissions: Permissions) -> io::Result<()> {
        Ok(())
    }

    fn std(&self) -> Option<&fs::File> {
        None
    }

    fn inode(&self) -> Option<Inode> {
        Some(self.inode)
    }
}
