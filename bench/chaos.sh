#!/usr/bin/env bash
# A bidding storm on three application servers while nodes are killed, frozen, drained and started, the broker and the
# database are crashed and the document store is away; then the audit, with the users' own list of answered bids.
#   bench/chaos.sh [TROUBLES] [SEED] [KIND]    default: 200 1, all kinds; for example: bench/chaos.sh 20 1 DRAIN
# Prints a line for each trouble and a table with the longest times; the exit code is not 0 when anything was lost, decided twice or
# shown out of order, or took longer than it may. About 5 s for each trouble. Needs `mvn` and, for its share of the troubles, RabbitMQ.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
exec mvn -o -q -Dquick -pl auction-app verify -Dtest=NONE -Dit.test=ChaosIT -Dsurefire.failIfNoSpecifiedTests=false \
  -Dgavel.it.compiler=-XX:TieredStopAtLevel=4 "-Dgavel.chaos.troubles=${1:-200}" "-Dgavel.chaos.seed=${2:-1}" ${3:+"-Dgavel.chaos.only=$3"}
