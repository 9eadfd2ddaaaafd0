#!/usr/bin/env bash
# What waiting live requests cost one node: memory of each, threads, time to answer all of them, and until those of gone clients end.
#   bench/held-requests.sh [REQUESTS [FLAGS]]    flags for the server's JVM, comma-separated
# About two minutes. Both processes need as many descriptors as there are requests.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
requests="${1:-10000}"
more=()
[[ -z "${2:-}" ]] || more=(--set "appServers.jvmFlags=-XX:+UseSerialGC ${2//,/ }")
name="held-requests"
output="$(mktemp -d /tmp/held-requests.XXXXXX)"
cleanup() {
  "$project/gavel" down "$name" > /dev/null || true
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

ulimit -n "$(ulimit -Hn)"
# Lots that do not move by themselves, and a heap that does not hide what is measured.
"$project/gavel" up --deployment "$name" --users 60 --set lots.lastCallAfter=30m --set appServers.memory=1g \
  ${more[@]+"${more[@]}"} > "$output/up.txt" 2>&1 || { cat "$output/up.txt"; exit 3; }
"$("$project/gavel" --print-java)" -Xmx256m -XX:+UseSerialGC "$project/bench/HeldRequests.java" "$project/.gavel/$name" "$requests" \
  "$output/objects.txt"
echo "objects that live with them: $output/objects.txt"
