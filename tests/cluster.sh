#!/bin/bash
# Several hosts on one machine: network namespaces joined by veth pairs to a bridge, one process in
# each; where namespaces are not permitted, plain processes on loopback. Compares counts and values
# with `foregone solve`, then breaks things. Every step has a time limit: none of them takes more
# than a few seconds here, so whoever hangs is found.
#
# usage: cluster.sh PROGRAM [long]
set -u
program=$(readlink -f "$1")
long=${2:-}
work=$(mktemp -d)
ports=$((20000 + $$ % 20000))
name=fg$$
models=$(readlink -f "$(dirname "$0")/../models")
hosts=4
failed=0
namespaces=no

say() { echo "$*"; }
fail() { say "FAILED: $*"; failed=1; }

clean() {
    trap - EXIT
    for pid in $(cat "$work"/pids 2>/dev/null); do kill_tree "$pid"; done
    if [ $namespaces = yes ]; then
        for k in $(seq 0 $((hosts - 1))); do ip netns del $name-$k 2>/dev/null; done
        ip link del $name-br 2>/dev/null
    fi
    mountpoint -q "$work/small" 2>/dev/null && umount "$work/small"
    rm -rf "$work"
}
trap clean EXIT

join_hosts() {
    ip link add $name-br type bridge 2>/dev/null || return 1
    ip link set $name-br up || return 1
    for k in $(seq 0 $((hosts - 1))); do
        ip netns add $name-$k || return 1
        ip link add $name-v$k type veth peer name eth0 netns $name-$k || return 1
        ip link set $name-v$k master $name-br up || return 1
        ip -n $name-$k addr add 10.213.7.$((k + 1))/24 dev eth0 || return 1
        ip -n $name-$k link set eth0 up && ip -n $name-$k link set lo up || return 1
    done
}

if join_hosts 2>/dev/null; then namespaces=yes; else
    for k in $(seq 0 $((hosts - 1))); do ip netns del $name-$k 2>/dev/null; done
    ip link del $name-br 2>/dev/null
fi
say "namespaces: $namespaces"
for k in $(seq 0 $((hosts - 1))); do
    if [ $namespaces = yes ]; then echo "10.213.7.$((k + 1)):4700"; else echo "127.0.0.1:$((ports + k))"; fi
done > "$work/hosts"

# on K COMMAND…: on host K
on() {
    local k=$1; shift
    if [ $namespaces = yes ]; then ip netns exec $name-$k "$@"; else "$@"; fi
}

# begin K ARGUMENTS…: process K in the background, its output in files
begin() {
    local k=$1; shift
    on "$k" timeout 120 "$program" cluster run "$@" --hosts "$work/hosts" --process "$k" --wait 20 \
        > "$work/out-$k" 2> "$work/err-$k" &
    eval "pid_$k=$!"
    echo $! >> "$work/pids"
}

# finish K: its exit code
finish() {
    local pid; eval "pid=\$pid_$1"
    wait "$pid"
}

all() {
    for k in $(seq 0 $((hosts - 1))); do begin "$k" "$@"; done
    local code worst=0
    for k in $(seq $((hosts - 1)) -1 0); do
        finish "$k"; code=$?
        # A property that does not hold is an answer.
        [ $code -le 1 ] || cat "$work/err-$k"
        [ $code -gt $worst ] && worst=$code
    done
    return $worst
}

field() { grep -m1 "\"$2\"" "$1" | sed 's/.*: *//; s/,$//; s/"//g'; }

# overlap FILE OTHER: both tell bounds of one number, of the width asked for, or of none
overlap() {
    awk -v l="$(field "$1" lower)" -v u="$(field "$1" upper)" \
        -v a="$(field "$2" lower)" -v b="$(field "$2" upper)" \
        'BEGIN { exit !(l <= b && a <= u && u - l <= 1.0000001e-9) }'
}

# same ARGUMENTS…: counts as `solve` has them, values that overlap
same() {
    all "$@" ${cluster_only:-} --json || [ $? = 1 ] || { fail "$*: a process failed"; return; }
    timeout 300 "$program" solve "$@" --json > "$work/alone" || [ $? = 1 ] || { fail "$*: solve"; return; }
    for what in states choices branches; do
        [ "$(field "$work/out-0" $what)" = "$(field "$work/alone" $what)" ] || fail "$*: $what"
    done
    grep -q '"verdict"' "$work/alone" || overlap "$work/out-0" "$work/alone" || fail "$*: values"
    for what in distance result nimber verdict; do
        grep -q "\"$what\"" "$work/out-0" || continue
        [ "$(field "$work/out-0" $what)" = "$(field "$work/alone" $what)" ] || fail "$*: $what"
    done
    for k in $(seq 1 $((hosts - 1))); do [ -s "$work/out-$k" ] && fail "$*: process $k has spoken"; done
    say "same: $*"
}

