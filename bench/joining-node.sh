#!/usr/bin/env bash
# What a second application server that is started under load does to the people it gets, and to the others: 99th percentiles before,
# while it starts, and after, once for each length of its warm-up that is given.
#   bench/joining-node.sh [RATE [WARM-UP …]]    requests a second, and lengths such as 1ms 1s 2s
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
rate="${1:-200}"
warm_ups=("${@:2}")
[[ ${#warm_ups[@]} -gt 0 ]] || warm_ups=(1ms 1s)
name="joining-node"
directory="$project/.gavel/$name"
output="$(mktemp -d /tmp/joining-node.XXXXXX)"
cleanup() {
  "$project/gavel" down "$name" > /dev/null || true
  rm -rf "$output"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP # after the command in the foreground, which holds the deployment
trap 'exit 130' INT

"$project/gavel" up --deployment "$name" --users 300 --app-servers 2 > "$output/up.txt" || { cat "$output/up.txt"; exit 3; }
port() { # node, listener
  sed -n "/^$2:/,\$p" "$directory/settings/$1.yaml" | grep -m1 port | tr -dc 0-9
}
second="$(sed 's/.*"pid":\([0-9]*\).*/\1/' "$directory/processes/app2.json")"
mapfile -d '' -t command < "/proc/$second/cmdline"
kill "$second"
while kill -0 "$second" 2> /dev/null; do sleep 0.1; done
for warm_up in "${warm_ups[@]}"; do
  printf '%s\0' "${command[0]}" "-Dgavel.warm-up.within=$warm_up" "${command[@]:1}" > "$output/command"
  echo "warm-up of $warm_up, $rate requests a second:"
  "${command[0]}" -Xmx192m -XX:+UseSerialGC "$project/bench/JoiningNode.java" "http://127.0.0.1:$(port app1 server)" \
    "http://127.0.0.1:$(port app2 server)" "http://127.0.0.1:$(port app2 management)/actuator/health/readiness" \
    "$output/command" "$directory/settings/account-password" "$rate"
done
