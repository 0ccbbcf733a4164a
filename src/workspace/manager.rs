//! btrfs's manager of zstd workspaces (`fs/btrfs/zstd.c`, Linux 5.1 to 7.2).
//!
//! Each slot, a level or several, has a list of idle workspaces. A request
//! takes the first idle one of its slot or of a larger one; only if there is
//! none, one of its own size is allocated; only if that fails, it waits for a
//! workspace of the highest slot, one of which is allocated at mount so that
//! there always is progress. Idle workspaces are in a list by their last use,
//! and a timer frees those that were not used for 307 seconds.
//!
//! Two habits of the code are part of the model. A workspace that was lent to
//! a smaller slot keeps its place in the list, as if that were no use of it.
//! And what hides the preallocated workspace from the timer is that the
//! highest slot has no idle one at that moment, whichever is put back: so the
//! workspaces of other slots are hidden too while it is in use.

use std::collections::VecDeque;

/// How long a workspace may be unused, in seconds (`ZSTD_BTRFS_RECLAIM_JIFFIES`).
pub const RECLAIM_SECONDS: u64 = 307;
/// The same in microseconds.
const RECLAIM: u64 = RECLAIM_SECONDS * 1_000_000;

/// A workspace, by its number.
pub type Id = usize;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// With an idle workspace of its slot.
    Idle(Id),
    /// With an idle workspace of a larger slot.
    Larger(Id),
    /// With a new workspace.
    Allocated(Id),
    /// There is no memory: it must wait.
    Nothing,
}

#[derive(Debug)]
struct Workspace {
    slot: usize,
    /// The slot that asked for it, while it is in use.
    requested: Option<usize>,
    /// Its last use by its own slot, in microseconds.
    last_used: u64,
}

/// What became of the workspaces of a slot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Allocated, the preallocated one included.
    pub allocated: u64,
    /// Requests that were given an idle one.
    pub reused: u64,
    /// Requests of smaller slots that were given an idle one.
    pub lent: u64,
    /// Freed by the timer.
    pub reclaimed: u64,
}

/// The workspaces of one file system. Times are in microseconds.
#[derive(Debug)]
pub struct Manager {
    /// The bytes of a workspace of each slot.
    sizes: Vec<u64>,
    /// The most bytes that can be allocated.
    limit: u64,
    /// By number; those that were freed are gone.
    workspaces: Vec<Option<Workspace>>,
    /// The idle ones of each slot; the latest is taken first.
    idle: Vec<Vec<Id>>,
    /// The latest used is in front.
    lru: VecDeque<Id>,
    timer: Option<u64>,
    bytes: u64,
    counts: Vec<Count>,
}

impl Manager {
    /// A manager with slots of these sizes, in bytes, ascending; its one
    /// workspace of the highest slot may exceed `limit`.
    ///
    /// # Panics
    /// If there are no slots.
    #[must_use]
    pub fn new(sizes: Vec<u64>, limit: u64) -> Self {
        assert!(!sizes.is_empty(), "a manager has slots");
        let slots = sizes.len();
        let mut manager = Self {
            sizes,
            limit,
            workspaces: Vec::new(),
            idle: vec![Vec::new(); slots],
            lru: VecDeque::new(),
            timer: None,
            bytes: 0,
            counts: vec![Count::default(); slots],
        };
        let id = manager.allocate(slots - 1, None);
        manager.idle[slots - 1].push(id);
        manager
    }

    /// Bytes that are allocated.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Workspaces that are allocated.
    #[must_use]
    pub fn workspaces(&self) -> usize {
        self.workspaces.iter().flatten().count()
    }

    /// The slot of a workspace, if it was not freed.
    #[must_use]
    pub fn slot_of(&self, id: Id) -> Option<usize> {
        self.workspaces.get(id)?.as_ref().map(|workspace| workspace.slot)
    }

    /// What became of the workspaces of each slot.
    #[must_use]
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// When the timer is due, if it runs.
    #[must_use]
    pub fn timer(&self) -> Option<u64> {
        self.timer
    }

    /// A workspace for a slot.
    pub fn take(&mut self, slot: usize) -> Taken {
        let from = (slot..self.sizes.len()).find(|&other| !self.idle[other].is_empty());
        if let Some((found, id)) = from.and_then(|from| Some((from, self.idle[from].pop()?))) {
            if let Some(workspace) = &mut self.workspaces[id] {
                workspace.requested = Some(slot);
            }
            if found == slot {
                self.lru.retain(|&other| other != id);
                self.counts[slot].reused += 1;
                return Taken::Idle(id);
            }
            self.counts[found].lent += 1;
            return Taken::Larger(id);
        }
        if self.bytes + self.sizes[slot] > self.limit {
            return Taken::Nothing;
        }
        Taken::Allocated(self.allocate(slot, Some(slot)))
    }

