#!/usr/bin/env bash
# Whether the peak can be believed: N searches one after the other, their pooled median and the spread of their middles; then, on a
# deployment as large as theirs, a run 10 % below the interval, which has to pass, and one 15 % above, which has to fail.
#   bench/peaks.sh [N]                5 searches of `minimal`, length standard: about two and a half hours
# May be interrupted: the same command goes on, and makes no finished search or probe again. NAME=another begins anew, and has to with other
# options or after a rebuild. Exit code 1 when a bar is missed. Results stay in results/. From the environment: NAME (peaks), CONFIG
# (minimal), LENGTH (standard), HINT (users expected), BUDGET (30m, of a search: no probe is begun that would end later; levels and the last
# audit come on top), SETTINGS ("--width 8").
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
searches="${1:-5}"
name="${NAME:-peaks}"
read -r -a more <<< "${SETTINGS:-}"
all=(-c "${CONFIG:-minimal}" --length "${LENGTH:-standard}" "${more[@]}")
search=(--budget "${BUDGET:-30m}")
[[ -z "${HINT:-}" ]] || search+=(--hint "$HINT")
java="$(./gavel --print-java)"

figures() { "$java" -cp "harness/target/lib/*" bench/PeakFigures.java "$@"; }

newest() { ls -d results/[0-9]*[0-9]-"$1" 2> /dev/null | tail -1; } # name

# Whether that result is the end of just this command: a file beside it says how it ended.
ended() { [[ -n "$1" && -s "$1/ended-with" && "$(tail -n +2 "$1/ended-with")" == "$2" ]]; } # directory, command

# 1 and 2 are answers, too.
keep() { # directory, command, exit code
  [[ "$3" -le 2 ]] || exit "$3"
  [[ -n "$1" ]] || exit 3
  printf '%s\n%s\n' "$3" "$2" > "$1/ended-with"
}

# Search of that number, as $what.
command_of() { what=(peak --name "$name-$1" "${all[@]}" "${search[@]}"); }

# Before hours are spent: what would be gone on with or counted has to be of this build.
program="$(./gavel --version)" || exit
program="${program#gavel }"
for ((i = 1; i <= searches; i++)); do
  found="$(newest "$name-$i")"
  [[ -n "$found" && -s "$found/search.jsonl" ]] || continue
  command_of "$i"
  [[ ! -e "$found/ended-with" ]] || ended "$found" "${what[*]}" || continue
  head -n 1 "$found/search.jsonl" | grep -qF "\"program\":\"$program\"" && continue
  echo "$found was begun by another build than $program: begin anew with NAME=another, or with that directory moved away" >&2
  exit 4
done

directories=()
for ((i = 1; i <= searches; i++)); do
  found="$(newest "$name-$i")"
  command_of "$i"
  asked="${what[*]}"
  if ! ended "$found" "$asked"; then
    [[ -z "$found" || ! -s "$found/search.jsonl" || -e "$found/ended-with" ]] || what+=(--resume "$(basename "$found")")
    echo "== search $i of $searches"
    code=0
    ./gavel "${what[@]}" || code=$?
    found="$(newest "$name-$i")"
    keep "$found" "$asked" "$code"
  fi
  directories+=("$found")
done

echo
bad=0
figures judge "${directories[@]}" || bad=1
read -r below above set < <(figures around "${directories[@]}") || exit 1

made=""

# Of that many users on the deployment beside the searches; empty when there is none.
ran() { # users
  local directory
  for directory in results/[0-9]*[0-9]-"$name-beside"; do
    ended "$directory" "run $1 on $set ${all[*]}" && echo "$directory"
  done | tail -1
}

beside() { # what, users, exit code wanted
  local found code=0
  found="$(ran "$2")"
  if [[ -z "$found" ]]; then
    # As large as the searches': heaps and data follow from the users a deployment is made for.
    if [[ -z "$made" ]]; then
      [[ ! -d ".gavel/$name-beside" ]] || ./gavel down "$name-beside" || exit
      ./gavel up --deployment "$name-beside" --name "$name-beside" --users "$set" "${all[@]}" || exit
      made=yes
    fi
    ./gavel run --deployment "$name-beside" --users "$2" || code=$?
    found="$(newest "$name-beside")"
    keep "$found" "run $2 on $set ${all[*]}" "$code"
  fi
  read -r code < "$found/ended-with"
  if [[ "$code" == "$3" ]]; then
    echo "ok      a run with $2 users ($1) ends with $code   $found"
  else
    echo "NOT OK  a run with $2 users ($1) ends with $code, not with $3   $found"
    bad=1
  fi
}
beside below "$below" 0
beside above "$above" 1
[[ -z "$made" ]] || ./gavel down "$name-beside"
exit "$bad"
