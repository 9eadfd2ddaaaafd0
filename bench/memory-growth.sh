#!/usr/bin/env bash
# Whether anything grows on the application servers at constant load: heap after a full collection, held requests, queues, caches,
# threads, descriptors. Takes the minutes given and about three more; 0 when nothing grows and the run itself passed.
#   bench/memory-growth.sh [MINUTES [USERS [SERVERS]]]
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
minutes="${1:-60}"
users="${2:-1000}"
servers="${3:-1}"
name="memory-growth"
output="$(mktemp -d /tmp/memory-growth.XXXXXX)"
cleanup() {
  "$project/gavel" down "$name" || true
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

length="load.measure=$((minutes * 60 + 30))s"
"$project/gavel" up --deployment "$name" --users "$users" --app-servers "$servers" --set "$length"
"$project/gavel" run --deployment "$name" --keep-data --set "$length" > "$output/run.txt" 2>&1 &
run=$!
until grep -qs "✓ warm" "$output/run.txt"; do
  kill -0 "$run" 2> /dev/null || { cat "$output/run.txt"; exit 3; }
  sleep 1
done
echo "constant load of $users users for $minutes minutes …"
grown=0
"$("$project/gavel" --print-java)" -Xmx64m -XX:+UseSerialGC "$project/bench/MemoryGrowth.java" watch \
  "$project/.gavel/$name" "$minutes" "$output/growth.csv" || grown=$?
code=0
wait "$run" || code=$?
echo
grep -m1 -E '^(PASS|FAIL|INVALID)  ' "$output/run.txt" || tail -5 "$output/run.txt"
if [[ "$grown" != 0 ]]; then
  echo "what lives more at the end than at the first minute, by class: compare objects-*-first.txt and objects-*-last.txt"
fi
echo "figures and the run's output: $output"
[[ "$grown" == 0 ]] && exit "$code"
exit "$grown"
