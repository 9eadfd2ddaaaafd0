#!/bin/sh
# The driver's p50, p99 and p99.9 beside those of a server that keeps its own account; exit code 0 when all are within 2 % or 200 us.
#   bench/percentile-truth.sh
# Leave the machine alone meanwhile: it takes about 12 s after compiling.
. "$(dirname "$0")/driver-tests.sh"
driver_test PercentileTruthIT 'p[0-9.]*: '
