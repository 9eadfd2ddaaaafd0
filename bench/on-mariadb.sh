#!/usr/bin/env bash
# The application's integration tests with the machine's MariaDB as the relational store. Needs the package mariadb-server.
#   bench/on-mariadb.sh [TESTS]    such as LiveIT,BiddingIT
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
exec mvn -Dquick -pl auction-app verify -Dtest=NONE -Dit.test="${1:-*IT}" -Dgavel.test.flags=-Dgavel.test.relational=mariadb \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false
