#!/usr/bin/env bash
# Whether the intervals of several searches hold: whole searches on simulated platforms that carry more or fewer users each time they are searched;
# prints the table of docs/evidence/search.md. Exit code 1 when a bar is missed: 85 to 95 % of the intervals of 3 and of 5 searches hold the
# platform's peak, at most 12 % of equal platforms are called different, and a tenth more is found in 80 % at a scatter of 5 %.
#   bench/intervals.sh [PLATFORMS]    100 unless told otherwise: 5,500 searches
set -euo pipefail
cd "$(dirname "$0")/.."
platforms=${1:-100}
java="$(./gavel --print-java)"
mvn -q -Dquick -pl harness -am test-compile
"$java" -cp "harness/target/test-classes:harness/target/classes:harness/target/lib/*" gavel.harness.peak.RepeatedSearches "$platforms"
