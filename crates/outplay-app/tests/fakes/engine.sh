#!/bin/sh
# A fake engine for tic-tac-toe that speaks UCI and GTP, plays the first free square, and misbehaves as its argument says.
mode=$1
moves=

free() {
    for square in b2 a1 a2 a3 b1 b3 c1 c2 c3; do
        case " $moves " in *" $square "*) ;; *) echo "$square"; return ;; esac
    done
}

# What a referee reads in this protocol as the answer to its question.
answer() { if [ -n "$id" ]; then printf '=%s %s\n\n' "$id" "$1"; else echo "bestmove $1"; fi; }

# One that ends between two games.
leave() { [ "$mode" = leaves ] && [ -n "$played" ] && exit 4; }

think() {
    played=yes
    case $mode in
        crash) echo 'out of memory' >&2; exit 3 ;;
        many) echo 'info depth 2 multipv 2 score cp 99'; echo 'info depth 3 score cp 77 upperbound'; answer "$(free)" ;;
        hang) sleep 1000 ;;
        family) sleep "$2" & sleep "$2" ;;
        close) exec >&-; sleep 1000 ;;
        rubbish) answer 'xyzzy \377 %n' ;;
        taken) answer b2; answer b2 ;;
        slow) sleep 0.4; answer "$(free)" ;;
        flood) head -c 100000000 /dev/zero | tr '\0' x; echo; answer "$(free)" ;;
        lines) yes 'info depth 1 score cp 5' | head -c 100000000; echo; answer "$(free)" ;;
        endless) exec yes ;;
        *) answer "$(free)" ;;
    esac
}

case $mode in
    gone) echo 'no licence' >&2; exit 1 ;;
    silent) exec sleep 1000 ;;
esac
while read -r first rest; do
    case $first in
        [0-9]*) id=$first; command=${rest%% *}; arguments=${rest#* } ;;
        *) id=; command=$first; arguments=$rest ;;
    esac
    case $command in
        ucinewgame) leave ;;
        uci) echo 'id name fake'; echo uciok ;;
        isready) [ "$mode" = unready ] || echo readyok ;;
        position) moves=${arguments#startpos}; moves=${moves#* moves} ;;
        go) echo 'info depth 1 score cp 5 nodes 9'; think "$@" ;;
        known_command) answer false ;;
        boardsize | protocol_version | time_settings | time_left) answer '' ;;
        clear_board) leave; [ "$mode" = unready ] || { moves=; answer ''; } ;;
        play) moves="$moves ${arguments#* }"; answer '' ;;
        genmove) square=$(free); think "$@"; moves="$moves $square" ;;
        quit) [ "$mode" = stay ] && exec sleep 5; exit 0 ;;
    esac
    [ "$mode" != many ] || echo "$first $rest" >> "$2"
done
[ "$mode" != stay ] || exec sleep 5
