# `just` lists the recipes. `./check` needs none of this.

gungraun := `sed -n '/^name = "gungraun-runner"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock`

_list:
    @just --list

# Everything a change must pass
check:
    ./check

# Format the code
fmt:
    cargo fmt --all

# Clippy, warnings are errors
lint:
    cargo clippy --workspace --all-targets --locked --features outplay-app/cluster -- -D warnings

# Build the documentation, warnings are errors
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --features outplay-app/cluster

# Run tests and doc tests
test *ARGS:
    cargo test --workspace --locked --features outplay-app/cluster {{ ARGS }}

# Count instructions (installs valgrind and gungraun-runner if they are missing)
bench:
    command -v valgrind > /dev/null || just _debian valgrind
    gungraun-runner --version 2> /dev/null | grep -qF {{ gungraun }} || cargo install gungraun-runner --version {{ gungraun }} --locked
    # Valgrind does not know the newest instructions, so not for this very processor.
    RUSTFLAGS="-C target-cpu=x86-64" cargo bench -p outplay-games --bench textbook --locked

# Positions per second in Pacman: of `play`, and of alpha-beta
bench-pacman:
    cargo bench -p outplay-games --bench pacman --locked

# The page: a hundred sessions with a search each, thirty abusive clients, memory of 200 searches, the first paint
bench-page:
    cargo test --release -p outplay-app --locked --test abuse -- --ignored --nocapture --test-threads 1
    cargo test --release -p outplay-app --locked --test page -- --nocapture first_paint

# The program with the names and lines that a profiler shows: target/profiling/outplay
profiling:
    cargo build --profile profiling --locked

# Work on the page: it is read from its folder, and loads itself again when a file changes
page:
    cargo run --release --locked -- serve --page crates/outplay-app/page

# Positions per second of chess's rules alone: perft of the usual six positions
bench-perft:
    cargo bench -p outplay-games --bench perft --locked

# Nodes per second and time to a depth on ten positions of chess, on one thread and on two
bench-chess DEPTH="12":
    cargo bench -p outplay-games --bench chess --locked -- {{ DEPTH }}

# 100 games of 2048, 1 ms a move: how often expectimax reaches the tile. Minutes
bench-2048:
    cargo test --release -p outplay-games --lib --locked twenty_forty_eight -- --ignored --nocapture expectimax_reaches_2048

# Kalah solved: 6 pits of 3 and of 4 seeds. The latter takes hours and 9 GB
solve-kalah:
    cargo test --release -p outplay-games --lib --locked kalah -- --ignored --nocapture --test-threads 1

# Go: deep perft, the legal positions of 4 x 4, and 3 x 3 solved. Minutes
go-counts:
    cargo test --release -p outplay-games --lib --locked go::tests -- --ignored --nocapture --skip fit_the_evaluation --skip learn_the_weights --skip write_records

# Go: the weights of the evaluation, fitted again and printed
go-evaluation:
    cargo test --release -p outplay-games --lib --locked go::tests::fit_the_evaluation -- --ignored --nocapture

# Go: light play-outs a second, beside a board written by hand
go-play-outs:
    cargo run --release --manifest-path benches/go/Cargo.toml

# Go: the weights of features, learnt from games of the program against itself and printed. An hour
go-weights:
    cargo test --release -p outplay-games --lib --locked go::tests::learn_the_weights -- --ignored --nocapture

# Go: matches against GNU Go (installs it if it is missing): what (level-10, monte-carlo, 13x13, 19x19, scaling), pairs of games, simulations a move. Hours, and goes on where it was broken off
go-strength *ARGS:
    cargo build --release --locked
    benches/strength/go {{ ARGS }}

# Go: what each piece of knowledge is worth, all of it against all but one: pairs of games for each, simulations a move, switches
go-switches *ARGS:
    cargo build --release --locked
    benches/strength/go-switches {{ ARGS }}

# Go: dead stones at the end of games on 9 x 9, beside GNU Go (installs it if it is missing). Plays the games first: half an hour
go-dead-stones *ARGS:
    command -v gnugo > /dev/null || test -x /usr/games/gnugo || just _debian gnugo
    cargo build --release --locked
    PATH="$PATH:/usr/games" benches/go/dead-stones {{ ARGS }}

