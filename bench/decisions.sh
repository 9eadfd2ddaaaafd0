#!/usr/bin/env bash
# How many bids one application server decides, commits and answers in a second, with RabbitMQ and a database that waits for its disk
# (PostgreSQL, or the MariaDB installed here), everything on this machine; beside it what the broker does alone, and the database. Needs the package rabbitmq-server.
#   bench/decisions.sh [USERS [SECONDS [postgresql|mariadb]]]    users of the data set, seconds of each measurement
# About four minutes as it stands. Exit code 0 when the bar holds, 1 when it is missed. GAVEL_BENCH_FLAGS: more flags for the server's JVM.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
java="$(./gavel --print-java)"
classpath="auction-app/target/test-classpath"
mvn -q -Dquick -DskipTests -pl auction-app package dependency:build-classpath -Dmdep.includeScope=test -Dmdep.outputFile="target/test-classpath"
exec "$java" -Xmx1g -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  -Dgavel.home="$project" -Dgavel.bench.flags="${GAVEL_BENCH_FLAGS:-}" -Dlogback.configurationFile=logback-test.xml \
  -cp "auction-app/target/test-classes:auction-app/target/classes:$(cat "$classpath")" gavel.auction.bench.DecisionBench "$@"
