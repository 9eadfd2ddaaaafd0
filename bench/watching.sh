#!/usr/bin/env bash
# bench/watching.sh [SECONDS]
# What it costs ten machines to be watched, and the connections to them: CPU of the far end, of sshd there and of ssh here, in per cent of a core.
# Stand-ins for the machines (bench/stand-ins.sh), each with 150 idle processes; a minute unless told otherwise. The bar is 1 % each. Needs root.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.." || exit 3
output="$(mktemp)"
trap 'rm -f "$output"; MEMORY=1G bench/stand-ins.sh down > /dev/null 2>&1' EXIT
MEMORY=1G mvn -q -Dquick -pl harness -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=WatchingCostIT \
  -Dfailsafe.failIfNoSpecifiedTests=false "-Dgavel.test.flags=-Dgavel.bench.watched=${1:-60}" > "$output" 2>&1
code=$?
grep '^watching' "$output"
[[ $code == 0 ]] || tail -n 40 "$output" >&2
exit $code
