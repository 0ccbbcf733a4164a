//! A run of btrfs's [workspace manager](super::manager) under writers.
//!
//! Writers work in bursts, as writeback comes: in each burst every writer
//! compresses one piece after the other, each at a level drawn from the mix,
//! for a time drawn around the mean, with a pause between. Then the load ends,
//! and the timer is seen to free what is left.
//!
//! Times are whole microseconds and numbers come from a seeded generator, so
//! that a run is the same on every machine. The times are the caller's
//! assumptions; what is modelled is what the manager makes of them. Left out:
//! CPUs (writers never wait for one), and the fragmentation of memory (an
//! allocation fails only at the limit).

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use serde::{Deserialize, Serialize};

use super::grouping::{self, Need};
use super::kernel::{BTRFS_BUFFER, BTRFS_HIGHEST, Release};
use super::manager::{Count, Id, Manager, Taken};
use crate::samples::rng::Rng;

const SECOND: u64 = 1_000_000;
/// The most writers.
const MOST_WRITERS: u32 = 1024;
/// The longest run, in seconds.
const LONGEST: u32 = 86_400;
/// More pieces than this would take too long.
const MOST_PIECES: u64 = 20_000_000;
/// The most points of a curve.
const MOST_POINTS: u32 = 10_000;

/// A level and its share of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Use {
    /// The level; 0 is decompression, which any workspace can do.
    pub level: i32,
    /// Its share, in any unit.
    pub weight: u32,
    /// The mean time for a piece, in milliseconds; the run's where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_ms: Option<f64>,
}

/// What to run. What is absent takes the value of [`Options::default`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// The kernel whose sizes count.
    pub release: Release,
    /// Levels share so many sizes at the least waste; each has its slot where
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<u32>,
    /// Writers that work at the same time: 1 to 1024.
    pub writers: u32,
    /// What they do.
    pub mix: Vec<Use>,
    /// Where the random numbers begin.
    pub seed: u32,
    /// The length of the run in seconds, at most a day.
    pub seconds: u32,
    /// Bursts begin until then, in seconds.
    pub busy_seconds: u32,
    /// From the beginning of a burst to that of the next, in seconds.
    pub period_seconds: u32,
    /// The length of a burst, in seconds.
    pub burst_seconds: u32,
    /// The mean time for which a piece needs its workspace, in milliseconds.
    pub hold_ms: f64,
    /// The mean pause of a writer between pieces, in milliseconds.
    pub pause_ms: f64,
    /// The most bytes that can be allocated; no limit where absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_bytes: Option<u64>,
    /// Points of the curve: 1 to 10000.
    pub points: u32,
}

impl Default for Options {
    /// Four writers at the default level, in bursts of 5 seconds every 30 (the
    /// interval of transactions) for 5 minutes, then 15 minutes of rest.
    fn default() -> Self {
        Self {
            release: Release::CURRENT,
            groups: None,
            writers: 4,
            mix: vec![Use { level: crate::zstd::DEFAULT_LEVEL, weight: 1, hold_ms: None }],
            seed: 1,
            seconds: 1200,
            busy_seconds: 300,
            period_seconds: 30,
            burst_seconds: 5,
            hold_ms: 1.0,
            pause_ms: 1.0,
            limit_bytes: None,
            points: 240,
        }
    }
}

/// A point of the curve, for the time since the point before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// Its time in seconds.
    pub seconds: f64,
    /// The most bytes that were allocated.
    pub bytes: u64,
    /// The most bytes of workspaces in use.
    pub in_use_bytes: u64,
    /// The most workspaces that were allocated.
    pub workspaces: u64,
    /// The most requests that waited.
    pub waiting: u64,
}

/// What became of a slot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// The levels that it is for, ascending.
    pub levels: Vec<i32>,
    /// A workspace with its buffer, in bytes.
    pub bytes: u64,
    /// Workspaces that were allocated, the preallocated one included.
    pub allocated: u64,
    /// Requests of its levels that were given an idle one.
    pub reused: u64,
    /// Requests of lower levels that were given an idle one.
    pub lent: u64,
    /// Workspaces that the timer freed.
    pub reclaimed: u64,
}

