//! A list of steps that all run, whatever becomes of the ones before.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

/// What became of one step.
struct Outcome {
    name: String,
    passed: bool,
    time: Duration,
}

/// Runs steps, and remembers what became of each.
pub struct Steps {
    wanted: Vec<String>,
    outcomes: Vec<Outcome>,
}

impl Steps {
    /// Steps of which only those run whose name contains one of these words;
    /// all of them if there are no words.
    pub fn new(wanted: &[String]) -> Self {
        Self { wanted: wanted.to_vec(), outcomes: Vec::new() }
    }

    /// Whether a step of this name is to run.
    pub fn wants(&self, name: &str) -> bool {
        self.wanted.is_empty() || self.wanted.iter().any(|word| name.contains(word.as_str()))
    }

    /// Runs a step if it is wanted. Its error is shown, and counted.
    pub fn run(&mut self, name: &str, action: impl FnOnce() -> Result<()>) {
        if !self.wants(name) {
            return;
        }
        println!("\n==== {name}");
        let start = Instant::now();
        let result = action();
        if let Err(error) = &result {
            eprintln!("error: {error:#}");
        }
        self.outcomes.push(Outcome {
            name: name.to_owned(),
            passed: result.is_ok(),
            time: start.elapsed(),
        });
    }

    /// Prints the summary; a failure if any step failed.
    pub fn finish(self) -> Result<ExitCode> {
        if self.outcomes.is_empty() {
            bail!("no step is named like {}", self.wanted.join(", "));
        }
        println!("\n{}", summary(&self.outcomes));
        let all_passed = self.outcomes.iter().all(|outcome| outcome.passed);
        Ok(if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// A line for each step, one for their time, and the closing line.
fn summary(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    for outcome in outcomes {
        let word = if outcome.passed { "passed" } else { "FAILED" };
        text += &format!("{word} {:>7.1} s  {}\n", outcome.time.as_secs_f64(), outcome.name);
    }
    let total: Duration = outcomes.iter().map(|outcome| outcome.time).sum();
    let passed = outcomes.iter().filter(|outcome| outcome.passed).count();
    text += &format!("all steps {:>4.1} s\n\n", total.as_secs_f64());
    text += &format!("{passed} passed, {} failed", outcomes.len() - passed);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_does_not_stop_the_next_one() {
        let mut steps = Steps::new(&[]);
        let mut ran = Vec::new();
        steps.run("first", || bail!("this failure belongs to a test"));
        steps.run("second", || {
            ran.push("second");
            Ok(())
        });
        assert_eq!(ran, ["second"]);
        let text = summary(&steps.outcomes);
        assert!(text.starts_with("FAILED"), "{text}");
        assert!(text.ends_with("\n1 passed, 1 failed"), "{text}");
        assert_eq!(format!("{:?}", steps.finish().unwrap()), format!("{:?}", ExitCode::FAILURE));
    }

    #[test]
    fn words_choose_steps_and_must_match_one() {
        let mut steps = Steps::new(&["wasm".to_owned()]);
        steps.run("rust tests", || unreachable!("not wanted"));
        assert!(steps.wants("wasm tests in Node"));
        assert!(steps.finish().is_err(), "no step ran");
    }
}
