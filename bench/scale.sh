#!/usr/bin/env bash
# The scaling curve on real servers: `gavel scale` for 1 to 6 application servers with a CPU quota each, PostgreSQL, RabbitMQ and Nginx.
# Each quota named is tried in turn until one shows a curve of which every point counts and whose efficiency has a lower end of at least 85 %.
#   bench/scale.sh [QUOTA …]    0.1 cores unless named, and a lower one where the machine ends first; about half an hour for each number of servers
# May be interrupted: the same command goes on, and makes no finished search or probe again, but for searches that were invalid. NAME=another
# begins anew, and has to after a rebuild. Needs root, as only root may set quotas.
# Exit code 0 when the bar is reached, 1 when not, 2 without a curve, else that of gavel. Results stay in results/.
# From the environment: COUNTS (1..6), LENGTH (standard), HINT (users of one server), SETTINGS ("--width 8 --probes 8"), NAME (scale).
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
[[ "$(id -u)" == 0 ]] || { echo "scale: skipped, quotas can be set by root only"; exit 3; }
[[ $# -gt 0 ]] || set -- 0.1
counts="${COUNTS:-1..6}"
read -r -a more <<< "${SETTINGS:-}"
[[ -z "${HINT:-}" ]] || more+=(--hint "$HINT")
bar=85

newest() { ls -d results/[0-9]*[0-9]-"$1"/ 2> /dev/null | tail -1; } # name

sweep() { # quota
  local name="${NAME:-scale}-$1" newest code=0
  local what=(scale -c deploy/configs/small.yaml --name "$name" --app-servers "$counts" --length "${LENGTH:-standard}" --at-least "$bar"
    --set balancers.implementation=none --set appServers.cpu="$1" "${more[@]}")
  local asked="${what[*]}"
  newest="$(newest "$name")"
  if [[ -s "${newest}ended-with" ]]; then
    read -r code < "${newest}ended-with"
    if [[ "$(tail -n +2 "${newest}ended-with")" != "$asked" ]]; then
      newest=""
    elif [[ "$code" != 2 ]] && ! grep -q '"kind" : "INVALID"' "${newest}scale.json"; then
      echo "measured already: $newest"
      return "$code"
    fi
  fi
  # Also where every search has ended: those that were invalid are made again, and a report that could not be written is.
  [[ -z "$newest" || ! -s "$newest/scale.jsonl" ]] || what+=(--resume "$(basename "$newest")")
  local begun
  begun="$(mktemp)"
  code=0
  ./gavel "${what[@]}" || code=$?
  newest="$(newest "$name")"
  # What is older than this command is no result of it.
  if [[ -z "$newest" || ! "${newest}scale.json" -nt "$begun" ]]; then
    rm -f "$begun"
    [[ "$code" != 0 ]] || code=3
    exit "$code"
  fi
  rm -f "$begun"
  if [[ "$code" -le 2 && -s "$newest/scale.json" ]]; then
    printf '%s\n%s\n' "$code" "$asked" > "${newest}ended-with"
  fi
  return "$code"
}

java="$(./gavel --print-java)"
code=2
for quota in "$@"; do
  echo "== quota $quota cores"
  code=0
  sweep "$quota" || code=$?
  result="$(newest "${NAME:-scale}-$quota")"
  # 3: something could not be deployed, which is an answer too where other points were measured.
  [[ "$code" -le 3 ]] || exit "$code"
  echo
  if "$java" -cp "harness/target/lib/*" bench/SweepFigures.java "$result" "$bar"; then
    exit 0
  fi
done
[[ "$code" != 0 ]] || code=1
exit "$code"
