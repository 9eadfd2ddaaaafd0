#!/usr/bin/env bash
# Four isolations that are planted, from the best to none: are they found in that order, and the tenant at fault with them?
#   bench/isolate-truth.sh [REPEATS]      3 by default; about 8 min each of the four, and 5.5 for each repeat
#   CASES="quota database" bench/isolate-truth.sh 3         some of them
# separate   each tenant has all of its own; its application server and its database have a quota
# quota      the database is shared; each application server has a quota, so that no tenant can send the database more than a little
# database   the database is shared, application servers have no quota
# nothing    database, broker and documents are shared, application servers have no quota
# The first tenant grows by FACTOR (6). The database has DATABASE cores (0.075): two thirds of them are used by the reference loads of both tenants,
# and all by the first when it has grown. So few users (USERS, 60), because no load counts whose driver waits for the cores: together they may be
# busy for a third of the time. QUOTA (0.12 cores of an application server): a reference load uses three quarters of them.
# Prints I_QoS with its interval and how busy what is shared was, after each measurement. `database` comes first: its first figures show whether the
# loads are as planned on this machine, else another DATABASE is needed.
# Exit code 0 when no isolation is found to be worse than the one after it by more than half, a shared database without quotas is found to be worse
# than one with a quota for each tenant, and the tenant at fault is named in 9 of 10 of the measurements in which another was disturbed; 1 otherwise,
# and where data were lost; 2 when too little was measured to say, or loads were not as planned. Three repeats are needed to tell two apart.
# RESUME, TRIES: bench/series.sh.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
[[ "$(id -u)" == 0 ]] || { echo "isolate-truth: skipped, quotas can be set by root only"; exit 3; }
repeats="${1:-3}"
read -r -a cases <<< "${CASES:-database quota separate nothing}"
for each in "${cases[@]}"; do
  [[ " separate quota database nothing " == *" $each "* ]] || { echo "isolate-truth: no such case: $each" >&2; exit 4; }
done
quota="${QUOTA:-0.12}"
what=isolate-truth
figures() { together isolate "${cases[@]}"; }
# shellcheck source=bench/series.sh
source bench/series.sh
load=(-c small --users "${USERS:-60}" --tenants 2 --factors "${FACTOR:-6}" --repeat "$repeats" --set balancers.implementation=none
  --set "hosts.relational.cpu=${DATABASE:-0.075}" --set drivers.nice=-15)
begin
for each in "${cases[@]}"; do
  case "$each" in
    separate) more=(--set "appServers.cpu=$quota") ;;
    quota) more=(--shared relational --set "appServers.cpu=$quota") ;;
    database) more=(--shared relational) ;;
    nothing) more=(--shared relational,broker,documents) ;;
  esac
  echo "== $each"
  experiment isolate "$each" "${load[@]}" "${more[@]}"
  grep -E '^(At fault|Tenant|No tenant|This cannot|  tenant [0-9]+ ×)' "$logs/$each" 2> /dev/null
done
figures
