#!/bin/sh
# bench/load-shapes.sh
# Loads that are not constant, over one driver agent and over three, each a process of its own: a path of steps up and down, with the users
# asked for beside those who are there each second, and sessions that arrive at random, with those that began beside those that were due.
# Exit code 0 when all is as it should be. Takes about 5 minutes, after compiling.
. "$(dirname "$0")/driver-tests.sh"
driver_test LoadShapesBench '(path|arrivals), '
