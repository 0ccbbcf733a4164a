//! Chromium and its driver, for the tests that need a real browser.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::process;

/// Names under which systems install the browser.
const BROWSERS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Where the browser is when it is not in `PATH`.
const MAC_BROWSERS: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// A browser that works in a container, alone, and asks nobody anything.
const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// What to do where nothing was found.
const HELP: &str = "The browser tests need Chromium (or Chrome) and the chromedriver of the same \
     version. Install both and put them in PATH, or say where they are with the environment \
     variables CHROME and CHROMEDRIVER. On Debian: apt-get install chromium chromium-driver";

/// A browser and the program that drives it.
#[derive(Clone, Debug)]
pub struct Chromium {
    /// The browser.
    pub browser: PathBuf,
    /// Its WebDriver server.
    pub driver: PathBuf,
}

impl Chromium {
    /// Finds both, or installs them where that is possible without asking.
    pub fn find() -> Result<Self> {
        if let Some(found) = Self::look()? {
            return Ok(found);
        }
        if !is_debian() || !is_root() {
            bail!(HELP);
        }
        println!("==> Installing chromium and chromium-driver by apt-get");
        let apt = || {
            let mut command = Command::new("apt-get");
            command.env("DEBIAN_FRONTEND", "noninteractive");
            command
        };
        process::run(apt().args(["update", "--quiet"]))?;
        process::run(apt().args([
            "install",
            "--yes",
            "--quiet",
            "--no-install-recommends",
            "chromium",
            "chromium-driver",
        ]))?;
        Self::look()?.context(HELP)
    }

    /// What the environment or `PATH` names.
    fn look() -> Result<Option<Self>> {
        let browser = from_environment("CHROME")?
            .or_else(|| process::find_in_path(&BROWSERS))
            .or_else(|| MAC_BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file()));
        let driver =
            from_environment("CHROMEDRIVER")?.or_else(|| process::find_in_path(&["chromedriver"]));
        Ok(browser.zip(driver).map(|(browser, driver)| Self { browser, driver }))
    }

    /// Writes the settings of a WebDriver session with an empty profile.
    pub fn write_capabilities(&self, file: &Path, profile: &Path) -> Result<()> {
        let _ = fs::remove_dir_all(profile);
        fs::create_dir_all(profile)
            .with_context(|| format!("cannot make {}", profile.display()))?;
        let capabilities = self.capabilities(profile);
        fs::write(file, format!("{capabilities:#}\n"))
            .with_context(|| format!("cannot write {}", file.display()))
    }

    fn capabilities(&self, profile: &Path) -> serde_json::Value {
        let arguments: Vec<_> = FLAGS
            .iter()
            .map(|flag| (*flag).to_owned())
            .chain([format!("--user-data-dir={}", profile.display())])
            .collect();
        serde_json::json!({
            // A page whose test keeps it busy answers no question meanwhile.
            "timeouts": { "script": 900_000 },
            "goog:chromeOptions": { "binary": self.browser, "args": arguments }
        })
    }
}

/// The file that an environment variable names; an error if it is not there.
fn from_environment(name: &str) -> Result<Option<PathBuf>> {
    let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else {
        return Ok(None);
    };
    let path = PathBuf::from(value);
    if !path.is_file() {
        bail!("{name} names {}, which is no file", path.display());
    }
    Ok(Some(path))
}

fn is_debian() -> bool {
    fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line == "ID=debian"))
}

fn is_root() -> bool {
    process::output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_name_the_browser_and_an_empty_profile() {
        let chromium = Chromium { browser: "/opt/b".into(), driver: "/opt/d".into() };
        let folder = std::env::temp_dir().join(format!("xtask-browser-{}", std::process::id()));
        let profile = folder.join("profile");
        fs::create_dir_all(&profile).unwrap();
        fs::write(profile.join("old"), "from a run before").unwrap();
        chromium.write_capabilities(&folder.join("w.json"), &profile).unwrap();

        assert_eq!(fs::read_dir(&profile).unwrap().count(), 0);
        let written = fs::read_to_string(folder.join("w.json")).unwrap();
        let value: serde_json::Value = serde_json::from_str(&written).unwrap();
        let options = &value["goog:chromeOptions"];
        assert_eq!(options["binary"], "/opt/b");
        let arguments = options["args"].as_array().unwrap();
        assert!(arguments.contains(&"--headless".into()));
        assert!(arguments.contains(&format!("--user-data-dir={}", profile.display()).into()));
        fs::remove_dir_all(folder).unwrap();
    }
}
