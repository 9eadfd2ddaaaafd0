#!/usr/bin/env bash
# Whether the peak can be believed: N searches one after the other, their pooled median and the spread of their middles; then a run 10 %
# below the interval, which has to pass, and one 15 % above, which has to fail.
#   bench/peaks.sh [N]                5 searches of `minimal`, length standard: about two and a half hours
# May be interrupted: the same command goes on, and makes no finished search or probe again. NAME=another begins anew.
# Exit code 1 when a bar is missed. Results stay in results/. From the environment: NAME (peaks), CONFIG (minimal), LENGTH (standard), HINT,
# SETTINGS ("--set load.measure=60s").
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
searches="${1:-5}"
name="${NAME:-peaks}"
read -r -a more <<< "${SETTINGS:-}"
all=(-c "${CONFIG:-minimal}" --length "${LENGTH:-standard}" "${more[@]}")
java="$(./gavel --print-java)"

figures() { "$java" -cp "harness/target/lib/*" bench/PeakFigures.java "$@"; }

newest() { ls -d results/[0-9]*-"$1" 2> /dev/null | tail -1; } # name

directories=()
for ((i = 1; i <= searches; i++)); do
  found="$(newest "$name-$i")"
  if [[ -z "$found" ]] || ! figures ended "$found"; then
    what=(peak --name "$name-$i" "${all[@]}")
    [[ -z "${HINT:-}" ]] || what+=(--hint "$HINT")
    [[ -z "$found" || ! -s "$found/search.jsonl" ]] || what+=(--resume "$(basename "$found")")
    echo "== search $i of $searches"
    code=0
    ./gavel "${what[@]}" || code=$?
    # 1 and 2 are answers, too.
    [[ "$code" -le 2 ]] || exit "$code"
    found="$(newest "$name-$i")"
  fi
  directories+=("$found")
done

echo
bad=0
figures judge "${directories[@]}" || bad=1
read -r below above < <(figures around "${directories[@]}") || exit 1

beside() { # what, users, exit code wanted
  local found code=0
  found="$(newest "$name-$1-$2")"
  if [[ -z "$found" || ! -e "$found/result.json" ]] || grep -q '"interrupted" : true' "$found/result.json"; then
    ./gavel run --name "$name-$1-$2" --users "$2" "${all[@]}"
    code=$?
    found="$(newest "$name-$1-$2")"
    [[ "$code" -le 2 ]] || exit "$code"
  fi
  code=2
  grep -m1 '"status" : ' "$found/result.json" | grep -q '"PASS"' && code=0
  grep -m1 '"status" : ' "$found/result.json" | grep -q '"FAIL"' && code=1
  if [[ "$code" == "$3" ]]; then
    echo "ok      a run with $2 users ($1) ends with $code   $found"
  else
    echo "NOT OK  a run with $2 users ($1) ends with $code, not with $3   $found"
    bad=1
  fi
}
beside below "$below" 0
beside above "$above" 1
exit "$bad"
