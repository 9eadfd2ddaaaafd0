#!/usr/bin/env bash
# The reference deployment on hosts of its own: it comes up and passes; a second deployment runs beside it; then a balancer, a web server, a
# broker node and an application server are lost one after the other under load (kill -9), and the audit must find nothing. Nothing may
# remain. Needs root.
#   bench/full-2015.sh           about twelve minutes; USERS (60) may come from the environment
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/divided-machine.sh"
divided_machine full-2015
victims=(haproxy1 nginx2 rabbitmq3 app4)
pause=15 # seconds between two losses
load=(--users "${USERS:-60}" --set load.ramp=15s --set load.warmUp=20s --set load.rampDown=10s)

# Of the newest result; where the run before it ended with an error, that is none of its own.
line() { # exit code of the run, name, and when something was lost
  [[ "$1" -le 2 ]] || return "$1"
  shift
  "$("$home/gavel" --print-java)" -cp "$project/harness/target/lib/*" "$project/bench/TierLine.java" "$(ls -d "$home"/results/[0-9]* | tail -1)" "$@"
}

started=$SECONDS
"$home/gavel" up -c full-2015 "${load[@]}" > "$out" 2>&1
say "full-2015 is up after $((SECONDS - started)) s, checked through every address" $?
"$home/gavel" run --deployment full-2015 "${load[@]}" --set load.measure=60s > "$out" 2>&1
line $? full-2015
code=$?
say "it passes: $(grep -E '^(PASS|FAIL|INVALID)' "$out" | cut -c1-60)" "$code"

"$home/gavel" run --users 20 --name beside --set load.ramp=5s --set load.warmUp=10s --set load.measure=20s --set load.rampDown=3s > "$out" 2>&1
line $? beside
code=$?
say "another deployment runs beside it: $(grep -E '^(PASS|FAIL|INVALID)' "$out" | cut -c1-40)" "$code"

: > "$out"
set -m
"$home/gavel" run --deployment full-2015 "${load[@]}" --set load.measure=$((pause * (${#victims[@]} + 2)))s > "$out" 2>&1 < /dev/null &
run_group=$!
set +m
until grep -q "✓ warm up" "$out" || ! kill -0 "$run_group" 2> /dev/null; do sleep 0.2; done
sleep "$pause"
lost="$(date +%s%3N)"
for victim in "${victims[@]}"; do
  # With its workers: each server leads a process group of its own.
  kill -9 -- "-$(sed 's/.*"pid" *: *\([0-9]*\).*/\1/' "$home/.gavel/full-2015/processes/$victim.json")" && echo "        $(date -u +%T) lost: $victim"
  sleep "$pause"
done
wait "$run_group"
code=$?
run_group=""
line "$code" "after losses" "$lost"
say "people get on after the loss of ${victims[*]}, and the audit is clean" $?

"$home/gavel" down full-2015 > "$out" 2>&1
say "it is taken down" $?
nothing_left "at the end"

summary
