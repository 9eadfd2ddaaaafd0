#!/usr/bin/env bash
# Compares two simulated systems on machines that rest, drift, step, or do both, by probes in turn, and a tenth of them by two searches apart;
# prints the table of docs/evidence/search.md.
#   bench/paired-search.sh [SEEDS]    1,000 unless told otherwise
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-1000}
java="$(./gavel --print-java)"
mvn -q -Dquick -pl harness -am test-compile
"$java" -cp "harness/target/test-classes:harness/target/classes:harness/target/lib/*" gavel.harness.peak.SimulatedPairs "$seeds"