    /// Takes a workspace back; whether those that wait should try again.
    pub fn put(&mut self, id: Id, now: u64) -> bool {
        let highest = self.sizes.len() - 1;
        let Some(workspace) = &mut self.workspaces[id] else { return false };
        let slot = workspace.slot;
        if workspace.requested == Some(slot) && !self.idle[highest].is_empty() {
            workspace.last_used = now;
            self.lru.push_front(id);
            self.timer.get_or_insert(now + RECLAIM);
        }
        workspace.requested = None;
        self.idle[slot].push(id);
        slot == highest
    }

    /// The timer is due: frees what was not used for long.
    pub fn reclaim(&mut self, now: u64) {
        self.timer = None;
        let threshold = now.saturating_sub(RECLAIM);
        let mut kept = VecDeque::new();
        while let Some(id) = self.lru.pop_back() {
            let Some(workspace) = &self.workspaces[id] else { continue };
            if workspace.last_used > threshold {
                self.lru.push_back(id);
                break;
            }
            if workspace.requested.is_some() {
                kept.push_front(id);
                continue;
            }
            let slot = workspace.slot;
            self.idle[slot].retain(|&other| other != id);
            self.workspaces[id] = None;
            self.bytes -= self.sizes[slot];
            self.counts[slot].reclaimed += 1;
        }
        self.lru.append(&mut kept);
        if !self.lru.is_empty() {
            self.timer = Some(now + RECLAIM);
        }
    }

    fn allocate(&mut self, slot: usize, requested: Option<usize>) -> Id {
        self.bytes += self.sizes[slot];
        self.counts[slot].allocated += 1;
        self.workspaces.push(Some(Workspace { slot, requested, last_used: 0 }));
        self.workspaces.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000;

    fn manager() -> Manager {
        Manager::new(vec![10, 20, 40], u64::MAX)
    }

    #[test]
    fn one_of_the_highest_is_there_and_lent_to_all() {
        let mut manager = manager();
        assert_eq!((manager.bytes(), manager.workspaces()), (40, 1));
        assert_eq!(manager.take(0), Taken::Larger(0));
        assert_eq!(manager.take(0), Taken::Allocated(1), "its own size if nothing is idle");
        assert_eq!(manager.bytes(), 50);
        assert!(manager.put(0, 0), "those that wait are woken by the highest only");
        assert!(!manager.put(1, 0));
        assert_eq!(manager.take(0), Taken::Idle(1), "its own slot first");
        assert_eq!(manager.take(1), Taken::Larger(0));
    }

    #[test]
    fn a_request_without_memory_waits() {
        let mut manager = Manager::new(vec![10, 40], 45);
        assert_eq!(manager.take(1), Taken::Idle(0));
        assert_eq!(manager.take(0), Taken::Nothing);
        assert!(manager.put(0, 5));
        assert_eq!(manager.take(0), Taken::Larger(0));
    }

    #[test]
    fn what_is_unused_for_307_seconds_is_freed() {
        let mut manager = manager();
        let Taken::Larger(highest) = manager.take(1) else { panic!("it is idle") };
        let Taken::Allocated(id) = manager.take(1) else { panic!("none is idle") };
        manager.put(highest, 0);
        assert_eq!(manager.timer(), None, "lending the highest is no use of it");
        manager.put(id, 10 * SECOND);
        assert_eq!(manager.timer(), Some(317 * SECOND));
        manager.reclaim(317 * SECOND);
        assert_eq!((manager.bytes(), manager.workspaces()), (40, 1));
        assert_eq!(manager.timer(), None, "nothing is left to free");
        assert_eq!(manager.counts()[1].reclaimed, 1);
    }

    #[test]
    fn a_later_use_or_a_loan_defers_it() {
        let mut manager = manager();
        let Taken::Larger(highest) = manager.take(0) else { panic!("it is idle") };
        let Taken::Allocated(first) = manager.take(0) else { panic!("none is idle") };
        let Taken::Allocated(second) = manager.take(1) else { panic!("none is idle") };
        manager.put(highest, 0);
        manager.put(first, 0);
        manager.put(second, 0);
        assert_eq!(manager.take(0), Taken::Idle(first));
        manager.put(first, 100 * SECOND);
        // Lent, and so in use, when the timer is due.
        assert_eq!(manager.take(0), Taken::Idle(first));
        assert_eq!(manager.take(0), Taken::Larger(second));
        manager.put(first, 200 * SECOND);
        manager.reclaim(307 * SECOND);
        assert_eq!(manager.workspaces(), 3);
        manager.put(second, 308 * SECOND);
        assert_eq!(manager.timer(), Some(614 * SECOND));
        manager.reclaim(614 * SECOND);
        assert_eq!(manager.workspaces(), 1, "a loan does not count as a use");
    }

    #[test]
    fn all_are_hidden_while_the_highest_is_in_use() {
        let mut manager = manager();
        assert_eq!(manager.take(2), Taken::Idle(0));
        let Taken::Allocated(id) = manager.take(0) else { panic!("none is idle") };
        manager.put(id, 0);
        assert_eq!(manager.timer(), None);
        manager.put(0, 0);
        assert_eq!(manager.take(0), Taken::Idle(id));
        manager.put(id, SECOND);
        assert_eq!(manager.timer(), Some(308 * SECOND), "its next use shows it");
    }
}
