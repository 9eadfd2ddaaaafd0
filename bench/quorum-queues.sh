#!/usr/bin/env bash
# The engine's contract on quorum queues, and a RabbitMQ cluster of three that loses a node. Needs the package rabbitmq-server.
#   bench/quorum-queues.sh
# About two minutes. Exit code 0 when everything holds.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
mvn -q -Dquick -pl auction-app,harness -am verify -Dtest=NONE -Dit.test='QuorumIT,LiveEngineOnQuorumIT,RabbitClusterIT' \
  -Dsurefire.failIfNoSpecifiedTests=false -Dfailsafe.failIfNoSpecifiedTests=false -Dgavel.test.flags=-Dgavel.quorum=true
