#!/usr/bin/env bash
# The scaling curve on real servers: `gavel scale` for 1 to 6 application servers with a CPU quota each, PostgreSQL, RabbitMQ and Nginx.
# Each quota named is tried in turn until one shows a curve of which every point counts and whose efficiency has a lower end of at least 85 %.
#   bench/scale.sh                    quota 0.1 cores; about half an hour for each number of servers
#   bench/scale.sh 0.1 0.05           a lower quota where the machine ends first
# May be interrupted: the same command goes on, and makes no finished search or probe again. NAME=another begins anew. Needs root, as only
# root may set quotas.
# Exit code 0 when the bar is reached, 1 when not, 2 without a curve, else that of gavel. Results stay in results/.
# From the environment: COUNTS (1..6), LENGTH (standard), HINT (users of one server), SETTINGS ("--set load.measure=60s"), NAME (scale).
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
[[ "$(id -u)" == 0 ]] || { echo "scale: skipped, quotas can be set by root only"; exit 3; }
[[ $# -gt 0 ]] || set -- 0.1
counts="${COUNTS:-1..6}"
read -r -a more <<< "${SETTINGS:-}"
[[ -z "${HINT:-}" ]] || more+=(--hint "$HINT")
bar=85

newest() { ls -d results/[0-9]*-"$1"/ 2> /dev/null | tail -1; } # name

# The newest sweep of that name that has a journal but not every search; empty when there is none.
unfinished() { # name
  local newest
  newest="$(newest "$1")"
  [[ -n "$newest" && -s "$newest/scale.jsonl" ]] || return 0
  if [[ ! -e "$newest/scale.json" ]] || grep -q '"conclusion" : null' "$newest/scale.json"; then
    basename "$newest"
  fi
}

sweep() { # quota
  local name="${NAME:-scale}-$1" before code=0
  local what=(scale -c deploy/configs/small.yaml --name "$name" --app-servers "$counts" --length "${LENGTH:-standard}" --at-least "$bar"
    --set balancers.implementation=none --set appServers.cpu="$1" "${more[@]}")
  local asked="${what[*]}" known
  known="$(newest "$name")ended-with"
  if [[ -s "$known" && "$(tail -n +2 "$known")" == "$asked" ]]; then
    echo "measured already: $(newest "$name")"
    return "$(head -n 1 "$known")"
  fi
  before="$(unfinished "$name")"
  [[ -z "$before" ]] || what+=(--resume "$before")
  ./gavel "${what[@]}" || code=$?
  if [[ "$code" -le 2 && -n "$(newest "$name")" && -z "$(unfinished "$name")" ]]; then
    printf '%s\n%s\n' "$code" "$asked" > "$(newest "$name")ended-with"
  fi
  return "$code"
}

code=2
for quota in "$@"; do
  echo "== quota $quota cores"
  code=0
  sweep "$quota" || code=$?
  result="$(newest "${NAME:-scale}-$quota")"
  # 3: something could not be deployed, which is an answer too where other points were measured.
  [[ "$code" -le 3 && -e "$result/scale.csv" ]] || exit "$code"
  counted="$(cut -d, -f13 "$result/scale.csv" | grep -c '^true$')"
  asked="$(($(wc -l < "$result/scale.csv") - 1))"
  echo
  if [[ "$code" == 0 && "$counted" == "$asked" ]]; then
    echo "ok      quota $quota: all $asked points count, efficiency at least $bar % with 90 % confidence   $result"
    exit 0
  fi
  echo "NOT OK  quota $quota: $counted of $asked points count, exit code $code   $result"
done
[[ "$code" != 0 ]] || code=1
exit "$code"