# lost K WHAT: everybody but K ended with exit code 2 and named process K, without a backtrace
lost() {
    local k=$1 what=$2 begun=$SECONDS
    for other in $(seq 0 $((hosts - 1))); do
        [ "$other" = "$k" ] && continue
        finish "$other"; local code=$?
        [ $code = 2 ] || fail "$what: process $other ended with $code"
        grep -q "process $k .*was lost" "$work/err-$other" || { fail "$what: process $other says"; cat "$work/err-$other"; }
        grep -qi "backtrace\|panicked" "$work/err-$other" && fail "$what: a backtrace"
    done
    [ $((SECONDS - begun)) -le 10 ] || fail "$what: $((SECONDS - begun)) seconds"
    kill_worker "$k"; finish "$k" 2>/dev/null
    say "noticed: $what"
}

# kill_tree PID: it and all that it started
kill_tree() {
    local child
    for child in $(pgrep -P "$1"); do kill_tree "$child"; done
    kill -9 "$1" 2>/dev/null
}

kill_worker() { kill_tree "$(eval echo \$pid_$1)"; }

say "== same values and counts"
if [ "$long" = long ]; then
    same hold
    same darts -p start=200
    same connect-four -p width=5
    same "$models/pig.prism" --const T=40 --prop '<<p1>> Pmax=? [ F "win1" ]'
    same "$models/darts.prism" --const N=100,first=1 --prop '<<pB>> Pmin=? [ F "winA" ]'
    same "$models/stones.prism" --const N=1000 --prop '<<p1>> Pmax=? [ F "win1" ]'
else
    same hold -p target=25
    same darts -p start=40
    same connect-four -p height=3
fi
same nim
same "$models/pig.prism" --const T=10 --prop '<<p1>> Pmax=? [ F "win1" ]'
same "$models/pig.prism" --const T=10 --prop '<<p1>> P>1/2 [ F "win1" ]'
same "$models/pig.prism" --const T=10 --prop '<<p1>> Pmax=? [ F<=20 "win1" ]'
cluster_only="--gather 0"
same "$models/pig.prism" --const T=6 --prop '<<p1>> Pmax=? [ F "win1" ]'
cluster_only=
same "$models/darts.prism" --const N=5,first=2 --prop '<<pB>> Pmax=? [ F "winB" ]'
same "$models/stones.prism" --const N=2 --prop '<<p1>> P>=1 [ F "win1" ]'

say "== saved solutions"
# saved ARGUMENTS…: what the workers save is judged anew and tells the same
saved() {
    rm -rf "$work/saved"
    all "$@" -o "$work/saved" -q || { fail "$*: saving"; return; }
    timeout 120 "$program" check "$work/saved" > "$work/alone" 2>&1 || { fail "$*: check"; cat "$work/alone"; }
    say "saved and judged anew: $*"
}
saved connect-four -p height=3
saved hold -p target=12
timeout 60 "$program" query "$work/saved" --at "5 5 0" --json > "$work/out-0" || fail "query of a saved solution"
timeout 60 "$program" query hold -p target=12 --at "5 5 0" --json > "$work/alone"
overlap "$work/out-0" "$work/alone" || fail "query of a saved solution: values"
part=$(ls "$work"/saved/part-*.parquet | tail -1)
truncate -s -9 "$part"
timeout 60 "$program" check "$work/saved" > "$work/alone" 2>&1
[ $? = 2 ] && grep -q "$(basename "$part"): cut short or altered" "$work/alone" || fail "a saved part cut short"
rm "$part"
timeout 60 "$program" query "$work/saved" --at "5 5 0" > "$work/alone" 2>&1
[ $? = 2 ] && grep -q "$(basename "$part"): " "$work/alone" || fail "a saved part is missing"
say "noticed: a saved part that is cut short, and one that is missing"

say "== limits"
all connect-four --max-states 5000 --json
[ $? = 3 ] && grep -q "the limit of 5000 states was reached" "$work/out-0" || fail "a limit on positions"
all hold --max-memory 4M --json
[ $? = 3 ] && grep -q "the memory limit of 4[0-9]* bytes was reached" "$work/out-0" || fail "a limit on memory"
say "bounds so far: limits on positions and memory"

