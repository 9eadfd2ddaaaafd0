#!/usr/bin/env bash
# What the driver's engine can do on one core, the server it talks to on another.
#   bench/driver-engine.sh [exchanges|calls|timers|memory …]     all of them by default, 15 minutes
# exchanges: plain exchanges of 1 KiB, checked, over 100 connections, at rising rates until the lateness p99 is above 5 ms: 3 minutes
# calls: system calls for each exchange at three rates, counted by perf: 1 minute
# timers: lateness with 100,000 pending timers at 60 % of the core: 1 minute; exit code 1 when its p99 is 2 ms or more
# memory: bytes for each thinking user, without a connection and with one: heap after a full collection and what is outside of it, at two
#   sizes: 9 minutes
set -euo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/two-cores.sh"
parts=("$@")
(( ${#parts[@]} )) || parts=(exchanges calls timers memory)
build
code=0
on_core_1() {
  taskset -c 1 "$java" -Xmx512m "${flags[@]}" -cp "$classpath" "$@"
}

exchanges() {
  serve gavel.driver.capacity.FixedServer
  on_core_1 gavel.driver.capacity.ExchangeFigures "$address" "${SECONDS_EACH:-10}" 2000 10000 20000 30000 40000 45000 50000 55000 60000 \
    65000 70000 80000 90000
  end_server
}

calls() {
  local kinds=raw_syscalls:sys_enter
  for kind in read write readv writev recvfrom sendto recvmsg sendmsg epoll_wait epoll_pwait epoll_pwait2 epoll_ctl timerfd_settime \
    futex io_uring_enter; do
    kinds+=",syscalls:sys_enter_$kind"
  done
  serve gavel.driver.capacity.FixedServer
  for rate in 500 2000 10000; do
    taskset -c 1 "$java" -Xmx512m "${flags[@]}" -cp "$classpath" gavel.driver.capacity.ExchangeFigures "$address" 8 "$rate" \
      > "$work/figures.txt" &
    local process=$! thread=""
    until thread="$(grep -ls '^gavel-loop' /proc/"$process"/task/*/comm | head -1 | cut -d/ -f5)" && [[ -n "$thread" ]]; do
      kill -0 "$process" 2> /dev/null || { cat "$work/figures.txt"; exit 3; }
      sleep 0.2
    done
    sleep 14 # 10 s and half a second of the first rate are warm-up; the rate itself lasts 9 s
    perf stat -x ' ' -e "$kinds" -t "$thread" -o "$work/calls.txt" -- sleep 4
    wait "$process" || true
    local done_a_second
    done_a_second="$(sed -n "s/^ *$rate\/s: *\([0-9]*\) done.*/\1/p" "$work/figures.txt")"
    awk -v rate="$rate" -v exchanges="$((4 * done_a_second))" '
      /raw_syscalls/ { all = $1 / exchanges; next }
      /sys_enter_/ && $1 > 0 { split($0, name, "sys_enter_"); split(name[2], word, " ")
        text = text sprintf(" %s %.2f", word[1], $1 / exchanges) }
      END { printf "%6d/s: %.2f system calls for each exchange:%s\n", rate, all, text }' "$work/calls.txt"
  done
  end_server
}

timers() {
  on_core_1 gavel.driver.capacity.TimerFigures 30 || code=1
}

# The profile's people, who only log in and look around, slowly: one exchange at a time, so one connection.
thinkers() {
  awk '/^session:/ { skip = 1 } /^words:/ { skip = 0 } !skip' \
    "$project/workload-driver/src/main/resources/gavel/driver/profile/liveauction.yaml" |
    sed 's/^cycle: .*/cycle: {mean: 100, deviation: 5, shortest: 80, longest: 120}/; s/^name: .*/name: thinkers/'
  cat << 'EOF'

session:
  first: signIn
  hub: choose
  steps:
    signIn: {does: Login, then: {list: 100}}
    list: {does: ListAuctions, then: {choose: 100}}
    choose: {then: {bids: 50, profile: 49, quit: 1}}
    bids: {does: BidHistory, then: {choose: 100}}
    profile: {does: ViewProfile, then: {choose: 100}}
    quit: {does: Logout, then: {end: 100}}
EOF
}

# $1 how many, $2 ramp in seconds; bytes of heap in use after a full collection and of native memory other than the JVM's own, in $work/bytes
sample() {
  taskset -c 1 "$java" -Xms1g -Xmx2g -XX:NativeMemoryTracking=summary "${flags[@]}" -jar "$driver/workload-driver.jar" run --target "$address" \
    --profile "$work/thinkers.yaml" --users "$1" --ramp "${2}s" --warm-up 600s --duration 10s > "$work/run.txt" 2>&1 &
  local process=$!
  sleep $(($2 + 75))
  kill -0 "$process" 2> /dev/null || { cat "$work/run.txt"; exit 3; }
  local jcmd
  jcmd="$(dirname "$java")/jcmd"
  "$jcmd" "$process" GC.class_histogram > "$work/objects-$1.txt"
  "$jcmd" "$process" VM.native_memory summary scale=B > "$work/native-$1.txt"
  local open
  open="$(tail -n 1 "$work/run.txt")"
  local descriptors=(/proc/"$process"/fd/*)
  kill -KILL "$process"
  wait "$process" 2> /dev/null || true
  heap="$(awk '$1 == "Total" { print $3 }' "$work/objects-$1.txt")"
  native="$(sed -n 's/^- *Other (reserved=[0-9]*B*, committed=\([0-9]*\)B*).*/\1/p' "$work/native-$1.txt")"
  echo "$1 users: heap $heap bytes, outside of it ${native:-0}, ${#descriptors[@]} descriptors; $open"
}

# $1 words, $2 and $3 sizes, $4 users a second that come
slope() {
  sample "$2" $(($2 / $4))
  local heap_before="$heap" native_before="${native:-0}"
  sample "$3" $(($3 / $4))
  echo "$1: $(((heap - heap_before) / ($3 - $2))) bytes of heap for each user, $(((${native:-0} - native_before) / ($3 - $2))) outside"
  local objects="/tmp/$(basename "$0" .sh)-${1//[ ,]/-}.txt"
  grep -E '^ +([0-9]|[1-3][0-9]):' "$work/objects-$3.txt" > "$objects"
  echo "objects that live with them: $objects"
}

memory() {
  thinkers > "$work/thinkers.yaml"
  serve gavel.driver.stub.StubProcess 100000 once
  slope "thinking, no connection" 20000 100000 600
  end_server
  serve gavel.driver.stub.StubProcess 10000
  slope "thinking, one connection" 2000 10000 200
  end_server
}

for part in "${parts[@]}"; do
  "$part"
done
exit $code