# Checkers: what pydraughts (installed by pip if it is missing) reads in 1,000 of our games, and we in what it writes
checkers-records:
    python3 -c "import draughts" 2> /dev/null || pip install pydraughts
    CHECKERS_RECORDS="$PWD/target/checkers.pdn" cargo test --release -p outplay-games --locked --test checkers_text -- --ignored write_games
    benches/checkers/records target/checkers.pdn target/checkers.pdn.back
    CHECKERS_RECORDS="$PWD/target/checkers.pdn" cargo test --release -p outplay-games --locked --test checkers_text -- --ignored --nocapture games_come_back

# Checkers: whole games through the Hub client of pydraughts
checkers-hub:
    python3 -c "import draughts" 2> /dev/null || pip install pydraughts
    cargo build --release --locked
    benches/checkers/whole-game target/release/outplay

# Checkers: 40 ballots with both colours against rapid-draughts (installed by npm) at a depth: minutes
checkers-rival DEPTH="5":
    cargo build --release --locked
    mkdir -p target/rapid-draughts && cd target/rapid-draughts && npm install rapid-draughts
    cd target/rapid-draughts && ../release/outplay match checkers engine "hub:node ../../benches/checkers/rapid-draughts.mjs {{ DEPTH }}" --each nodes=2000 --openings set=played-ballots --rounds 40

# Go: what sgfmill (installed by pip if it is missing) reads in 1,000 of our records
go-records:
    python3 -c "import sgfmill" 2> /dev/null || pip install sgfmill
    GO_RECORDS="$PWD/target/go-records.txt" cargo test --release -p outplay-games --lib --locked write_records -- --ignored
    benches/go/records target/go-records.txt

# Checkers: 1,000 won positions of 3 to 6 pieces are won against the longest defence, with the tables of a folder and so many positions a move (docs/tables.md). Minutes to hours
table-wins FOLDER NODES="50000":
    CHECKERS_NODES={{ NODES }} CHECKERS_TABLES="$(realpath {{ FOLDER }})" cargo test --release -p outplay-games --test checkers_with_tables --locked -- --ignored --nocapture a_thousand_won

# Chess: tables of four men in a folder against published mates, against Syzygy (a million positions), and 1,000 positions mated in as many plies as they say. `outplay table build chess` makes them, and with `--distance` those of distances. Minutes
chess-tables FOLDER:
    CHESS_TABLES="$(realpath {{ FOLDER }})" cargo test --release -p outplay-games --test chess_tables --locked -- --ignored --nocapture --test-threads 1

# Small games that are solved whole: Connect Four on 5 x 4, 4 x 5 and 5 x 5 and endings of Kalah beside the alpha-beta solver, 10,000 positions each. Minutes, and half a gigabyte
small-tables:
    cargo test --release -p outplay-games --test small_tables --locked -- --ignored --nocapture --test-threads 1

# Tables on several machines: one process, two threads and two processes, the same bytes and their processor time (docs/cluster.md)
cluster *GAME="checkers --pieces 4":
    cargo build --release --locked --features cluster -p outplay-app
    benches/cluster/loopback target/release/outplay {{ GAME }}

# The same with three processes in network namespaces, one of them behind a slow link. Needs root and iproute2
cluster-network RATE="100mbit" *GAME="checkers --pieces 4":
    cargo build --release --locked --features cluster -p outplay-app
    benches/cluster/network target/release/outplay {{ RATE }} {{ GAME }}

# Checkers: how long it takes to look a position up, in tables of 6 pieces in a folder or in those of 4, which it builds
table-probes FOLDER="":
    CHECKERS_TABLES="$(test -z "{{ FOLDER }}" || realpath "{{ FOLDER }}")" cargo test --release -p outplay-games --test checkers_with_tables --locked -- --ignored --nocapture how_long_a_probe

# Proof-number search: all claims about 100,000 random graphs with cycles against retrograde labels
proof-graphs:
    cargo test --release -p outplay --locked --test proof -- --ignored many_graphs

# Proof-number search beside `go mate` of the engine, on a file of mates, within so many seconds of processor time each: docs/proof.md
proof-mates FILE="testdata/chess/mates.epd" SECONDS="60":
    cargo build --release --locked
    benches/proof/mates target/release/outplay {{ FILE }} {{ SECONDS }}

# Proof-number search beside alpha-beta: who wins in tic-tac-toe, endings of Othello 6 x 6 and of checkers, and Connect Four's test set where it is there: docs/proof.md
proof-games SECONDS="20":
    cargo build --release --locked
    benches/proof/games target/release/outplay {{ SECONDS }} tic-tac-toe=benches/proof/tic-tac-toe othello:6x6=benches/proof/othello-6x6-endings \
        checkers=benches/proof/checkers-endings $(ls "${OUTPLAY_DATA:-../shared/data}/connect4/Test_L1_R1" | sed 's/^/connect-four=/')

