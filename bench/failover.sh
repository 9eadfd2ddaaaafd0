#!/usr/bin/env bash
# What faults cost: real servers, one machine.
#   bench/failover.sh [REPEATS]     every fault of every tier of `small` that can be made (once): the table of docs/evidence/failover-small.md
# Prints the summary of the result. Exit code 1 when a fault does not count or data were lost. Options of `gavel failover` may follow the
# number. Leaves no deployment; results stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
./gavel failover -c small --repeat "${1:-1}" --name failover-small "${@:2}" || exit 1
