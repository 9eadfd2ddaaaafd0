#!/usr/bin/env bash
# Searches 1,000 simulated systems of each kind, and has the published search do the same; prints the table of docs/methodology.md.
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-1000}
mvn -o -q -Dquick -pl harness -am test-compile
java=$(find "${JAVA_HOME:-/nowhere}" /usr/lib/jvm/* -maxdepth 2 -path '*bin/java' 2>/dev/null | while read -r each; do
  version=$("$each" -version 2>&1 | sed -n '1s/.*"\([0-9]*\).*/\1/p')
  if [ "${version:-0}" -ge 25 ]; then echo "$each"; break; fi
done)
"$java" -cp harness/target/test-classes:harness/target/classes gavel.harness.peak.SimulatedSearches "$seeds"
