#!/usr/bin/env bash
# bench/many-hosts.sh [SECONDS [HOSTS,…]]
# What many machines cost the harness: plan, check, deployment, an hour of samples a second apart, result and removal with 10, 50 and 200 simulated
# machines behind the protocol of those that are reached by ssh. Prints seconds, memory and bytes for each. About a minute, after compiling.
set -uo pipefail
cd "$(dirname "$(readlink -f "$0")")/.." || exit 3
output="$(mktemp)"
trap 'rm -f "$output"' EXIT
mvn -q -Dquick -pl harness -am verify -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=ManyHostsIT -Dfailsafe.failIfNoSpecifiedTests=false \
  "-Dgavel.test.flags=-Xmx512m -Dgavel.bench.seconds=${1:-3600} -Dgavel.bench.hosts=${2:-10,10,50,200}" > "$output" 2>&1
code=$?
grep '^many-hosts' "$output" | tail -n +2
[[ $code == 0 ]] || tail -n 40 "$output" >&2
exit $code
