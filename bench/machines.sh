#!/usr/bin/env bash
# deploy/configs/hosts-small.yaml twice on six machines: balancer, web server, two application servers, data, and the driver on the sixth.
# Prints the verdicts, the phases with their times and what was copied; the second run must copy nothing, and nothing may stay behind.
# Stand-ins for the machines (bench/stand-ins.sh base haproxy nginx postgresql rabbitmq-server); needs root.
#   bench/machines.sh [USERS]      default 200; about nine minutes
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
private_home
stand_in_machines
failed=0

say() { # what, whether
  if [[ "$2" == 0 ]]; then printf '%-90s ok\n' "$1"; else printf '%-90s NOT OK\n' "$1"; failed=1; tail -n 12 "$home/out.txt" | sed 's/^/    | /'; fi
}

measure() { # which
  local begun=$SECONDS code
  "$home/gavel" run -c "$project/deploy/configs/hosts-small.yaml" --users "${users:-200}" > "$home/out.txt" 2>&1 < /dev/null
  code=$?
  say "$1 run: exit $code after $((SECONDS - begun)) s, $(grep -m1 -oE '^(PASS|FAIL|INVALID|ERROR)' "$home/out.txt")" "$code"
  grep -E '^✓ |bytes copied' "$home/out.txt" | sed 's/^/    /'
}

users="${1:-200}"
"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up 6 || exit 3
measure first
measure second
[[ "$(grep -c 'ready, .*0 bytes copied' "$home/out.txt")" == 6 ]]
say "the second run copies nothing to any of the six" $?
left=""
for ((machine = 1; machine <= 6; machine++)); do
  left+="$($GAVEL_SSH -o BatchMode=yes si$machine 'ls /var/tmp/gavel/deployments; ps -eo args | grep -e /var/tmp/gavel/ | grep -v -e "sh -c" -e grep' 2> /dev/null)"
done
left+="$(ls "$home/.gavel" 2> /dev/null | grep hosts-small)"
[[ -z "$left" ]]
say "nothing of them is left${left:+: $left}" $?
exit $failed
