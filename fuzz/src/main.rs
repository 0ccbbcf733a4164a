//! The fuzzer: `cargo xtask fuzz`.
//!
//! It needs nothing but the stable compiler: inputs are changed at random from
//! a seed, and those that make a property say something new (another error,
//! another size) are kept to be changed further. What breaks a property is
//! written to a file, and belongs into `tests/data/fuzz`.

mod mutate;
#[path = "../../tests/fuzz_properties/mod.rs"]
mod properties;
mod seeds;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use mutate::Random;
use properties::Property;

/// So many inputs are kept at most.
const MOST_KEPT: usize = 4000;
/// So many failures of a target are enough.
const MOST_FAILURES: usize = 20;
/// An input that takes longer than this is a failure.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, seed, folder, targets @ ..] = &arguments[..] else {
        eprintln!("usage: ratioscope-fuzz SECONDS SEED FOLDER [TARGET...]; see `cargo xtask fuzz`");
        return ExitCode::FAILURE;
    };
    let (Ok(seconds), Ok(seed)) = (seconds.parse::<f64>(), seed.parse()) else {
        eprintln!("SECONDS and SEED are numbers");
        return ExitCode::FAILURE;
    };
    let unknown = |name: &&String| !properties::ALL.iter().any(|(known, _)| known == name);
    if let Some(name) = targets.iter().find(unknown) {
        let known: Vec<&str> = properties::ALL.iter().map(|(name, _)| *name).collect();
        eprintln!("there is no target '{name}'; there are {}", known.join(", "));
        return ExitCode::FAILURE;
    }
    let mut failures = 0;
    for (name, property) in properties::ALL {
        if targets.is_empty() || targets.iter().any(|target| target == name) {
            let time = Duration::from_secs_f64(seconds);
            failures += fuzz(name, property, time, seed, Path::new(folder));
        }
    }
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tries to break one property; how often it did.
fn fuzz(name: &str, property: Property, time: Duration, seed: u64, folder: &Path) -> usize {
    let mut random = Random::new(seed);
    let mut pool = seeds::of(name);
    let (mut seen, mut broken) = (HashSet::new(), HashSet::new());
    let mut runs = 0u64;
    let start = Instant::now();
    let mut seeds = pool.clone().into_iter();
    while start.elapsed() < time && broken.len() < MOST_FAILURES {
        // First the seeds as they are.
        let input = seeds.next().unwrap_or_else(|| mutate::changed(&pool, &mut random));
        runs += 1;
        match run(property, &input) {
            Ok(description) => {
                if seen.insert(description) && pool.len() < MOST_KEPT {
                    pool.push(input);
                }
            }
            // One of each kind is enough.
            Err(message) => {
                let kind: String =
                    message.chars().filter(|c| !c.is_ascii_digit()).take(80).collect();
                if broken.insert(kind) {
                    let path = save(name, &input, folder);
                    println!("{name}: {message}\n  {}", path.display());
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{name}: {runs} runs in {seconds:.0} s, {} kinds of outcome, {} failures (seed {seed})",
        seen.len(),
        broken.len()
    );
    broken.len()
}

fn run(property: Property, input: &[u8]) -> Result<String, String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| property(input))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("panic");
        Err(format!("panic: {text}"))
    });
    if start.elapsed() > PATIENCE {
        return Err(format!("it took {:?}", start.elapsed()));
    }
    result
}

/// Writes an input that breaks a property; the name says which and what.
fn save(name: &str, input: &[u8], folder: &Path) -> PathBuf {
    let hash = ratioscope::checksum::xxh64(input, 0);
    let path = folder.join(format!("{name}-{hash:016x}.bin"));
    if let Err(error) = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, input))
    {
        eprintln!("{}: {error}", path.display());
    }
    path
}
