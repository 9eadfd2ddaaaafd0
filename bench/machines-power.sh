#!/usr/bin/env bash
# `gavel scale` on machines that are off at the start: each number of application servers is measured on the machines it needs, the others stay
# off, and all are off at the end. Then a machine that is switched off and on under load, and one that never answers: refused with its name
# within `hosts.startWithin`, the others off again. Stand-ins for the machines (bench/stand-ins.sh); needs root.
#   bench/machines-power.sh [MOST [OPTION …]]      1..MOST application servers, default 3; about 20 minutes for each; 0: without `scale`, 10 min
# Options go to `gavel scale`: with `--hint 130 --probes 4` a number of servers takes about ten minutes.
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
scaled="${1:-3}" most="${1:-3}"
shift || true
((most >= 2)) || most=2
private_home
stand_in_machines
watch=
trap '[[ -z "$watch" ]] || kill "$watch" 2> /dev/null; "$stand_ins" down > /dev/null 2>&1; leave_home' EXIT
failed=0

say() { # what, whether
  if [[ "$2" == 0 ]]; then printf '%-90s ok\n' "$1"; else printf '%-90s NOT OK\n' "$1"; failed=1; tail -n 12 "$home/out.txt" | sed 's/^/    | /'; fi
}

machines_on() {
  local i names=""
  for ((i = 1; i <= most + 2; i++)); do [[ -e "$directory/si$i/pid" ]] && names+=" si$i"; done
  echo "${names# }"
}

{
  echo "name: power"
  echo "hosts:"
  echo "  startWithin: ${WITHIN:-20s}"
  echo "  machines:"
  line() { # name, number, tiers
    echo "    - {name: $1, address: 10.251.7.$((10 + $2)), tiers: [$3], powerOn: '${4:-$stand_ins on si$2}', powerOff: '$stand_ins off si$2'}"
  }
  line data1 1 services
  line drive1 2 drivers
  for ((i = 1; i <= most; i++)); do line app$i $((i + 2)) appServers; done
  echo "appServers: {cpu: 0.1}"
  echo "webServers: {implementation: nginx}"
} > "$home/power.yaml"
sed -i "s/tiers: \[services\]/tiers: [services, webServers]/" "$home/power.yaml"

"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up $((most + 2)) || exit 3
for ((i = 1; i <= most + 2; i++)); do "$stand_ins" off si$i; done
if ((scaled)); then
  while sleep 1; do machines_on; done > >(stdbuf -oL uniq > "$home/on.txt") &
  watch=$!
  started=$SECONDS
  "$home/gavel" scale -c "$home/power.yaml" --length smoke --app-servers "1..$most" "$@" > "$home/out.txt" 2>&1 < /dev/null
  code=$?
  [[ $code == 0 || $code == 1 ]]
  say "scale 1..$most on machines that are off: exit $code after $((SECONDS - started)) s" $?
  grep -E '^ *[0-9]+ ' "$home/out.txt" | tail -n "$most"
  kill "$watch" 2> /dev/null
  watch=
  echo "machines that were on, in turn:"
  sed 's/^$/none/; s/^/    /' "$home/on.txt"
  [[ -z "$(machines_on)" ]]
  say "all are off at the end" $?
  for ((i = 1; i < most; i++)); do
    wanted="$(seq -s ' ' -f 'si%g' 1 $((i + 2)))"
    grep -qx "$wanted" "$home/on.txt"
    say "with $i application servers no more than $wanted were on" $?
  done
fi

started=$SECONDS
"$home/gavel" failover -c "$home/power.yaml" --users 20 --set appServers.count=2 --set appServers.cpu=0.5 --tiers appServers --faults host \
  --repeat 3 --name host-loss > "$home/out.txt" 2>&1 < /dev/null
code=$?
say "the machine of one of two application servers is switched off and on three times: exit $code after $((SECONDS - started)) s" $code
grep -E '^ *fault [0-9]' "$home/out.txt"
[[ -z "$(machines_on)" ]]
say "all are off at the end" $?

sed -i "s|^\(.*name: app1.*\)powerOn: '[^']*'|\1powerOn: 'true'|" "$home/power.yaml"
started=$SECONDS
"$home/gavel" run -c "$home/power.yaml" --users 20 > "$home/out.txt" 2>&1 < /dev/null
code=$?
took=$((SECONDS - started))
[[ $code == 3 && $took -lt 60 ]] && grep -q app1 "$home/out.txt"
say "a machine that never answers: exit $code after $took s, and its name is told" $?
grep -m2 app1 "$home/out.txt"
[[ -z "$(machines_on)" ]]
say "the others are off again" $?
exit $failed
