#!/usr/bin/env bash
# What faults cost: real servers, one machine.
#   bench/failover.sh small [REPEATS]     every fault of every tier of `small` that can be made (once): the table of docs/failover-small.md
#   bench/failover.sh kills [KILLS]       so many kills (30) of one of three application servers: lost service and recovery with intervals, no
#                                         answered bid lost
# Prints the summary of the result. Exit code 1 when a fault does not count or data were lost. Options of `gavel failover` may follow the
# number. Leaves no deployment; results stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
what="${1:-}"
number="${2:-}"

case "$what" in
  small) arguments=(-c small --repeat "${number:-1}") ;;
  kills) arguments=(-c small --set appServers.count=3 --tiers appServers --faults kill --repeat "${number:-30}") ;;
  *)
    sed -n '2,7p' "$0" | sed 's/^# \?//'
    exit 4
    ;;
esac
./gavel failover "${arguments[@]}" --name "failover-$what" "${@:3}" || exit 1
