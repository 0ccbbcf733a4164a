//! A listing as `find -ls` prints it.

use core::fmt::Write;

use super::rng::Rng;

const TOP: [&str; 8] =
    ["usr/lib", "usr/share", "usr/include", "var/lib", "home/user", "opt", "etc", "srv"];
const STEMS: [&str; 40] = [
    "core", "util", "data", "config", "test", "main", "index", "net", "image", "parse", "driver",
    "format", "module", "python", "locale", "icons", "cache", "help", "sound", "model", "widget",
    "string", "thread", "buffer", "session", "template", "update", "crypto", "device", "report",
    "archive", "message", "filter", "manual", "kernel", "audio", "video", "graph", "table",
    "proxy",
];
const ENDS: [&str; 12] =
    ["s", "er", "lib", "d", "_base", "2", "-common", "kit", "ng", "_v3", "x", ""];
/// Kinds of files: extension, usual size.
const KINDS: [(&str, u64); 12] = [
    (".py", 6000),
    (".h", 4000),
    (".so", 90_000),
    (".png", 12_000),
    (".html", 9000),
    (".mo", 20_000),
    (".json", 3000),
    (".svg", 2500),
    (".txt", 1800),
    (".pyc", 7000),
    (".gz", 2200),
    (".conf", 900),
];
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// At least `bytes` bytes.
pub(super) fn generate(bytes: usize) -> Vec<u8> {
    let mut listing =
        Listing { rng: Rng::new(1), out: String::with_capacity(bytes + 256), inode: 131_073 };
    let mut top = 0;
    while listing.out.len() < bytes {
        let path = format!("./{}", TOP[top % TOP.len()]);
        listing.directory(&path, 0, bytes);
        top += 1;
    }
    listing.out.into_bytes()
}

struct Listing {
    rng: Rng,
    out: String,
    inode: u64,
}

/// What a whole directory has in common: it was unpacked at once.
struct Owner {
    name: &'static str,
    date: String,
}

impl Listing {
    fn directory(&mut self, path: &str, depth: u32, bytes: usize) {
        let owner = self.owner(path);
        let children = if depth < 4 { self.rng.skewed(7 - u64::from(depth)) } else { 0 };
        self.line(4, "drwxr-xr-x", 2 + children, &owner, 4096, path);
        let (extension, usual) = KINDS[self.rng.below(KINDS.len() as u64) as usize];
        let stem = self.name();
        for i in 0..self.rng.skewed(60) {
            let size = 1 + self.rng.skewed(4 * usual);
            let mode = if extension == ".so" { "-rwxr-xr-x" } else { "-rw-r--r--" };
            let name = match self.rng.below(4) {
                0 => format!("{stem}{i}"),
                1 => format!("{stem}_{}", self.rng.pick(&STEMS)),
                _ => self.name(),
            };
            let path = format!("{path}/{name}{extension}");
            self.line(size.div_ceil(4096) * 4, mode, 1, &owner, size, &path);
            if self.out.len() >= bytes {
                return;
            }
        }
        for _ in 0..children {
            let name = self.name();
            self.directory(&format!("{path}/{name}"), depth + 1, bytes);
        }
    }

    fn line(&mut self, blocks: u64, mode: &str, links: u64, owner: &Owner, size: u64, path: &str) {
        let Owner { name, date } = owner;
        let inode = self.inode;
        self.inode += 1 + self.rng.skewed(6);
        let _ = writeln!(
            self.out,
            "{inode:>9} {blocks:>6} {mode} {links:>3} {name:<8} {name:<8} {size:>8} {date} {path}"
        );
    }

    fn owner(&mut self, path: &str) -> Owner {
        let name = if path.starts_with("./home") {
            "user"
        } else if self.rng.one_in(20) {
            "www-data"
        } else {
            "root"
        };
        let month = MONTHS[self.rng.below(12) as usize];
        let day = 1 + self.rng.below(28);
        let date = if self.rng.one_in(3) {
            format!("{month} {day:>2} {:02}:{:02}", self.rng.below(24), self.rng.below(60))
        } else {
            format!("{month} {day:>2}  {}", 2018 + self.rng.below(8))
        };
        Owner { name, date }
    }

    fn name(&mut self) -> String {
        let stem = self.rng.pick_skewed(&STEMS);
        match self.rng.below(3) {
            0 => format!("{stem}{}", self.rng.pick(&ENDS)),
            1 => format!("{stem}_{}", self.rng.pick(&STEMS)),
            _ => format!("{}{stem}{}", self.rng.pick(&STEMS), self.rng.pick(&ENDS)),
        }
    }
}