# Proof-number search: what 4 x 4 is worth in Go with simple ko
proof-go:
    cargo test --release -p outplay-games --locked --test proof -- --ignored --nocapture sixteen_points

# Other programs, beside ours
rivals:
    cargo run --release --manifest-path benches/rivals/Cargo.toml

# Monte-Carlo search beside that of other crates: simulations a second in Connect Four. With `match`, two threads against one
rivals-mcts *ARGS:
    cargo run --release --manifest-path benches/rivals/Cargo.toml --bin mcts -- {{ ARGS }}

# What a move costs that Monte-Carlo search prefers to the best, by rule and number of simulations: the table of docs/mcts.md
mcts-regret:
    cargo test --release -p outplay --locked --test mcts -- --ignored --nocapture regret_falls

# A million random trees: nothing is called proven that is not
mcts-proofs TREES="1000000":
    MCTS_TREES={{ TREES }} cargo test --release -p outplay --locked --test mcts -- nothing_is_proven

# How long Monte-Carlo search goes on after it was asked to stop, in every game, on one thread and on two
mcts-stop:
    cargo bench -p outplay-games --bench stop --locked

# How many nodes of a tree are the same position, and how well Pig is played beside the best policy: figures of docs/mcts.md
mcts-figures:
    cargo bench -p outplay-games --bench monte_carlo --locked

# A model of the threads of Monte-Carlo search: every order of their steps, tried by loom
mcts-model:
    RUSTFLAGS="--cfg loom" cargo test --release -p outplay --locked --lib --target-dir target/loom -- mcts::model

# Solvers written by hand for one game each, beside the engine: nodes, seconds, nodes a second
limits:
    cargo run --release --manifest-path benches/limits/Cargo.toml

# The same in instructions a node (installs valgrind if it is missing)
limits-instructions *GAMES="connect-four othello":
    command -v valgrind > /dev/null || just _debian valgrind
    benches/limits/instructions {{ GAMES }}

# 1,000 games at 20 ms a move, two at a time: fails if one is lost on time
match-clock:
    cargo build --release --locked
    cargo run --release --locked -- match connect-four engine:name=one engine:name=other,ordering=off --each st=0.02 --openings random=4 --rounds 500 --concurrency 2

# `go movetime 50` with other work for every core: fails if an answer takes more than 52 ms besides the waiting for a processor
clock-movetime TIMES="1000":
    cargo bench -p outplay-app --bench movetime --locked --no-run
    benches/clock/busy cargo bench -p outplay-app --bench movetime --locked -- {{ TIMES }}

# Games of chess at 0.1 s + 0.01 s through UCI, with other work for every core: how many are lost on time. Goes on where it was broken off
uci-clock PAIRS="500" NAME="target/uci-clock":
    cargo build --release --locked
    benches/clock/games {{ PAIRS }} {{ NAME }}

# Matches of chess against programs by others, which it installs: hours (openings file, pairs of games)
chess-strength *ARGS:
    benches/strength/chess {{ ARGS }}

# What each feature of the search is worth in chess: everything on against all but one, 5,000 positions a move
chess-switches OPENINGS="../shared/data/chess/openings-2moves.epd" ROUNDS="200":
    cargo build --release --locked
    benches/strength/switches {{ OPENINGS }} {{ ROUNDS }}

# Tests that take minutes
long:
    cargo test --workspace --locked -- --ignored

# Fuzz one target (tree_nested, tree_course, depth, book, period, chess_fen, chess_move, chess_epd, chess_pgn, checkers_pdn, pacman_layout) for some seconds (needs a nightly toolchain)
fuzz TARGET SECONDS="60":
    cargo fuzz --version > /dev/null 2>&1 || cargo install cargo-fuzz --locked
    cargo +nightly fuzz run {{ TARGET }} -- -max_total_time={{ SECONDS }} -dict=fuzz/{{ if TARGET =~ "^chess" { "chess" } else { "tree" } }}.dict

# Check licences, sources and known faults of all dependencies (installs cargo-deny if it is missing)
deny:
    ./check deny

_debian PACKAGE:
    if [ "$(id -u)" = 0 ]; then apt-get install -y {{ PACKAGE }}; else sudo apt-get install -y {{ PACKAGE }}; fi
