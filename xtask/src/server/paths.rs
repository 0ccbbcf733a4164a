//! From an address to a file below the served folder, or to nothing.

use std::path::{Path, PathBuf};

/// The file that the target of a request means; a folder means its
/// `index.html`. Nothing outside `root` is ever returned.
pub fn file(root: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    let path = percent_decode(path.strip_prefix('/')?)?;
    let mut file = root.to_path_buf();
    for segment in path.split('/') {
        match segment {
            "" | "." => {}
            _ if is_plain(segment) => file.push(segment),
            _ => return None,
        }
    }
    if file.is_dir() {
        file.push("index.html");
    }
    // Links inside the folder may still lead out of it.
    let file = file.canonicalize().ok()?;
    (file.starts_with(root.canonicalize().ok()?) && file.is_file()).then_some(file)
}

/// A name that means the same to every file system: no way up, no hidden
/// file, no drive, no separator.
fn is_plain(segment: &str) -> bool {
    !segment.starts_with('.') && !segment.contains(['\\', ':', '\0'])
}

/// Undoes `%xx`; nothing if the text is not made well or not UTF-8.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push((high * 16 + low) as u8);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// `dist/` with a few files, and a file beside it that must stay unseen.
    fn tree(name: &str) -> PathBuf {
        let top = std::env::temp_dir().join(format!("xtask-paths-{name}-{}", std::process::id()));
        let root = top.join("dist");
        fs::create_dir_all(root.join("assets")).unwrap();
        for file in ["index.html", "assets/a b.js", "assets/index.html", ".hidden"] {
            fs::write(root.join(file), file).unwrap();
        }
        fs::write(top.join("secret"), "secret").unwrap();
        root
    }

    /// What the file that is found holds, which is its name.
    fn find(root: &Path, target: &str) -> Option<String> {
        file(root, target).map(|path| fs::read_to_string(path).unwrap())
    }

    #[test]
    fn addresses_mean_files_of_the_folder() {
        let root = tree("inside");
        assert_eq!(find(&root, "/").as_deref(), Some("index.html"));
        assert_eq!(find(&root, "/?x=/../y#z").as_deref(), Some("index.html"));
        assert_eq!(find(&root, "/assets").as_deref(), Some("assets/index.html"));
        assert_eq!(find(&root, "/assets/").as_deref(), Some("assets/index.html"));
        assert_eq!(find(&root, "//assets//./a%20b.js").as_deref(), Some("assets/a b.js"));
        fs::remove_dir_all(root.parent().unwrap()).unwrap();
    }

    #[test]
    fn nothing_else_is_found() {
        let root = tree("outside");
        for target in [
            "",
            "index.html",
            "/missing.js",
            "/../secret",
            "/assets/../../secret",
            "/%2e%2e/secret",
            "/%2E%2E%2Fsecret",
            "/..%5csecret",
            "/.hidden",
            "/index.html%00",
            "/%zz",
            "/%2",
            "/%ff",
            "/c:/secret",
        ] {
            assert_eq!(find(&root, target), None, "{target}");
        }
        fs::remove_dir_all(root.parent().unwrap()).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_does_not_lead_out() {
        let root = tree("link");
        std::os::unix::fs::symlink(root.join("../secret"), root.join("link")).unwrap();
        assert_eq!(find(&root, "/link"), None);
        fs::remove_dir_all(root.parent().unwrap()).unwrap();
    }
}
