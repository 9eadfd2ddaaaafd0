#!/usr/bin/env bash
# One machine divided into hosts: two deployments side by side, each instance with an address of its own; a harness that is killed, and
# Ctrl-C in several phases. Nothing of it may remain: no process, bridge, namespace or control group. Needs root.
#   bench/hosts.sh            about six minutes
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/divided-machine.sh"
divided_machine hosts
small=(--users 10 --set hosts.isolated=true --set hosts.relational.cpu=1 --set hosts.broker.cpu=0.5 --set hosts.documents.cpu=0.5
  --set appServers.cpu=0.5)
short=(--set load.ramp=3s --set load.warmUp=3s --set load.measure=5s --set load.rampDown=3s)

addresses() { "$home/gavel" status | grep -o 'http://[0-9.]*' | sort -u; }

"$home/gavel" up "${small[@]}" --name first > "$out" 2>&1
say "a deployment on hosts of its own comes up" $?
"$home/gavel" up "${small[@]}" --name second > "$out" 2>&1
say "a second one beside it" $?
addresses > "$out"
[[ "$(wc -l < "$out")" == 2 ]] && ! grep -q 127.0.0.1 "$out"
code=$?
say "their application servers have addresses of their own: $(tr '\n' ' ' < "$out")" "$code"
"$home/gavel" run --deployment second "${short[@]}" > "$out" 2>&1
code=$?
say "a run on the second: $(grep -E '^(PASS|FAIL|INVALID)' "$out" | cut -c1-40)" "$code"
"$home/gavel" down first > "$out" 2>&1 && "$home/gavel" status > "$out" && grep -q '^second' "$out" && ! grep -q '^first' "$out"
say "the first is taken down, the second stays" $?
"$home/gavel" reset second > "$out" 2>&1
say "the second can still be reset" $?
"$home/gavel" down second > "$out" 2>&1
say "the second is taken down" $?
nothing_left "two deployments"

# The whole process group, as a terminal does it; or the harness alone, as the kernel does when memory ends.
ended() { # signal, after which line, what
  local pid
  : > "$home/run.txt"
  set -m
  env --default-signal=INT "$home/gavel" run "${small[@]}" "${short[@]}" > "$home/run.txt" 2>&1 < /dev/null &
  pid=$!
  run_group=$pid
  set +m
  until grep -qF "$2" "$home/run.txt" || ! kill -0 "$pid" 2> /dev/null; do sleep 0.05; done
  sleep 0.3
  kill "-$1" -- "-$pid" 2> /dev/null
  wait "$pid" 2> /dev/null
  run_group=""
  if [[ "$1" == KILL ]]; then
    "$home/gavel" clean > "$out" 2>&1
    say "$3: cleaned" $?
  fi
  nothing_left "$3"
}

ended INT "✓ provision" "Ctrl-C while hosts are made"
ended INT "✓ audit the data before the load" "Ctrl-C while application servers start"
ended INT "✓ ramp " "Ctrl-C under load"
ended KILL "✓ start data services" "a harness killed while data are loaded"

summary
