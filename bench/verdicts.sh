#!/usr/bin/env bash
# Runs on a healthy system, one after the other, with seeds 1, 2, 3 …: users, application servers and configurations, on deployments that were
# just made, have idled, or keep used data. Prints a table; exit code 1 when a run is not PASS, so each that is not is one to look into.
#   bench/verdicts.sh [N|NUMBER …]    all of them, about 2 hours on two cores; the first N; or those numbers, such as 9 12-15
#   bench/verdicts.sh list            tells the numbers
# Ages: own = a deployment of its own; up = on one that is up; idle = on one that was idle for IDLE seconds (180); kept = the same with --keep-data.
# GATE ("nice") is put before every command, SETTINGS ("--set load.measure=20s") are added to every run. Deployments are removed; results stay.
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
read -r -a gate <<< "${GATE:-}"
read -r -a more <<< "${SETTINGS:-}"
idle="${IDLE:-180}"
most=2000 # users of the data of a deployment that is up
name="verdicts-$$"
work="$(mktemp -d)"
standing=""

# configuration, application servers, age, users
LINES=(
  "minimal 1 own 100" "minimal 1 own 100" "minimal 1 own 100" "minimal 1 own 100"
  "minimal 1 own 50" "minimal 1 own 200" "minimal 3 own 200" "small 1 own 300"
  "minimal 1 up 50" "minimal 1 idle 50" "minimal 1 idle 100" "minimal 1 idle 200" "minimal 1 kept 200" "minimal 1 up 500"
  "minimal 1 idle 1000" "minimal 1 up 2000"
  "minimal 2 idle 100" "minimal 2 up 300" "minimal 2 kept 300" "minimal 3 idle 60" "minimal 3 up 800"
  "small 1 up 60" "small 1 idle 200" "small 1 kept 200" "small 1 up 700"
  "small 2 idle 100" "small 2 up 400" "small 3 up 150" "small 3 idle 300" "small 3 up 1000"
)

gavel() { "${gate[@]}" ./gavel "$@" < /dev/null; }

finish() {
  [[ -z "$standing" ]] || gavel down "$name" > /dev/null 2>&1
  standing=""
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

# One that is up for the configuration and number of servers, in place of another.
stand() { # configuration, servers
  [[ "$standing" != "$1 $2" ]] || return 0
  [[ -z "$standing" ]] || gavel down "$name" > /dev/null 2>&1
  standing="$1 $2"
  gavel up -c "$1" --app-servers "$2" --users "$most" --deployment "$name" > "$work/up.txt" 2>&1 || {
    tail -15 "$work/up.txt" | sed 's/^/    | /'
    return 1
  }
}

run() { # number, configuration, servers, age, users
  local what=(run --seed "$1" --users "$5" "${more[@]}") code=0 result
  if [[ "$4" == own ]]; then
    what+=(-c "$2" --app-servers "$3" --name "verdicts-$1")
  else
    stand "$2" "$3" || return 1
    what+=(--deployment "$name")
    [[ "$4" == up ]] || sleep "$idle"
    [[ "$4" != kept ]] || what+=(--keep-data)
  fi
  gavel "${what[@]}" > "$work/out.txt" 2>&1 || code=$?
  result="$(sed -n 's/^Report *\(.*\)\/report.html$/\1/p' "$work/out.txt" | tail -1)"
  if [[ ! -e "$result/result.json" ]]; then
    printf '%2d  %-8s %7d %5d  %-4s  exit code %d, no result\n' "$1" "$2" "$3" "$5" "$4" "$code"
    tail -15 "$work/out.txt" | sed 's/^/    | /'
    return 1
  fi
  "$(./gavel --print-java)" -cp "harness/target/lib/*" bench/VerdictLine.java "$result" "$@" "$code"
}

chosen=()
for each in "${@:-${#LINES[@]}}"; do
  case "$each" in
    list)
      for number in "${!LINES[@]}"; do echo "$((number + 1)) ${LINES[$number]}"; done
      exit 0
      ;;
    *-*) chosen+=($(seq "${each%-*}" "${each#*-}")) ;;
    *) chosen+=("$each") ;;
  esac
done
for number in "${chosen[@]}"; do
  [[ "$number" =~ ^[0-9]+$ ]] && ((number >= 1 && number <= ${#LINES[@]})) || {
    echo "no such number: $number (bench/verdicts.sh list)" >&2
    exit 4
  }
done
[[ $# -gt 1 || "${1:-}" == *-* ]] || chosen=($(seq 1 "${chosen[0]}"))
echo "no  config   servers users  age   verdict exit  bids     expected  result"
failures=0
for number in "${chosen[@]}"; do
  read -r config servers age users <<< "${LINES[$((number - 1))]}"
  run "$number" "$config" "$servers" "$age" "$users" || failures=$((failures + 1))
done
echo "${#chosen[@]} runs, $failures not PASS"
[[ "$failures" == 0 ]]