/// What a run gave.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// What was run.
    pub options: Options,
    /// Pieces that were compressed or decompressed.
    pub pieces: u64,
    /// The most bytes that were allocated.
    pub peak_bytes: u64,
    /// The mean over time.
    pub mean_bytes: f64,
    /// What is allocated at the end, in bytes.
    pub final_bytes: u64,
    /// The most bytes of workspaces in use.
    pub peak_in_use_bytes: u64,
    /// Requests that had to wait for memory.
    pub waits: u64,
    /// How long they waited together, in milliseconds.
    pub wait_ms: f64,
    /// The longest wait, in milliseconds.
    pub longest_wait_ms: f64,
    /// The slots, the smallest first.
    pub slots: Vec<Slot>,
    /// Memory over time.
    pub points: Vec<Point>,
}

/// Runs it.
///
/// # Errors
/// A sentence that says which option is wrong.
pub fn run(options: &Options) -> Result<Run, String> {
    check(options)?;
    let slots = slots(options)?;
    Ok(Simulation::new(options, &slots).run(slots))
}

fn check(options: &Options) -> Result<(), String> {
    let within = |name: &str, value: u32, least: u32, most: u32| {
        if (least..=most).contains(&value) {
            return Ok(());
        }
        Err(format!("{name} is {value}, but must be from {least} to {most}"))
    };
    within("writers", options.writers, 1, MOST_WRITERS)?;
    within("seconds", options.seconds, 1, LONGEST)?;
    within("busySeconds", options.busy_seconds, 0, options.seconds)?;
    within("periodSeconds", options.period_seconds, 1, LONGEST)?;
    within("burstSeconds", options.burst_seconds, 1, options.period_seconds)?;
    within("points", options.points, 1, MOST_POINTS)?;
    let holds = options.mix.iter().filter_map(|used| used.hold_ms).chain([options.hold_ms]);
    let holds_are_right = { holds }.all(|ms| (0.001..=60_000.0).contains(&ms));
    if !holds_are_right || !(0.0..=60_000.0).contains(&options.pause_ms) {
        return Err("times must be from 0.001 to 60000 ms, pauses from 0".into());
    }
    if options.mix.iter().all(|used| used.weight == 0) {
        return Err("the mix has no level with a weight".into());
    }
    let bursts = u64::from(options.busy_seconds.div_ceil(options.period_seconds));
    let busy = bursts * u64::from(options.burst_seconds) * SECOND;
    let hold = options.mix.iter().map(|used| hold(options, used)).min().unwrap_or(1);
    let expected = busy / (hold + micros(options.pause_ms)).max(1) * u64::from(options.writers);
    if expected > MOST_PIECES {
        return Err(format!("about {expected} pieces are too many; at most {MOST_PIECES}"));
    }
    Ok(())
}

fn micros(ms: f64) -> u64 {
    (ms * 1000.0).round() as u64
}

fn hold(options: &Options, used: &Use) -> u64 {
    micros(used.hold_ms.unwrap_or(options.hold_ms)).max(1)
}

/// The slots with their sizes and levels.
fn slots(options: &Options) -> Result<Vec<Slot>, String> {
    let release = options.release;
    for used in &options.mix {
        if used.level != 0 && release.btrfs_slot(used.level).is_none() {
            return Err(format!("btrfs of {} has no level {}", release.name(), used.level));
        }
    }
    let slot = |levels: Vec<i32>, bytes: u64| Slot {
        levels,
        bytes: bytes + BTRFS_BUFFER,
        allocated: 0,
        reused: 0,
        lent: 0,
        reclaimed: 0,
    };
    if let Some(groups) = options.groups {
        let need = |level| {
            let bytes = release.btrfs_need(level)?;
            Some(Need { level, bytes, weight: 1 })
        };
        let needs: Vec<Need> = release.btrfs_levels().filter_map(need).collect();
        let grouping = grouping::least_waste(&needs, groups as usize);
        return Ok(grouping.groups.into_iter().map(|it| slot(it.levels, it.bytes)).collect());
    }
    // All negative levels are in the slot of level 1.
    let slots = (1..=BTRFS_HIGHEST).map(|level| {
        let levels = release.btrfs_levels().filter(|&other| other.max(1) == level).collect();
        slot(levels, release.btrfs_slot(level).unwrap_or(0))
    });
    Ok(slots.collect())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A writer wants a workspace.
    Request(u32),
    /// A writer has done a piece with this workspace.
    Done(u32, Id),
}

