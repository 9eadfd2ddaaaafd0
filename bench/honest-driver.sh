#!/bin/sh
# Runs the driver against a server that is well while it is kept from its work (frozen, throttled, without descriptors, without
# connections), and against one that is too slow; prints each verdict. Exit code 0 when it blamed whoever it was each time.
#   bench/honest-driver.sh
# Takes about two minutes; throttling needs root and cgroup v1 and elsewhere that is NOT TESTED.
. "$(dirname "$0")/driver-tests.sh"
driver_test HonestDriverIT '(INVALID|FAIL|PASS with|NOT TESTED)'
