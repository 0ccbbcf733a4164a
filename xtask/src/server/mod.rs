//! Serves the built page to this machine, with the headers that a host of
//! the page should send too.
//!
//! [`paths`] maps addresses to files, [`headers`] says what goes with them.

mod headers;
mod paths;

use std::fs::File;
use std::io::{ErrorKind, IsTerminal};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use tiny_http::{Header, Method, Request, Response, Server, StatusCode};

/// Where the page is unless `--port` says otherwise.
pub const DEFAULT_PORT: u16 = 8787;

/// Requests answered at a time: a page and its pool of workers ask at once.
const THREADS: usize = 4;

/// Claims a port of this machine, not reachable from others.
pub fn listen(port: u16) -> Result<TcpListener> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => anyhow!(
            "port {port} is taken, perhaps by another `cargo xtask start`; \
             try `--port {}`, or `--port 0` for any free one",
            port.checked_add(1).unwrap_or(DEFAULT_PORT)
        ),
        ErrorKind::PermissionDenied => {
            anyhow!("port {port} may not be used without privileges; try `--port {DEFAULT_PORT}`")
        }
        _ => anyhow!("cannot listen on port {port}: {error}"),
    })
}

/// A server that runs until it is dropped or the process ends.
pub struct Running {
    server: Arc<Server>,
    address: SocketAddr,
}

impl Running {
    /// Starts to serve a folder.
    pub fn start(root: &Path, listener: TcpListener) -> Result<Self> {
        if !root.join("index.html").is_file() {
            bail!("{} holds no built page", root.display());
        }
        let address = listener.local_addr().context("the socket has no address")?;
        let server = Server::from_listener(listener, None)
            .map_err(|error| anyhow!("cannot serve on {address}: {error}"))?;
        let server = Arc::new(server);
        for _ in 0..THREADS {
            let (server, root) = (Arc::clone(&server), root.to_path_buf());
            std::thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    answer(request, &root);
                }
            });
        }
        Ok(Self { server, address })
    }

    /// The address for the browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for _ in 0..THREADS {
            self.server.unblock();
        }
    }
}

/// Serves the page until the process is ended.
pub fn serve(root: &Path, listener: TcpListener, open: bool) -> Result<()> {
    let running = Running::start(root, listener)?;
    println!("\nRatioscope is at {} (end it with Ctrl+C)", running.url());
    if open {
        open_browser(&running.url());
    }
    loop {
        std::thread::park();
    }
}

/// Opens a browser where a person can see one.
fn open_browser(url: &str) {
    let has_display = !cfg!(all(unix, not(target_os = "macos")))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !has_display || std::env::var_os("CI").is_some() || !std::io::stdout().is_terminal() {
        return;
    }
    if let Err(error) = webbrowser::open(url) {
        println!("No browser could be opened ({error}); open the address yourself.");
    }
}

/// Answers one request. A client that has gone away is no error.
fn answer(request: Request, root: &Path) {
    let _ = match request.method() {
        Method::Get | Method::Head => match open(root, request.url()) {
            Some((path, file)) => {
                let response = Response::from_file(file)
                    // Sizes are known: chunks would hide them.
                    .with_chunked_threshold(usize::MAX);
                request.respond(with_headers(response, Some(&path)))
            }
            None => request.respond(with_headers(message(404, "not found\n"), None)),
        },
        _ => {
            let response =
                message(405, "only GET and HEAD\n").with_header(header("Allow", "GET, HEAD"));
            request.respond(with_headers(response, None))
        }
    };
}

/// The file that an address means.
fn open(root: &Path, url: &str) -> Option<(PathBuf, File)> {
    let path = paths::file(root, url)?;
    let file = File::open(&path).ok()?;
    Some((path, file))
}

fn message(status: u16, text: &str) -> Response<std::io::Cursor<Vec<u8>>> {
    Response::from_string(text).with_status_code(StatusCode(status))
}

fn with_headers<R: std::io::Read>(mut response: Response<R>, path: Option<&Path>) -> Response<R> {
    for (name, value) in headers::ALWAYS {
        response.add_header(header(name, value));
    }
    if let Some(path) = path {
        response.add_header(header("Content-Type", headers::content_type(path)));
    }
    response
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("the headers are ASCII")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    /// Serves a small page of this test's own; the caller removes the folder.
    fn serve_sample(name: &str) -> (Running, PathBuf) {
        let root = std::env::temp_dir().join(format!("xtask-{name}-{}", std::process::id()));
        fs::create_dir_all(root.join("dist/assets")).unwrap();
        fs::write(root.join("secret.txt"), "secret").unwrap();
        fs::write(root.join("dist/index.html"), "<title>page</title>").unwrap();
        fs::write(root.join("dist/assets/core.wasm"), b"\0asm").unwrap();
        let running = Running::start(&root.join("dist"), listen(0).unwrap()).unwrap();
        (running, root)
    }

    /// One request over a connection of its own: head and body of the answer.
    fn ask(running: &Running, method: &str, target: &str) -> (String, String) {
        let mut stream = TcpStream::connect(running.address).unwrap();
        write!(stream, "{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    #[test]
    fn files_come_with_their_type_and_the_isolation_headers() {
        let (running, root) = serve_sample("files");
        let (head, body) = ask(&running, "GET", "/");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("Content-Type: text/html; charset=utf-8"), "{head}");
        assert!(head.contains("Cross-Origin-Opener-Policy: same-origin"), "{head}");
        assert!(head.contains("Cross-Origin-Embedder-Policy: require-corp"), "{head}");
        assert!(head.contains("Content-Security-Policy: default-src 'none'"), "{head}");
        assert_eq!(body, "<title>page</title>");

        let (head, body) = ask(&running, "GET", "/assets/core.wasm?v=1");
        assert!(head.contains("Content-Type: application/wasm"), "{head}");
        assert!(head.contains("Content-Length: 4"), "{head}");
        assert_eq!(body.as_bytes(), b"\0asm");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn head_has_the_length_but_no_body() {
        let (running, root) = serve_sample("head");
        let (head, body) = ask(&running, "HEAD", "/index.html");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("Content-Length: 19"), "{head}");
        assert_eq!(body, "");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn what_is_not_in_the_folder_is_not_found() {
        let (running, root) = serve_sample("outside");
        for target in ["/missing", "/../secret.txt", "/%2e%2e/secret.txt", "/..%5csecret.txt"] {
            let (head, body) = ask(&running, "GET", target);
            assert!(head.starts_with("HTTP/1.1 404"), "{target}: {head}");
            assert!(head.contains("Content-Security-Policy"), "{target}: {head}");
            assert_eq!(body, "not found\n");
        }
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn other_methods_are_refused() {
        let (running, root) = serve_sample("methods");
        let (head, _) = ask(&running, "POST", "/");
        assert!(head.starts_with("HTTP/1.1 405"), "{head}");
        assert!(head.contains("Allow: GET, HEAD"), "{head}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn a_taken_port_is_explained() {
        let first = listen(0).unwrap();
        let port = first.local_addr().unwrap().port();
        let error = listen(port).unwrap_err().to_string();
        assert!(error.contains(&format!("port {port} is taken")), "{error}");
        assert!(error.contains("--port"), "{error}");
    }

    #[test]
    fn a_folder_without_a_page_is_refused() {
        let error = Running::start(&std::env::temp_dir().join("no-page"), listen(0).unwrap());
        assert!(error.is_err());
    }
}
