#!/usr/bin/env bash
# What the live page costs the harness: CPU seconds of its process in one run without it, with it and nobody watching, and with it, two
# pages' events being read and Prometheus asking every 5 s. About 2.5 minutes for each.
#   bench/dashboard.sh [USERS [without|alone|watched …]]
set -euo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
users="${1:-100}"
kinds=("${@:2}")
(( ${#kinds[@]} )) || kinds=(without alone watched)
private_home
watching=()

# Reads the address from the output of the run as soon as it stands there, then everything a page and Prometheus would.
watch() {
  local address=""
  until address="$(sed -n 's/^Dashboard  *\([^#]*\).*/\1/p' "$1")" && [[ -n "$address" ]]; do sleep 0.2; done
  curl -sN "${address}live" > "$home/events.txt" &
  watching+=($!)
  curl -sN "${address}live" > /dev/null &
  watching+=($!)
  while curl -sf "${address}metrics" > "$home/metrics.txt"; do sleep 5; done
}

for kind in "${kinds[@]}"; do
  option=(--dashboard)
  [[ "$kind" == without ]] && option=()
  : > "$home/output.txt"
  setsid "$home/gavel" run --users "$users" --name dashboard ${option[@]+"${option[@]}"} > "$home/output.txt" 2>&1 &
  run=$!
  run_group=$run
  if [[ "$kind" == watched ]]; then
    watch "$home/output.txt" &
    watching+=($!)
  fi
  # The process itself, without those it started: fields 14 and 15 after the name, in ticks of 10 ms.
  while stat="$(sed 's/.*) //' "/proc/$run/stat" 2> /dev/null)" && [[ "$stat" != Z* && -n "$stat" ]]; do
    read -ra fields <<< "$stat"
    ticks=$((fields[11] + fields[12]))
    sleep 0.2
  done
  code=0
  wait "$run" || code=$?
  run_group=""
  for pid in ${watching[@]+"${watching[@]}"}; do kill "$pid" 2> /dev/null || true; done
  watching=()
  printf '%-8s harness %d.%02d s of CPU, exit code %d, %s\n' "$kind" $((ticks / 100)) $((ticks % 100)) "$code" \
    "$(grep -m1 -E '^(PASS|FAIL|INVALID)' "$home/output.txt" || echo 'no verdict')"
  [[ "$kind" != watched ]] || echo "         $(grep -c '^data: ' "$home/events.txt" || true) events, $(wc -c < "$home/events.txt") bytes for each page"
done
