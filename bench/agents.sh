#!/bin/sh
# bench/agents.sh [RUNS [SECONDS]]
# The same load over one driver agent and over three, each a process of its own, alternating, against a server with known service times:
# operations, percentiles and the first choices of every person of each run, and their differences beside the noise that is allowed.
# Then a measurement that may end early over three. Exit code 0 when all is as it should be. Takes about 70 s for each of 3 RUNS over 20
# SECONDS, and 70 s, after compiling.
. "$(dirname "$0")/driver-tests.sh"
driver_test SeveralAgentsBench '(run|compared) ' "-Dgavel.bench.runs=${1:-3} -Dgavel.bench.seconds=${2:-20}"
