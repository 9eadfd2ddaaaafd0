#!/usr/bin/env bash
# Shows that the audit sees what it should: damages the data by SQL and looks at the verdict.
#   bench/planted-violation.sh before   damage before the load: the run must be INVALID, exit code 2
#   bench/planted-violation.sh during   damage under load: the run must FAIL, exit code 1
# Takes about two minutes. Leaves no deployment; the result stays in results/.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
when="${1:-}"
case "$when" in
  before) wanted=2 ;;
  during) wanted=1 ;;
  *) echo "usage: bench/planted-violation.sh before|during" >&2; exit 4 ;;
esac
name="planted-$when"
short=(--users 20 --set load.ramp=5s --set load.warmUp=10s --set load.measure=20s --set load.rampDown=3s)
output="$(mktemp)"
cleanup() {
  "$project/gavel" down "$name" || true
  rm -f "$output"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

plant() {
  "$("$project/gavel" --print-java)" -cp "$project/harness/target/lib/*" "$project/bench/PlantViolation.java" "$project/.gavel/$name"
}

"$project/gavel" up --deployment "$name" --users 20
if [[ "$when" == before ]]; then
  plant
fi
# --keep-data, because a reset would heal what was planted.
"$project/gavel" run --deployment "$name" --keep-data "${short[@]}" > "$output" 2>&1 &
run=$!
tail -n +1 -f --pid="$run" "$output" &
shown=$!
if [[ "$when" == during ]]; then
  until grep -q "✓ ramp" "$output"; do
    kill -0 "$run" || break
    sleep 0.2
  done
  plant
fi
code=0
wait "$run" || code=$?
wait "$shown" || true
headline="$(grep -m1 -E '^(PASS|FAIL|INVALID)  ' "$output" || true)"
echo
if [[ "$code" == "$wanted" && "$headline" == *violation*' of "'* ]]; then
  echo "OK: exit code $code, first line: $headline"
else
  echo "NOT OK: exit code $code, wanted $wanted with a violated invariant in the first line, which was: $headline" >&2
  exit 1
fi