/// A request, with the slot that it is for and its time for the piece.
#[derive(Debug, Clone, Copy)]
struct Request {
    writer: u32,
    slot: usize,
    hold: u64,
    since: u64,
}

struct Simulation<'a> {
    options: &'a Options,
    rng: Rng,
    manager: Manager,
    sizes: Vec<u64>,
    /// The slot, the weight and the mean time of each level of the mix.
    mix: Vec<(usize, u64, u64)>,
    /// What happens when; the number keeps the order of equal times.
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    number: u64,
    waiting: VecDeque<Request>,
    in_use: u64,
    curve: Curve,
    pieces: u64,
    waits: u64,
    waited: u64,
    longest_wait: u64,
}

impl<'a> Simulation<'a> {
    fn new(options: &'a Options, slots: &[Slot]) -> Self {
        let sizes: Vec<u64> = slots.iter().map(|slot| slot.bytes).collect();
        let slot_of = |level: i32| {
            // Decompression takes the first.
            slots.iter().position(|slot| slot.levels.contains(&level)).unwrap_or(0)
        };
        let mix = options
            .mix
            .iter()
            .map(|used| (slot_of(used.level), u64::from(used.weight), hold(options, used)));
        let mut this = Self {
            options,
            rng: Rng::new(u64::from(options.seed)),
            manager: Manager::new(sizes.clone(), options.limit_bytes.unwrap_or(u64::MAX)),
            sizes,
            mix: mix.collect(),
            events: BinaryHeap::new(),
            number: 0,
            waiting: VecDeque::new(),
            in_use: 0,
            curve: Curve::new(options),
            pieces: 0,
            waits: 0,
            waited: 0,
            longest_wait: 0,
        };
        for writer in 0..options.writers {
            this.next_request(writer, 0);
        }
        this
    }

    fn run(mut self, mut slots: Vec<Slot>) -> Run {
        let end = u64::from(self.options.seconds) * SECOND;
        loop {
            let event = self.events.peek().map(|Reverse((time, ..))| *time);
            let timer = self.manager.timer();
            let next = event.into_iter().chain(timer).min();
            let Some(now) = next.filter(|&now| now < end) else { break };
            self.curve.reach(now, self.state());
            if event == Some(now) {
                let Some(Reverse((.., event))) = self.events.pop() else { break };
                self.handle(event, now);
            } else {
                self.manager.reclaim(now);
            }
            self.curve.note(self.state());
        }
        self.curve.reach(end, self.state());
        for (slot, count) in slots.iter_mut().zip(self.manager.counts()) {
            let Count { allocated, reused, lent, reclaimed } = *count;
            *slot = Slot { allocated, reused, lent, reclaimed, ..slot.clone() };
        }
        let ms = |micros: u64| micros as f64 / 1000.0;
        Run {
            options: self.options.clone(),
            pieces: self.pieces,
            peak_bytes: self.curve.peak.bytes,
            mean_bytes: (self.curve.area / u128::from(end)) as f64,
            final_bytes: self.manager.bytes(),
            peak_in_use_bytes: self.curve.peak.in_use_bytes,
            waits: self.waits,
            wait_ms: ms(self.waited),
            longest_wait_ms: ms(self.longest_wait),
            slots,
            points: self.curve.points,
        }
    }

    fn state(&self) -> Point {
        Point {
            seconds: 0.0,
            bytes: self.manager.bytes(),
            in_use_bytes: self.in_use,
            workspaces: self.manager.workspaces() as u64,
            waiting: self.waiting.len() as u64,
        }
    }

