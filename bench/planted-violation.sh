#!/usr/bin/env bash
# Shows that the audit sees what it should: damages the data by SQL and looks at the verdict.
#   bench/planted-violation.sh before|during|all|none [N]
#   before     damage before the load: the run must be INVALID, exit code 2
#   during     damage under load: the run must FAIL, exit code 1
#   all        some 90 kinds of damage, one after the other, in the stores of a load whose servers were ended: the
#                                       audit must find each, or name it as not looked at
#   none [N]   N short runs one after the other (10), reset and not, and a minute of idling: no violation in any
# Each takes some minutes. Leaves no deployment; results stay in results/.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
when="${1:-}"
case "$when" in
  before) wanted=2 ;;
  during) wanted=1 ;;
  all | none) wanted="" ;;
  *) echo "usage: bench/planted-violation.sh before|during|all|none [N]" >&2; exit 4 ;;
esac
name="planted-$when-$$"
users=(--users 20)
short=(--set load.ramp=5s --set load.warmUp=10s --set load.measure=20s --set load.rampDown=3s)
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

if [[ "$when" == all || "$when" == none ]]; then
  "$project/gavel" up --deployment "$name" --users 60
fi
if [[ "$when" == all ]]; then
  # A run that ends 1 or 2 was measured, too: how fast it was is no matter here.
  "$project/gavel" run --deployment "$name" "${short[@]/20s/60s}" --users 60 || (( $? <= 2 ))
  # Servers that run would go on deciding.
  for record in "$project/.gavel/$name/processes"/app*; do
    kill -9 "$(grep -o '"pid" *: *[0-9]*' "$record" | grep -o '[0-9]*')"
  done
  sleep 4 # until their leases are over
  "$("$project/gavel" --print-java)" --class-path "$project/auction-app/target/auction-app.jar:$project/auction-app/target/lib/*" \
    "$project/bench/PlantDamage.java" "$(find "$project/.gavel/$name" -name app1.yaml)" "$project/.gavel/$name"
  exit
fi
if [[ "$when" == none ]]; then
  for (( i = 1; i <= ${2:-10}; i++ )); do
    kept=()
    (( i % 3 == 0 )) && kept=(--keep-data)
    (( i % 5 == 0 )) && sleep 60 # idle servers go on selling
    "$project/gavel" run --deployment "$name" "${kept[@]}" "${short[@]}" --users 60 --set load.seed="$i" > "$output" 2>&1 || (( $? <= 2 ))
    grep -E "^(PASS|FAIL|INVALID)  |^Audit" "$output"
    if ! grep -q "^Audit .*no violation" "$output"; then
      echo "NOT OK: run $i" >&2
      exit 1
    fi
  done
  echo "OK: no violation in ${2:-10} runs"
  exit
fi

"$project/gavel" up --deployment "$name" --users 20
if [[ "$when" == before ]]; then
  plant
fi
# --keep-data, because a reset would heal what was planted.
"$project/gavel" run --deployment "$name" --keep-data "${users[@]}" "${short[@]}" > "$output" 2>&1 &
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
