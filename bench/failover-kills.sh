#!/usr/bin/env bash
# What kills of one of three application servers cost under load, and whether a kill that is prevented counts.
#   bench/failover-kills.sh [KILLS]        30 by default, about 45 s each and 4 min before; then 2 that bench/supervisor.py prevents, 6 min
# Prints the figures with their intervals after each kill, and the verdict of the prevented kills. Exit code 0 when 9 of 10 kills count, no answered
# bid was lost, and prevented kills are INVALID and nothing else; 1 otherwise, 2 when too little was measured to say. RESUME, TRIES: bench/series.sh.
# USERS (200) and PREVENTED (2) may come from the environment. Leaves no deployment; results stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
kills="${1:-30}"
prevented="${PREVENTED:-2}"
what=failover-kills
supervisor=""
figures() { python3 bench/series.py failover "$(of "$1")" "$1"; }
# shellcheck source=bench/series.sh
source bench/series.sh
load=(-c small --users "${USERS:-200}" --set appServers.count=3 --tiers appServers --faults kill)

# Starts app1 again as soon as it is killed, once people are there.
prevent() {
  local record i
  for ((i = 0; i < 900; i++)); do
    sleep 1
    record="$(ls -t "$home"/.gavel/*-"$name-prevented"/processes/app1.json 2> /dev/null | head -1)"
    if [[ -n "$record" ]] && grep -q "users come" "$logs/prevented"; then
      exec python3 bench/supervisor.py "${record%/processes/*}" app1 "$prevented"
    fi
  done
}

begin
echo "== $kills kills"
experiment failover made "${load[@]}" --repeat "$kills"
figures made
wrong=$?
if (( prevented > 0 )); then
  echo "== $prevented kills that are prevented"
  : > "$logs/prevented"
  prevent > "$logs/supervisor" 2>&1 &
  supervisor=$!
  trap 'kill "$supervisor" 2> /dev/null' EXIT
  TRIES=1 experiment failover prevented "${load[@]}" --repeat "$prevented"
  kill "$supervisor" 2> /dev/null
  cat "$logs/supervisor"
  figures prevented
  code=$?
  (( wrong == 1 || code == 0 )) || wrong="$code"
fi
exit "$wrong"
