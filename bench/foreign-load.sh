#!/usr/bin/env bash
# One deployment, three short runs: left alone; beside busy loops on every core that are not the run's; with an application server
# that is stopped for 5 s (SIGSTOP) within the measurement. Prints first line, bottleneck, causes and exit code of each.
#   bench/foreign-load.sh [alone] [beside] [stopped]    all of them by default, about 6 minutes
# Exit code 1 when the loops are not named in the first line and the bottleneck or the run ends FAIL, when the stop is not among the
# causes of a FAIL, or when the run that is left alone speaks of what was not there. USERS (800), LOOPS for each core (8) and SETTINGS ("--set
# load.measure=60s") may come from the environment. Deployment and results have a name of their own; the deployment is removed.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
read -r -a more <<< "${SETTINGS:-}"
load=(--users "${USERS:-800}" --set load.ramp=5s --set load.warmUp=10s --set load.measure=20s --set load.rampDown=2s "${more[@]}")
work="$(mktemp -d)"
name="foreign-$$"
loops=()
wrong=0
trap finish EXIT
trap 'exit 130' INT TERM

finish() {
  end_loops
  ./gavel down "$name" > /dev/null 2>&1 || true
  rm -rf "$work"
}

# They end by themselves after 3 minutes, whatever becomes of this script. Each in a session of its own: kernels with autogroups divide the
# cores between sessions, so that loops in one session would take from each other and not from the run.
begin_loops() {
  for ((i = 0; i < $(nproc) * ${LOOPS:-8}; i++)); do
    setsid timeout 180 bash -c 'while :; do :; done' &
    loops+=($!)
  done
}

end_loops() {
  ((${#loops[@]} == 0)) || kill "${loops[@]}" 2> /dev/null
  loops=()
}

# Runs the load; the lines it prints are in $work/$1.
drive() {
  ./gavel run --deployment "$name" "${load[@]}" > "$work/$1" 2>&1
  echo "exit code $?" >> "$work/$1"
}

# Until the run $1 printed $2, or has ended.
await() {
  for ((i = 0; i < 300; i++)); do
    grep -Eq "$2|^exit code" "$work/$1" 2> /dev/null && return
    sleep 1
  done
}

show() {
  echo "== $2"
  grep -E '^(!|PASS|FAIL|INVALID|INTERRUPTED|Bottleneck|Cause|exit code)' "$work/$1"
}

must() {
  grep -Eq -- "$2" "$work/$1" || { echo "WRONG: $3"; wrong=1; }
}

never() {
  ! grep -Eq -- "$2" "$work/$1" || { echo "WRONG: $3"; wrong=1; }
}

./gavel up --name "$name" "${load[@]}" > "$work/up" 2>&1 || { tail -20 "$work/up"; exit 3; }

alone() {
  drive alone
  show alone "left alone"
  never alone '\(bash |was stopped|^INVALID' "it speaks of what was not there"
}

beside() {
  drive beside &
  local run=$!
  await beside '^✓ ramp  '
  begin_loops
  await beside '^✓ measure  '
  end_loops
  wait "$run"
  show beside "beside ${LOOPS:-8} busy loops for each core"
  must beside '^INVALID  Processes outside the run took .*\(bash ' "the first line does not name the loops"
  must beside '^Bottleneck  Processes outside the run took .*\(bash ' "the bottleneck does not name the loops"
  must beside '^exit code 2' "it does not end with 2"
}

stopped() {
  drive stopped &
  local run=$! app
  await stopped '^✓ warm up  '
  sleep 6
  app="$(sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p' ".gavel/$name/processes/app1.json")"
  kill -STOP "$app"
  sleep 5
  kill -CONT "$app"
  wait "$run"
  show stopped "with app1 stopped for 5 s"
  must stopped '^FAIL' "it does not fail"
  must stopped "^Cause       app1's process was stopped for about [456] s" "the stop is not among the causes"
  never stopped '^(FAIL|Bottleneck).*outside the run' "it blames others"
}

(($# > 0)) || set -- alone beside stopped
for part in "$@"; do
  case "$part" in
    alone | beside | stopped) "$part" ;;
    *) echo "no such part: $part"; exit 4 ;;
  esac
done
exit "$wrong"
