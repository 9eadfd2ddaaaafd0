#!/usr/bin/env bash
# The driver's engine beside wrk, k6, Gatling, Hyperfoil and Locust, in one run against one local server: CPU for 1,000 exchanges at
# fixed rates, memory for each thinking user, timer lateness, and the 99th percentile of a server that stalls. Prints the tables;
# exit code 1 when the driver misses a target (compare/targets.py).
#   bench/driver/run.sh            for quoting: 80 minutes; leave the machine alone meanwhile
#   bench/driver/run.sh --quick    for a look: 8 minutes
#   bench/driver/run.sh --help     parts of it
# The first run fetches and builds the tools. From the environment: CACHE (~/.cache/gavel-bench) keeps them, RESULTS (results/driver-…)
# gets the tables, every figure as JSON, and each process's command and output; PATIENCE (60) is how many seconds a tool gets beyond its run.
set -euo pipefail
sources="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)"
project="$(cd "$sources/../.." && pwd)"
export CACHE="${CACHE:-$HOME/.cache/gavel-bench}"
results="${RESULTS:-$project/results/driver-$(date -u +%Y%m%d-%H%M%S)}"
JAVA="$("$project/gavel" --print-java)"
export JAVA
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS
. "$sources/setup.sh"

[[ "${1:-}" != "--help" ]] || exec python3 -B "$sources/compare" --help
command -v python3 > /dev/null && command -v taskset > /dev/null || { echo "needs python3 and taskset" >&2; exit 3; }
(($(nproc) >= 2)) || { echo "needs two cores" >&2; exit 3; }
set_up
ulimit -n "$(ulimit -Hn)"
mkdir -p "$results"
exec python3 -B "$sources/compare" --output "$results" "$@"
