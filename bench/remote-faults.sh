#!/usr/bin/env bash
# What breaks between the harness and its machines under load: a cable that is out for 5 s and for 60 s, that of a driver, a machine that is
# switched off and on again, a full disk, a harness that is killed. The load goes on or the result is INVALID, and nothing stays behind.
# Stand-ins for the machines (bench/stand-ins.sh); needs root.
#   bench/remote-faults.sh [TIMES [FAULT …]]     faults: cut5 cut60 driver5 reboot disk killed; about two minutes each
# JOBS=4 makes four at a time, each with three machines of its own. The other runs are foreign work to each, so more of them are INVALID.
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
times="${1:-1}"
shift || true
faults=("$@")
(( ${#faults[@]} )) || faults=(cut5 cut60 driver5 reboot disk killed)
jobs="${JOBS:-1}"
private_home
stand_in_machines
work="$home"
failed=0

# The first of the machines of this job: the data services', the application server's, the driver's.
if [[ -z "${FIRST:-}" ]]; then
  trap 'kill $(jobs -p) 2> /dev/null; wait; "$stand_ins" down > /dev/null 2>&1; leave_home' EXIT
  "$stand_ins" down > /dev/null 2>&1
  MEMORY=4G "$stand_ins" up $((3 * jobs)) || exit 3
  started=()
  for ((job = 0; job < jobs; job++)); do
    mine=()
    for ((i = job; i < times * ${#faults[@]}; i += jobs)); do mine+=("${faults[i % ${#faults[@]}]}"); done
    (( ${#mine[@]} )) || continue
    FIRST=$((1 + 3 * job)) "$0" 1 "${mine[@]}" > "$work/job$job.txt" 2>&1 &
    started+=($!)
  done
  tail -q -n +1 -F "$work"/job*.txt 2> /dev/null &
  told=$!
  for pid in "${started[@]}"; do wait "$pid" || failed=1; done
  sleep 1
  kill "$told"
  echo
  grep -hE '^[a-z0-9]+ +exit ' "$work"/job*.txt | sed -E 's/^([a-z0-9]+) +(exit [0-9]+) +([A-Z]*).*(left: .*)$/\1 \2 \3 \4/' | sort | uniq -c
  exit $failed
fi
trap leave_home EXIT
data=si$FIRST app=si$((FIRST + 1)) driver=si$((FIRST + 2))

cat > "$work/faults.yaml" <<YAML
name: faults
hosts:
  machines:
    - {name: data1, address: 10.251.7.$((10 + FIRST)), tiers: [services]}
    - {name: app1, address: 10.251.7.$((11 + FIRST)), tiers: [appServers]}
    - {name: drive1, address: 10.251.7.$((12 + FIRST)), tiers: [drivers]}
load: {users: 20, ramp: 3s, warmUp: 5s, measure: 30s, rampDown: 3s}
YAML

fault() {
  case "$1" in
    cut5) "$stand_ins" cut $app; sleep 5; "$stand_ins" mend $app ;;
    cut60) "$stand_ins" cut $app; sleep 60; "$stand_ins" mend $app ;;
    driver5) "$stand_ins" cut $driver; sleep 5; "$stand_ins" mend $driver ;;
    reboot) "$stand_ins" off $app; sleep 2; MEMORY=4G "$stand_ins" on $app ;;
    disk) $GAVEL_SSH -o BatchMode=yes $data 'head -c 4G /dev/zero > /var/tmp/full' 2> /dev/null ;;
    killed) kill -KILL "$2" ;;
  esac
}

# What is left on the machines: files of deployments, and processes of ours.
left() {
  local machine
  for machine in $data $app $driver; do
    $GAVEL_SSH -o BatchMode=yes $machine 'ls /var/tmp/gavel/deployments; ps -eo args | grep -e /var/tmp/gavel/ | grep -v -e "sh -c" -e grep' 2> /dev/null
  done
  ls "$home/.gavel" 2> /dev/null | grep faults
}

once() { # fault
  local measure=30 pid code verdict rest
  # What is kept in a limited disk goes with it.
  [[ "$1" != disk ]] || { "$stand_ins" off $data; MEMORY=4G DISK=1G "$stand_ins" on $data; }
  [[ "$1" == cut60 ]] && measure=100
  # Else what the run before said may be found below before the command in the background has emptied the file.
  : > "$work/run.txt"
  "$home/gavel" run -c "$work/faults.yaml" --set "load.measure=${measure}s" > "$work/run.txt" 2>&1 < /dev/null &
  pid=$!
  until grep -q "✓ warm" "$work/run.txt" || ! kill -0 $pid 2> /dev/null; do sleep 0.2; done
  sleep 5
  fault "$1" $pid
  wait $pid 2> /dev/null
  code=$?
  verdict="$(grep -m1 -oE '^(PASS|FAIL|INVALID|ERROR)[^,;]*' "$work/run.txt" | cut -c1-100)"
  [[ "$1" != disk ]] || $GAVEL_SSH -o BatchMode=yes $data 'rm -f /var/tmp/full'
  "$home/gavel" clean > "$work/clean.txt" 2>&1
  rest="$(left)"
  printf '%-8s exit %-3s %-100s left: %s\n' "$1" "$code" "${verdict:-nothing said}" "${rest:-nothing}"
  [[ -z "$rest" ]] || failed=1
  [[ "$1" != disk ]] || { "$stand_ins" off $data; MEMORY=4G "$stand_ins" on $data; }
  # Where limits broke, the result says that the machine was not there, and when.
  [[ "$1:$code" != cut60:1 ]] || grep -q '^Cause  *No answer from host app1 ' "$work/run.txt" || { failed=1; echo "no cause is told"; }
  case "$1:$code" in
    killed:137 | driver5:2 | reboot:2 | cut5:[012] | cut60:[012] | disk:[012]) ;;
    *) failed=1; tail -n 5 "$work/run.txt" ;;
  esac
}

for ((round = 1; round <= times; round++)); do
  for name in "${faults[@]}"; do once "$name"; done
done
exit $failed
