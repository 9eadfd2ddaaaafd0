#!/usr/bin/env bash
# The reference deployment of 2015 on 20 machines reached by ssh: three balancers with virtual addresses, three web servers, ten application
# servers, three nodes of the broker, database, documents, driver. It comes up, passes, is taken down, and leaves nothing on any machine.
# Stand-ins for the machines (bench/stand-ins.sh base haproxy nginx postgresql rabbitmq-server keepalived); needs root.
#   bench/full-2015-machines.sh [APP-SERVERS]      default 10; about ten minutes
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/divided-machine.sh"
servers="${1:-10}"
divided_machine full-2015-machines
stand_in_machines

names=(lb1 lb2 lb3 web1 web2 web3 broker1 data1 documents1 drive1)
tiers=(balancers balancers balancers webServers webServers webServers broker relational documents drivers)
for ((i = 1; i <= servers; i++)); do names+=(app$i) tiers+=(appServers); done
{
  sed -e '/^hosts:/,/^virtualIps:/{/^virtualIps:/!d}' -e "s/^  count: 10/  count: $servers/" -e 's/^name: .*/name: full-machines/' \
    -e 's/^  implementation: keepalived.*/&\n  device: eth0\n  addresses: [10.251.7.201, 10.251.7.202, 10.251.7.203]/' "$project/deploy/configs/full-2015.yaml"
  echo 'hosts:'
  echo '  machines:'
  for i in "${!names[@]}"; do
    echo "    - {name: ${names[i]}, address: 10.251.7.$((11 + i)), tiers: [${tiers[i]}]}"
  done
} > "$home/full.yaml"

"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up ${#names[@]} || exit 3
load=(--users 60 --set load.ramp=10s --set load.warmUp=20s --set load.measure=40s --set load.rampDown=5s)
started=$SECONDS
"$home/gavel" up -c "$home/full.yaml" "${load[@]}" > "$out" 2>&1 < /dev/null
say "${#names[@]} machines: up after $((SECONDS - started)) s, checked through every address" $?
grep -E '✓|copied' "$out" | cut -c1-110
"$home/gavel" run --deployment full-machines "${load[@]}" > "$out" 2>&1 < /dev/null
say "it passes: $(grep -m1 -oE '^(PASS|FAIL|INVALID).*' "$out" | cut -c1-60)" $?
started=$SECONDS
"$home/gavel" down full-machines > "$out" 2>&1
say "it is down after $((SECONDS - started)) s" $?
for ((i = 1; i <= ${#names[@]}; i++)); do
  $GAVEL_SSH -o BatchMode=yes si$i 'ls /var/tmp/gavel/deployments; ip -br address | grep -o "10.251.7.20[1-3]"; ps -eo args | grep /var/tmp/gavel/ | grep -v -e "sh -c" -e grep' 2> /dev/null
done > "$out"
[[ ! -s "$out" ]]
say "nothing is left on any machine" $?
"$stand_ins" down
nothing_left "at the end"
summary
