#!/usr/bin/env bash
# Heap and direct memory for each user with one idle connection, and bytes allocated for each exchange: over HTTP/1.1 and over HTTP/2.
#   bench/idle-connections.sh [FEW MANY]     500 and 2500 users by default; it takes about a minute after compiling
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
java="$("$project/gavel" --print-java)"
work="$(mktemp -d "/tmp/$(basename "$0" .sh).XXXXXX")"
trap 'rm -rf "$work"' EXIT
ulimit -n "$(ulimit -Hn)"
(cd "$project" && mvn -q -Dquick -DskipTests -pl workload-driver test-compile dependency:build-classpath \
  -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test) > "$work/build.txt" 2>&1 || { cat "$work/build.txt"; exit 3; }
classes="$project/workload-driver/target"
"$java" -Xmx512m -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  -cp "$classes/classes:$classes/test-classes:$(cat "$work/classpath")" gavel.driver.http.IdleConnections "${1:-500}" "${2:-2500}"
