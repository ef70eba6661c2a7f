//! The `outplay` program: adversarial search on the command line, with the games that ship.

fn main() -> std::process::ExitCode {
    outplay_app::run(outplay_games::catalogue())
}
