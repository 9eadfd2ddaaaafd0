#!/usr/bin/env bash
# What breaks between the harness and its machines under load: a cable that is out for 5 s and for 60 s, that of a driver, a machine that is
# switched off and on again, a full disk, a harness that is killed. The load goes on or the result is INVALID, and nothing stays behind.
# Stand-ins for the machines (bench/stand-ins.sh); needs root.
#   bench/remote-faults.sh [TIMES [FAULT …]]     faults: cut5 cut60 driver5 reboot disk killed; about two minutes each
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
times="${1:-1}"
shift || true
faults=("$@")
(( ${#faults[@]} )) || faults=(cut5 cut60 driver5 reboot disk killed)
private_home
stand_ins="$project/bench/stand-ins.sh"
directory="${STAND_INS:-/var/tmp/gavel-stand-ins}"
work="$home"
failed=0
export GAVEL_SSH="ssh -F $directory/ssh_config"
trap '"$stand_ins" down > /dev/null 2>&1; leave_home' EXIT

cat > "$work/faults.yaml" <<YAML
name: faults
hosts:
  machines:
    - {name: data1, address: 10.251.7.11, tiers: [services]}
    - {name: app1, address: 10.251.7.12, tiers: [appServers]}
    - {name: drive1, address: 10.251.7.13, tiers: [drivers]}
load: {users: 20, ramp: 3s, warmUp: 5s, measure: 30s, rampDown: 3s}
YAML

fault() {
  case "$1" in
    cut5) "$stand_ins" cut si2; sleep 5; "$stand_ins" mend si2 ;;
    cut60) "$stand_ins" cut si2; sleep 60; "$stand_ins" mend si2 ;;
    driver5) "$stand_ins" cut si3; sleep 5; "$stand_ins" mend si3 ;;
    reboot) "$stand_ins" off si2; sleep 2; "$stand_ins" on si2 ;;
    disk) $GAVEL_SSH -o BatchMode=yes si1 'head -c 4G /dev/zero > /var/tmp/full' 2> /dev/null ;;
    killed) kill -KILL "$2" ;;
  esac
}

# What is left on the machines: files of deployments, and processes of ours.
left() {
  local i
  for i in 1 2 3; do
    $GAVEL_SSH -o BatchMode=yes si$i 'ls /var/tmp/gavel/deployments; ps -eo args | grep -e /var/tmp/gavel/ | grep -v -e "sh -c" -e grep' 2> /dev/null
  done
  ls "$home/.gavel" 2> /dev/null | grep faults
}

once() { # fault
  local measure=30 pid code verdict rest disk=""
  [[ "$1" == disk ]] && disk=900M
  "$stand_ins" down > /dev/null 2>&1
  MEMORY=4G DISK="$disk" "$stand_ins" up 3 || exit 3
  [[ "$1" == cut60 ]] && measure=100
  "$home/gavel" run -c "$work/faults.yaml" --set "load.measure=${measure}s" > "$work/run.txt" 2>&1 < /dev/null &
  pid=$!
  until grep -q "✓ warm" "$work/run.txt" || ! kill -0 $pid 2> /dev/null; do sleep 0.2; done
  sleep 5
  fault "$1" $pid
  wait $pid 2> /dev/null
  code=$?
  verdict="$(grep -m1 -oE '^(PASS|FAIL|INVALID|ERROR)[^,;]*' "$work/run.txt" | cut -c1-100)"
  [[ "$1" == disk ]] && $GAVEL_SSH -o BatchMode=yes si1 'rm -f /var/tmp/full'
  "$home/gavel" clean > "$work/clean.txt" 2>&1
  rest="$(left)"
  printf '%-8s exit %-3s %-100s left: %s\n' "$1" "$code" "${verdict:-nothing said}" "${rest:-nothing}"
  [[ -z "$rest" ]] || failed=1
  case "$1:$code" in
    killed:137 | driver5:2 | reboot:2 | cut5:[012] | cut60:[012] | disk:[0123]) ;;
    *) failed=1; tail -n 5 "$work/run.txt" ;;
  esac
}

for ((round = 1; round <= times; round++)); do
  for name in "${faults[@]}"; do once "$name"; done
done
exit $failed
