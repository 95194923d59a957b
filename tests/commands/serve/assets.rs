//! The page's own files: compressed for who takes it, and kept by a browser under the digest in their address. Every module is preloaded.

use super::client::House;
use crate::program::NEW;

/// The addresses of the files that the page loads.
fn loaded(page: &str) -> Vec<&str> {
    page.split('"').filter(|part| part.starts_with("/assets/")).collect()
}

#[test]
fn the_page_and_its_files_are_compressed_where_that_is_taken() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.stranger();
    let page = phone.get("/").is(200).body;
    let mut sums = [0, 0];
    for address in loaded(&page).into_iter().chain(["/"]).filter(|address| !address.contains(".png")) {
        let plain = phone.get(address).is(200);
        assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("Accept-Encoding")), "{address}");
        for accepted in ["gzip", "deflate, GZIP;q=0.5, br", "br;q=1.0,gzip"] {
            let short = phone.get_with(address, &[("Accept-Encoding", accepted)]).is(200);
            assert_eq!(short.header("content-encoding"), Some("gzip"), "{address}, {accepted}");
            assert_eq!(short.header("content-type"), plain.header("content-type"));
        }
        for refused in ["gzip;q=0", "br", "xgzip", "gzip; q=0.0", "identity"] {
            assert_eq!(phone.get_with(address, &[("Accept-Encoding", refused)]).is(200).body, plain.body, "{address}, {refused}");
        }
        let short = phone.get_with(address, &[("Accept-Encoding", "gzip")]);
        for (sum, reply) in sums.iter_mut().zip([plain, short]) {
            *sum += reply.header("content-length").and_then(|length| length.parse::<usize>().ok()).expect("a length");
        }
    }
    println!("{} bytes, {} compressed", sums[0], sums[1]);
    assert!(sums[1] * 3 < sums[0] && sums[1] < 120_000, "{sums:?}");
}

#[test]
fn a_file_is_kept_under_its_digest_alone() {
    let house = House::with(NEW);
    let server = house.serve();
    let phone = server.stranger();
    let page = phone.get("/").is(200);
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let addresses = loaded(&page.body);
    for address in &addresses {
        let [_, _, digest, name] = address.split('/').collect::<Vec<_>>()[..] else { panic!("{address}") };
        assert!(digest.len() == 16 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()), "{address}");
        let kept = phone.get(address).is(200);
        assert_eq!(kept.header("cache-control"), Some("public, max-age=31536000, immutable"), "{address}");
        for other in [format!("/assets/0123456789abcdef/{name}"), format!("/assets/{digest}0/{name}")] {
            let asked = phone.get(&other).is(200);
            assert_eq!((asked.header("cache-control"), &asked.body), (Some("no-cache"), &kept.body), "{other}");
        }
        // A chain of imports would be slow.
        for import in kept.body.lines().filter(|line| line.starts_with("import {")) {
            let module = import.split("\"./").nth(1).and_then(|module| module.strip_suffix("\";")).expect("a relative address");
            assert!(page.body.contains(&format!("rel=\"modulepreload\" href=\"/assets/{digest}/{module}\"")), "{name}: {import}");
        }
    }
}
