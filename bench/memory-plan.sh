#!/usr/bin/env bash
# What each process is planned with and what it takes: for each number of users a deployment of their data set, and as many of them as the
# machine has memory for driven for a minute. Prints a table; 0 when no process took more than its plan and all runs passed, 1 when a process did.
#   [MOST=3000] bench/memory-plan.sh [USERS …]
# `live` is the heap after a full collection: with the data set alone, and with people near the end of their minute. PostgreSQL's part of the
# page cache, and that of the pictures, is the kernel's to take back, and counts nowhere.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
gavel="${GAVEL:-$project/gavel}"
home="$(dirname "$(readlink -f "$gavel")")"
most="${MOST:-3000}"
name="memory-plan-$$"
run="$home/.gavel/$name"
output="$(mktemp -d /tmp/memory-plan.XXXXXX)"
jcmd="$(dirname "$("$gavel" --print-java)")/jcmd"
watching=
cleanup() {
  [[ -z "$watching" ]] || kill "$watching" 2> /dev/null || true
  "$gavel" down "$name" > /dev/null 2>&1 || true
}
trap cleanup EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT

processes() { # name and process of each part of the deployment
  local file
  for file in "$run"/processes/*.json; do
    echo "$(basename "$file" .json) $(sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p' "$file")"
  done
}

resident() { # proportional set in MiB, with the children of a database
  local child total=0 part
  for child in "$1" $(pgrep -P "$1" || true); do
    part="$(sed -n 's/^Pss: *\([0-9]*\) kB/\1/p' "/proc/$child/smaps_rollup" 2> /dev/null || true)"
    total=$((total + ${part:-0}))
  done
  echo $((total / 1024))
}

live() { # MiB of the heap after a full collection
  "$jcmd" "$1" GC.run > /dev/null
  "$jcmd" "$1" GC.heap_info | grep -v -i -e metaspace -e 'class space' | grep -o 'used [0-9]*K' \
    | awk '{gsub(/K/, "", $2); used += $2} END {printf "%d", used / 1024}'
}

heaps() { # of every JVM of the deployment, as lines: kind name MiB
  local part pid
  while read -r part pid; do
    [[ "$(readlink "/proc/$pid/exe")" != *java ]] || echo "$1 $part $(live "$pid")"
  done < <(processes)
}

watch() { # the proportional set of each process every two seconds
  local part pid
  while sleep 2; do
    while read -r part pid; do
      [[ ! -d "/proc/$pid" ]] || echo "pss $part $(resident "$pid")"
    done < <(processes)
  done
}

echo "| users (driven) | process | planned, MiB | most it took | heap | live: data set | live: with people |"
echo "|---|---|---|---|---|---|---|"
code=0
[[ $# -gt 0 ]] || set -- 500 2000 8000
for users in "$@"; do
  driven=$((users < most ? users : most))
  figures="$output/$users.txt"
  "$gavel" plan --users "$users" | awk '/ MiB/ && $1 != "memory" {print "plan", $1, $(NF - ($NF == "MiB" ? 3 : 2)), ($NF == "MiB" ? $(NF - 1) : 0)}
    $1 == "memory" && match($0, /[0-9]+ MiB/) {print "plan in-all", substr($0, RSTART, RLENGTH - 4), 0}' > "$figures"
  "$gavel" up --deployment "$name" --users "$users" > "$output/$users-up.txt" 2>&1 || { cat "$output/$users-up.txt"; exit 3; }
  heaps set >> "$figures"
  watch >> "$figures" 2> /dev/null &
  watching=$!
  "$gavel" run --deployment "$name" --users "$driven" > "$output/$users-run.txt" 2>&1 &
  load=$!
  until grep -qs "✓ warm up " "$output/$users-run.txt"; do
    kill -0 "$load" 2> /dev/null || { cat "$output/$users-run.txt"; exit 3; }
    sleep 1
  done
  sleep 50
  heaps people >> "$figures"
  wait "$load" || code=$?
  kill "$watching"
  watching=
  "$gavel" down "$name" > /dev/null
  awk -v users="$users" -v driven="$driven" '
    $1 == "plan" {planned[$2] = $3; heap[$2] = $4; if ($2 != "in-all") {order[++count] = $2}}
    $1 == "pss" && $3 > taken[$2] {taken[$2] = $3}
    $1 == "set" {set[$2] = $3}
    $1 == "people" {people[$2] = $3}
    END {
      for (i = 1; i <= count; i++) {
        part = order[i]
        all += taken[part]
        printf "| %s (%s) | %s | %d | %d | %s | %s | %s |\n", users, driven, part, planned[part], taken[part],
          heap[part] ? heap[part] : "", set[part], people[part]
        over = over || taken[part] > planned[part] || taken[part] == 0
      }
      printf "| %s (%s) | all | %d | %d | | | |\n", users, driven, planned["in-all"], all
      exit over || all > planned["in-all"]
    }' "$figures" || { echo "a process took more than its plan: $figures"; code=1; }
  grep -m1 -E '^(PASS|FAIL|INVALID)  ' "$output/$users-run.txt" || tail -5 "$output/$users-run.txt"
done
echo "figures and the runs' output: $output"
exit "$code"
