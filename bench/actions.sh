#!/usr/bin/env bash
# Changes a deployment under load: HAProxy and Nginx in front, 200 users.
#   bench/actions.sh scale [CHANGES [SECONDS]]   1 → 3 → 1 application servers until so many changes are made (20), one every so many
#                                                seconds (25): no operation may fail, and the audit must be clean
#   bench/actions.sh freeze                      one of three is frozen for 2 s: the run comes to its end with a clean audit
#   bench/actions.sh kill                        one of three is killed without an order: the run must be INVALID
#   bench/actions.sh                             all three, about 16 minutes
# Prints for each what the result says. Exit code 1 when something is not as it must be. USERS (200) may come from the environment.
# Leaves no deployment; results stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
java="$(./gavel --print-java)"
what="${1:-all}"
changes="${2:-20}"
every="${3:-25}"
name="actions-$$"
output="$(mktemp)"
wrong=0
trap 'exit 143' TERM HUP
trap 'exit 130' INT
trap 'rm -f "$output"' EXIT
load=(-c scaling --users "${USERS:-200}" --set load.ramp=10s --set load.warmUp=20s --set load.rampDown=3s --set "name=$name")

# $1 label, $2 exit codes that are right; then options of the run
try() {
  local label="$1" right="$2" code
  ./gavel run "${load[@]}" "${@:3}" > "$output" 2>&1
  code=$?
  echo "== $label: exit code $code"
  "$java" -cp "harness/target/lib/*" bench/ActionFigures.java "$(ls -td results/*-"$name" | head -1)/result.json" "$label" || wrong=1
  if [[ " $right " != *" $code "* ]]; then
    echo "WRONG: exit code must be one of: $right"
    tail -20 "$output"
    wrong=1
  fi
}

scaled() {
  local list="" i
  for ((i = 0; i < changes; i++)); do
    list+="{at: $((10 + i * every))s, do: scale, tier: appServers, to: $((i % 2 == 0 ? 3 : 1))}, "
  done
  try scale "0 1" --set "actions=[${list%, }]" --set "load.measure=$((20 + changes * every))s"
}

frozen() {
  try freeze "0 1" --set appServers.count=3 --set load.measure=60s \
    --set 'actions=[{at: 20s, do: freeze, instance: app2}, {at: 22s, do: thaw, instance: app2}]'
}

killed() {
  (
    # As somebody would who does not know of the run: found by its command line, ended in the middle of the measurement.
    for ((i = 0; i < 180; i++)); do
      sleep 1
      grep -q "^✓ warm up  " "$output" && break
    done
    sleep 10
    pid="$(sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p' ".gavel/"*"-$name/processes/app2.json")"
    [[ -n "$pid" ]] && kill -9 "$pid"
  ) &
  try kill 2 --set appServers.count=3 --set load.measure=40s --set 'actions=[]'
  wait
}

case "$what" in
  scale) scaled ;;
  freeze) frozen ;;
  kill) killed ;;
  all)
    scaled
    frozen
    killed
    ;;
  *)
    sed -n '2,11p' "$0" | sed 's/^# \?//'
    exit 4
    ;;
esac
exit "$wrong"