    fn handle(&mut self, event: Event, now: u64) {
        match event {
            Event::Request(writer) => {
                let (slot, mean) = self.draw();
                let hold = 1 + self.rng.below(2 * mean);
                self.request(Request { writer, slot, hold, since: now }, now);
            }
            Event::Done(writer, id) => {
                self.pieces += 1;
                self.in_use -= self.size_of(id);
                let wakes = self.manager.put(id, now);
                self.next_request(writer, now);
                if wakes {
                    for request in std::mem::take(&mut self.waiting) {
                        self.request(request, now);
                    }
                }
            }
        }
    }

    /// A slot and the mean time for a piece.
    fn draw(&mut self) -> (usize, u64) {
        let total: u64 = self.mix.iter().map(|it| it.1).sum();
        let mut drawn = self.rng.below(total);
        for &(slot, weight, mean) in &self.mix {
            if drawn < weight {
                return (slot, mean);
            }
            drawn -= weight;
        }
        (0, 1)
    }

    fn request(&mut self, request: Request, now: u64) {
        let Request { writer, hold, since, .. } = request;
        match self.manager.take(request.slot) {
            Taken::Nothing => self.waiting.push_back(request),
            Taken::Idle(id) | Taken::Larger(id) | Taken::Allocated(id) => {
                if now > since {
                    self.waits += 1;
                    self.waited += now - since;
                    self.longest_wait = self.longest_wait.max(now - since);
                }
                self.in_use += self.size_of(id);
                self.push(now + hold, Event::Done(writer, id));
            }
        }
    }

    fn size_of(&self, id: Id) -> u64 {
        self.manager.slot_of(id).map_or(0, |slot| self.sizes[slot])
    }

    /// A writer's next piece: after a pause, in this burst or the next.
    fn next_request(&mut self, writer: u32, now: u64) {
        let pause = self.rng.below(2 * micros(self.options.pause_ms) + 1);
        let period = u64::from(self.options.period_seconds) * SECOND;
        let burst = u64::from(self.options.burst_seconds) * SECOND;
        let mut time = now + pause;
        if time % period >= burst {
            time = time.next_multiple_of(period) + pause.min(burst - 1);
        }
        if time / period * period < u64::from(self.options.busy_seconds) * SECOND {
            self.push(time, Event::Request(writer));
        }
    }

    fn push(&mut self, time: u64, event: Event) {
        self.number += 1;
        self.events.push(Reverse((time, self.number, event)));
    }
}

/// The state over time, as points.
struct Curve {
    points: Vec<Point>,
    /// The length of the run, in microseconds, and the number of points.
    end: u64,
    count: u64,
    /// The most since the latest point, and ever.
    since: Point,
    peak: Point,
    /// Bytes times microseconds, until the latest time.
    area: u128,
    now: u64,
}

impl Curve {
    fn new(options: &Options) -> Self {
        Self {
            points: Vec::with_capacity(options.points as usize),
            end: u64::from(options.seconds) * SECOND,
            count: u64::from(options.points),
            since: Point::default(),
            peak: Point::default(),
            area: 0,
            now: 0,
        }
    }

    /// The state lasted until `now`.
    fn reach(&mut self, now: u64, state: Point) {
        self.note(state);
        self.area += u128::from(state.bytes) * u128::from(now - self.now);
        self.now = now;
        loop {
            let done = self.points.len() as u64;
            let due = self.end * (done + 1) / self.count;
            if done == self.count || due > now {
                return;
            }
            self.points.push(Point { seconds: due as f64 / SECOND as f64, ..self.since });
            self.since = state;
        }
    }

    /// The state is this now.
    fn note(&mut self, state: Point) {
        for most in [&mut self.since, &mut self.peak] {
            most.bytes = most.bytes.max(state.bytes);
            most.in_use_bytes = most.in_use_bytes.max(state.in_use_bytes);
            most.workspaces = most.workspaces.max(state.workspaces);
            most.waiting = most.waiting.max(state.waiting);
        }
    }
}
