#!/usr/bin/env bash
# How long an application server takes from its command to ready: starts one on a deployment that is up and loaded, so many times.
# Prints each start and the median. About a minute and 8 s for each start.
#   bench/start-up.sh [STARTS [USERS [FLAG …]]]    flags for the JVM
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
starts="${1:-5}"
users="${2:-300}"
flags=("${@:3}")
name="start-up"
directory="$project/.gavel/$name"
output="$(mktemp -d /tmp/start-up.XXXXXX)"
server=""
cleanup() {
  [[ -z "$server" ]] || kill "$server" 2> /dev/null || true
  "$project/gavel" down "$name" > /dev/null || true
  rm -rf "$output"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

"$project/gavel" up --deployment "$name" --users "$users" > "$output/up.txt" || { cat "$output/up.txt"; exit 3; }
server="$(sed 's/.*"pid":\([0-9]*\).*/\1/' "$directory/processes/app1.json")"
mapfile -d '' -t command < "/proc/$server/cmdline"
port="$(sed -n '/^management:/,$p' "$directory/settings/app1.yaml" | grep -m1 port | tr -dc 0-9)"
stop() {
  kill "$server"
  while kill -0 "$server" 2> /dev/null; do sleep 0.1; done
  server=""
}
stop

cores="$(nproc)"
times=()
for ((i = 1; i <= starts; i++)); do
  begun="$(date +%s%N)"
  "${command[0]}" ${flags[@]+"${flags[@]}"} "${command[@]:1}" > "$output/log.txt" 2>&1 &
  server=$!
  until curl -sf -o /dev/null "http://127.0.0.1:$port/actuator/health/readiness"; do
    kill -0 "$server" 2> /dev/null || { cat "$output/log.txt"; exit 3; }
    sleep 0.05
  done
  times+=("$((($(date +%s%N) - begun) / 1000000))")
  cpu="$(awk '{print $14 + $15}' "/proc/$server/stat")"
  printf 'start %d: ready after %5d ms, %5d ms of CPU on %d cores; %s; %s\n' "$i" "${times[-1]}" "$((cpu * 10))" "$cores" \
    "$(grep -o 'Started AuctionApplication in [0-9.]* seconds' "$output/log.txt")" "$(grep -o 'Warmed up with.*' "$output/log.txt" || echo "not warmed up")"
  stop
  wait 2> /dev/null || true
done
printf 'median of %d starts to ready: %d ms\n' "$starts" "$(printf '%s\n' "${times[@]}" | sort -n | sed -n "$(((starts + 1) / 2))p")"