say "== faults"
game="connect-four -p height=5"
checkpoints="--checkpoint $work/kept --checkpoint-every 0.3"
for k in 0 1 2 3; do begin $k connect-four -p width=5; done
sleep 1; kill_worker 2; lost 2 "a worker killed while exploring"

# kept_now values|positions: true once a checkpoint holds that
kept_now() {
    [ -e "$work/kept/manifest" ] && { [ "$1" = positions ] || sed -n 4p "$work/kept/manifest" | grep -q '^[0-9]'; }
}

# stop_and_go values|positions ARGUMENTS…: a worker is killed once a checkpoint holds that; started
# again, the run ends with the same bits as one that was never stopped
stop_and_go() {
    local kept=$1; shift
    rm -rf "$work/kept"
    all "$@" --json && cp "$work/out-0" "$work/whole" || fail "$*: the whole run"
    for k in 0 1 2 3; do begin $k "$@" $checkpoints --json; done
    for _ in $(seq 1000); do kept_now "$kept" && break; sleep 0.02; done
    kill_worker 1; lost 1 "a worker killed, $kept kept: $*"
    all "$@" $checkpoints --json || fail "$*: going on"
    for what in states choices branches result distance lower upper; do
        [ "$(field "$work/out-0" $what)" = "$(field "$work/whole" $what)" ] || fail "$*: going on: $what"
    done
    say "went on as without the stop: $*"
}

stop_and_go values hold -p target=60
stop_and_go positions $game

part=$(ls "$work"/kept/*/part-00001 | head -1)
truncate -s -9 "$part"
for k in 0 1 2 3; do begin $k $game $checkpoints; done
finish 0; [ $? = 2 ] && grep -q "part-00001: cut short or altered" "$work/err-0" || fail "a truncated part"
for k in 1 2 3; do finish $k; done
say "noticed: a truncated part"
rm -rf "$work/kept"

for k in 0 1 2; do begin $k $game; done
begin 3 connect-four -p height=6
finish 3; [ $? = 2 ] && grep -q "height" "$work/err-3" || fail "other parameters"
kill_worker 0; kill_worker 1; kill_worker 2; for k in 0 1 2; do finish $k 2>/dev/null; done
say "noticed: other parameters"

# The same game by another build: as far as anyone can tell from its file.
cp "$program" "$work/other" && printf x >> "$work/other"
for k in 0 1 2; do begin $k $game; done
right=$program program=$work/other
begin 3 $game
program=$right
finish 3; [ $? = 2 ] && grep -q "its program is" "$work/err-3" || { fail "another program"; cat "$work/err-3"; }
kill_worker 0; kill_worker 1; kill_worker 2; for k in 0 1 2; do finish $k 2>/dev/null; done
say "noticed: another program"

# Strangers who connect while all wait for process 3: one says nothing, one speaks HTTP.
for k in 0 1 2; do begin $k hold -p target=12 --json; done
sleep 0.5
IFS=: read -r host port < "$work/hosts"
on 0 timeout 5 bash -c "exec 3<>/dev/tcp/$host/$port; sleep 4" 2>/dev/null &
on 0 timeout 5 bash -c "exec 3<>/dev/tcp/$host/$port; printf 'GET / HTTP/1.1\r\n\r\n' >&3; cat <&3" > /dev/null 2>&1 &
sleep 0.5
begin 3 hold -p target=12 --json
for k in 3 2 1 0; do finish $k || { fail "a stranger: process $k"; cat "$work/err-$k"; }; done
say "turned away: strangers"

on 0 timeout 60 "$program" cluster run hold --hosts "$work/hosts" --process 0 --wait 1 > /dev/null 2> "$work/err-0"
[ $? = 2 ] && grep -q "process 3 .* did not come within 1 second" "$work/err-0" || { fail "a missing host"; cat "$work/err-0"; }
say "noticed: missing hosts"

if [ $namespaces = yes ]; then
    for k in 0 1 2 3; do begin $k connect-four -p width=6; done
    sleep 2.5; ip link set $name-v3 down
    lost 3 "a link cut"
    ip link set $name-v3 up
    mkdir -p "$work/small" && mount -t tmpfs -o size=256k tmpfs "$work/small" 2>/dev/null && {
        for k in 0 1 2 3; do begin $k $game --checkpoint "$work/small/kept" --checkpoint-every 0.2; done
        finish 0; code=$?
        [ $code = 2 ] && grep -q "no space is left" "$work/err-0" || { fail "a full disk: $code"; cat "$work/err-0"; }
        for k in 1 2 3; do finish $k; done
        say "noticed: a full disk"
    }
fi
[ $failed = 0 ] && say "all as it should be"
exit $failed
