//! Folders and files, and what a file system that lost power may have left of them.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    ffi::{OsStr, OsString},
    path::{Component, Path},
};

/// The number of a file or a folder.
pub type Inode = usize;

/// The number of the folder that everything is in.
const ROOT: Inode = 0;

/// What the disk writes whole or not at all. It is small, so that short logs have several.
pub const SECTOR: usize = 128;

/// Folders and files.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    pub folders: BTreeMap<Inode, BTreeMap<OsString, Inode>>,
    pub files: BTreeMap<Inode, Vec<u8>>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { folders: BTreeMap::from([(ROOT, BTreeMap::new())]), files: BTreeMap::new() }
    }
}

impl Tree {
    /// A number that nothing has.
    pub fn free(&self) -> Inode {
        let last = |of: Option<&Inode>| of.copied().unwrap_or(ROOT);
        last(self.folders.keys().last()).max(last(self.files.keys().last())) + 1
    }

    /// What is at an absolute path.
    pub fn at(&self, path: &Path) -> Option<Inode> {
        path.components().try_fold(ROOT, |at, part| match part {
            Component::Normal(name) => self.folders.get(&at)?.get(name).copied(),
            _ => Some(at),
        })
    }

    /// The number behind a name.
    pub fn named(&self, folder: Inode, name: &OsStr) -> Option<Inode> {
        self.folders.get(&folder)?.get(name).copied()
    }

    /// The size of a file.
    fn length(&self, file: Inode) -> usize {
        self.files.get(&file).map_or(0, Vec::len)
    }

    /// How many names a file has.
    pub fn names_of(&self, file: Inode) -> usize {
        self.folders.values().flat_map(BTreeMap::values).filter(|named| **named == file).count()
    }

    /// Leaves out what has no name: nobody can open it any more.
    fn without_the_nameless(mut self) -> Self {
        let named: BTreeSet<Inode> = self.folders.values().flat_map(BTreeMap::values).copied().collect();
        self.files.retain(|file, _| named.contains(file));
        self
    }

    /// Does a change.
    pub fn apply(&mut self, change: &Change) {
        match change {
            Change::Names { folder, names } => {
                for (name, inode) in names {
                    let entries = self.folders.entry(*folder).or_default();
                    match inode {
                        Some(Named::File(file)) => {
                            entries.insert(name.clone(), *file);
                            self.files.entry(*file).or_default();
                        }
                        Some(Named::Folder(made)) => {
                            entries.insert(name.clone(), *made);
                            self.folders.entry(*made).or_default();
                        }
                        None => drop(entries.remove(name)),
                    }
                }
            }
            Change::Write { file, at, bytes } => {
                let content = self.files.entry(*file).or_default();
                content.resize(content.len().max(at + bytes.len()), 0);
                content[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            Change::Length { file, length } => self.files.entry(*file).or_default().resize(*length, 0),
        }
    }
}

/// What a name in a folder is given to.
#[derive(Clone, Copy, Debug)]
pub enum Named {
    File(Inode),
    Folder(Inode),
}

/// A change of the tree that is not on disk at once. Each is there whole or not at all, but for what is written.
#[derive(Clone, Debug)]
pub enum Change {
    /// Names in a folder are given and taken away: a rename does both.
    Names { folder: Inode, names: Vec<(OsString, Option<Named>)> },
    /// Bytes are written into a file.
    Write { file: Inode, at: usize, bytes: Vec<u8> },
    /// A file gets this length.
    Length { file: Inode, length: usize },
}

impl Change {
    /// The file or folder that has to be flushed for it to be on disk.
    pub fn of(&self) -> Inode {
        match self {
            Self::Names { folder, .. } => *folder,
            Self::Write { file, .. } | Self::Length { file, .. } => *file,
        }
    }

    /// What may be there of it if it is not there whole: its beginning or its end, cut between two sectors; or its length alone,
    /// where the file was shorter before.
    fn torn(&self, length: usize) -> Vec<Self> {
        let Self::Write { file, at, bytes } = self else { return Vec::new() };
        let part = |from: usize, to: usize| Self::Write { file: *file, at: at + from, bytes: bytes[from..to].to_vec() };
        let last = at + bytes.len();
        let middle = (at + last) / 2 / SECTOR * SECTOR;
        let mut torn = Vec::new();
        if middle > *at {
            torn.extend([part(0, middle - at), part(middle - at, bytes.len())]);
        }
        if last > length {
            torn.push(Self::Length { file: *file, length: last });
        }
        torn
    }
}

/// What is lost of the changes that were not flushed, by their numbers.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "a failure prints it")]
pub enum Loss {
    Nothing,
    All,
    This(usize),
    AllBut(usize),
    Torn(usize),
}

/// What is on disk, and the changes that are not flushed.
#[derive(Clone, Debug, Default)]
pub struct Power {
    pub kept: Tree,
    pub pending: Vec<Change>,
}

impl Power {
    /// Flushes a file or a folder.
    pub fn flush(&mut self, inode: Inode) {
        let Self { kept, pending } = self;
        pending.retain(|change| {
            let stays = change.of() != inode;
            if !stays {
                kept.apply(change);
            }
            stays
        });
    }

    /// What may be there after the power is lost, each with a name: of the changes that are not flushed all, none, all but one, one
    /// alone, or one torn. States that are the same are told once; the first number counts them all.
    pub fn lost(&self) -> (usize, Vec<(Loss, Tree)>) {
        let count = self.pending.len();
        let with = |loss: Loss, change: &dyn Fn(usize) -> Option<Change>| {
            let mut tree = self.kept.clone();
            (0..count).filter_map(change).for_each(|change| tree.apply(&change));
            (loss, tree.without_the_nameless())
        };
        let change = |nth: usize| Some(self.pending[nth].clone());
        let mut states = vec![with(Loss::Nothing, &change), with(Loss::All, &|_| None)];
        let mut tree = self.kept.clone();
        for one in 0..count {
            states.push(with(Loss::This(one), &|nth| change(nth).filter(|_| nth != one)));
            states.push(with(Loss::AllBut(one), &|nth| change(nth).filter(|_| nth == one)));
            for torn in self.pending[one].torn(tree.length(self.pending[one].of())) {
                states.push(with(Loss::Torn(one), &|nth| if nth == one { Some(torn.clone()) } else { change(nth) }));
            }
            tree.apply(&self.pending[one]);
        }
        let all = states.len();
        let mut seen = HashSet::new();
        states.retain(|(_, tree)| seen.insert(tree.clone()));
        (all, states)
    }

    /// What may be there after the power is lost, by lot: each change whole, torn or missing.
    pub fn lost_by_lot(&self, lot: &mut fastrand::Rng) -> Tree {
        let mut tree = self.kept.clone();
        for change in &self.pending {
            let torn = change.torn(tree.length(change.of()));
            match lot.usize(0..5) {
                0 | 1 => tree.apply(change),
                2 if !torn.is_empty() => tree.apply(&torn[lot.usize(0..torn.len())]),
                _ => {}
            }
        }
        tree.without_the_nameless()
    }
}
