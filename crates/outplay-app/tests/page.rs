//! The page, in a real browser.

mod common;

use common::browser::{Browser, Server, Setup};

#[test]
fn both_views_open() {
    let Some(browser) = Browser::open(Setup::default()) else { return };
    let server = Server::start();
    browser.go(&server.address);
    assert_eq!(browser.text("h1"), "Play");
    browser.click("nav a[data-view=lab]");
    browser.until("the lab is shown", "return document.querySelector('h1')?.textContent === 'Lab'");
    browser.screenshot("both-views");
    assert_eq!(browser.console(), [""; 0]);
}
