#!/usr/bin/env bash
# Searches 1,000 simulated systems of each kind, and has the published search do the same; prints the table of docs/evidence/search.md. Exit code 1 when a bar is
# missed: 85 to 95 % of the intervals contain the knee, 12 probes, a bias of 1 %, a third of the time at no larger error.
#   bench/peak-search.sh [SEEDS]    1,000 unless told otherwise
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-1000}
java="$(./gavel --print-java)"
mvn -q -Dquick -pl harness -am test-compile
"$java" -cp harness/target/test-classes:harness/target/classes gavel.harness.peak.SimulatedSearches "$seeds"
