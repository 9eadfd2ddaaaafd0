#!/usr/bin/env bash
# Bytes of the answers of each published operation, and CPU seconds of the application server for 1,000 of each, one after the other on one
# connection, on a small deployment. With the file that an earlier build wrote it also says what has grown, and the exit code is 1 when anything
# takes more than 5 % more bytes, or more CPU than 5 % beyond what the rounds themselves scatter.
#   bench/page-costs.sh [-o FILE] [BEFORE]      four minutes; ROUNDS=5 and REQUESTS=400 of each
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
name="page-costs"
directory="$project/.gavel/$name"
output="$(mktemp -d /tmp/page-costs.XXXXXX)"
figures="$output/figures.json"
if [[ "${1:-}" == -o ]]; then
  figures="$2"
  shift 2
fi
cleanup() {
  "$project/gavel" down "$name" > /dev/null || true
  rm -rf "$output"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

"$project/gavel" up --deployment "$name" --users "${USERS:-60}" --seed 7 > "$output/up.txt" || { cat "$output/up.txt"; exit 3; }
server="$(sed 's/.*"pid":\([0-9]*\).*/\1/' "$directory/processes/app1.json")"
port="$(sed -n '/^server:/,$p' "$directory/settings/app1.yaml" | grep -m1 port | tr -dc 0-9)"
python3 "$project/bench/page-costs.py" "http://127.0.0.1:$port" "$directory/settings/account-password" "$server" "$figures" "$@"
