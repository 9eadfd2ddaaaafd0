#!/usr/bin/env bash
# Delays that are planted between the wish for a server and its help: are they found in the right link? And are supplies ranked as they must be?
#   bench/elastic-truth.sh capacity            the peaks of 1 and 2 servers, which the others need; about 40 min
#   bench/elastic-truth.sh links [SECONDS …]   delays of so many seconds (2 5 10) in the decision, in created → ready and in ready → first request,
#                                              one in each pass, and a pass without: REPEATS (3) times; about 8 min, and 3.5 for each pass
#   bench/elastic-truth.sh rank [REPEATS]      a perfect schedule, one that is late by 30 s, and a fixed supply of one server (3 repeats each):
#                                              users must have been served well in that order; for each of them about 7 min, and 6 to 8 a repeat
# CAPACITY names the result of `capacity`; else the newest of this quota is taken, or made. How delays are planted is said in planted-delays.py.
# What a server takes by itself is seen from outside in the same pass, or in the passes without a delay. `rank` needs to know how long a server
# takes from its order until it is ready: START (seconds), which `links` prints, else it is measured first. `links` makes its path longer with it.
# A pass or a supply that does not count is told and left out. Exit code 0 when each delay is found within TOLERANCE (0.5 s) in its link and in
# no other, or the ranking is right; 1 when not, 2 when too little was measured to say. RESUME, TRIES: bench/series.sh. QUOTA (0.2): with larger
# ones two cores are so busy that the driver waits for them and no pass counts. PROBES (8) and HINT (users of one server) of `capacity`.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
[[ "$(id -u)" == 0 ]] || { echo "elastic-truth: skipped, quotas can be set by root only"; exit 3; }
part="${1:-}"
what=elastic-truth
quota="${QUOTA:-0.2}"
case "$part" in
  capacity | links | rank) ;;
  *)
    sed -n '2,13p' "$0" | sed 's/^# \?//'
    exit 4
    ;;
esac
figures() { :; }
# shellcheck source=bench/series.sh
source bench/series.sh
load=(-c small --set balancers.implementation=none --set "appServers.cpu=$quota" --set drivers.nice=-15)
supplies=(perfect late fixed)

# Name of the result with N(1) and N(2) of this quota.
capacity() {
  local known each
  capacity="${CAPACITY:-$(cat "$logs/capacity" 2> /dev/null)}"
  [[ -z "$capacity" ]] || return 0
  [[ "$part" == capacity ]] || for each in $(ls -td "$results"/*-"$what"-*-"capacity-$quota" 2> /dev/null); do
    [[ "$(python3 bench/series.py state scale "$each")" != whole ]] || known="${known:-$each}"
  done
  if [[ -z "${known:-}" ]]; then
    echo "== the peaks of 1 and 2 servers"
    experiment scale "capacity-$quota" "${load[@]}" --app-servers 1..2 --probes "${PROBES:-8}" --width 10 --hint "${HINT:-250}" \
      || { echo "too little: the peaks of 1 and 2 servers were not found"; exit 2; }
    known="$result"
  fi
  capacity="$(basename "$known")"
  echo "$capacity" > "$logs/capacity"
  echo "N(k) is in $capacity"
}

elastic() { # label, repeats, supply, options for the path
  experiment elastic "$1" "${load[@]}" --capacity "$capacity" --most 2 --repeat "$2" --supply "$3" "${@:4}"
}

# All people are there from a quarter of the path on, where that is a number of five seconds, and until 65 % of it; two servers are needed
# 3 s before. A server that was ordered late, takes START (75) and is told late still gets its first request within the path.
links() {
  local seconds plan=none link delay longest=0 delays=("$@")
  (( ${#delays[@]} > 0 )) || delays=(2 5 10)
  for delay in "${delays[@]}"; do
    [[ "$delay" =~ ^[0-9]+$ ]] && (( delay >= 1 && delay <= 15 )) || { echo "elastic-truth: SECONDS must be 1 to 15: $delay" >&2; exit 4; }
    (( longest >= delay )) || longest="$delay"
    for link in ${LINKS:-decision ready request}; do
      plan+=",$link:$delay"
    done
  done
  seconds=$(((4 * (${START:-75} + longest + 34) / 3 + 19) / 20 * 20))
  local each
  each="$(tr , '\n' <<< "$plan" | wc -l)"
  figures() { python3 bench/series.py links "$(of "$1")" "${TOLERANCE:-0.5}"; }
  echo "== delays: $plan, ${REPEATS:-3} times"
  elastic links "$((each * ${REPEATS:-3}))" \
    "command:python3 bench/planted-delays.py $home/.gavel $results $name-links $((seconds / 4)) $((seconds - 15)) $plan" \
    --shape step --duration "${seconds}s"
  figures links
}

# People come within RISE seconds, and not at once, as the logins of a step keep any supply busy for a minute. Then they are 0.8 of what two servers
# support.
rank() {
  local repeats="${1:-3}" start each one two low high rise=60 rises falls needed free order path supply
  start="${START:-$(cat "$logs/start" 2> /dev/null)}"
  if [[ -z "$start" ]]; then
    echo "== how long a server takes until it is ready"
    elastic start 1 schedule:0s=1,30s=2,218s=1 --shape step --duration 220s
    start="$(python3 bench/series.py start "$result")" || { echo "$start"; exit 2; }
    echo "$start" > "$logs/start"
  fi
  read -r one two < <(python3 bench/series.py peaks "$results/$capacity")
  low=$((two * 3 / 10))
  high=$((two * 8 / 10))
  (( low < one && one < high )) || { echo "too little: one server supports $one users, where the path goes from $low to $high"; exit 2; }
  rises=$((start + 20))
  falls=$((rises + rise + 120))
  needed=$((rises + rise * (one - low) / (high - low)))
  free=$((falls + rise * (high - one) / (high - low)))
  # The server that is ordered in time is ready 8 s before it is needed.
  order=$((needed - 8 - start))
  path="[0s=$low, ${rises}s=$low, $((rises + rise))s=$high, ${falls}s=$high, $((falls + rise))s=$low, $((falls + rise + 40))s=$low]"
  figures() { together rank "${supplies[@]}"; }
  echo "a server is ready after $start s and needed at second $needed of $path: ordered at second $order, or 30 s later"
  for each in "${supplies[@]}"; do
    echo "== $each"
    case "$each" in
      perfect) supply="schedule:0s=1,${order}s=2,$((free + 2))s=1" ;;
      late) supply="schedule:0s=1,$((order + 30))s=2,$((free + 32))s=1" ;;
      fixed) supply=fixed:1 ;;
    esac
    elastic "$each" "$repeats" "$supply" --shape own --set "load.users=$high" --set load.path.shape=ramps --set "load.path.points=$path"
  done
  figures
}

begin
capacity
case "$part" in
  capacity) ;;
  links) links "${@:2}" ;;
  rank) rank "${2:-3}" ;;
esac
