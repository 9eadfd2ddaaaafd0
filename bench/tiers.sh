#!/usr/bin/env bash
# Every single replacement of a tier in `small`, each a short run: verdict, what the audit checked and found, failed operations. And every
# loss of one of several instances within the measurement (kill -9): the run must go on, and the audit must find nothing.
#   bench/tiers.sh [LINE …]    all lines, about 2 minutes each, or some of them, such as httpd and lose-balancer
#   bench/tiers.sh list        names them
# Exit code 1 when a line is not as it should be. Deployments have names of their own and are removed; results stay in results/.
# USERS (40) and SETTINGS ("--set load.measure=15s", for every line) may come from the environment.
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
cd "$project"
read -r -a more <<< "${SETTINGS:-}"
load=(--users "${USERS:-40}" --set load.ramp=8s --set load.warmUp=10s --set load.measure=40s --set load.rampDown=4s "${more[@]}")
work="$(mktemp -d)"
name="tiers-$$"
trap finish EXIT

declare -A LINES=(
  [as-it-is]=""
  [httpd]="webServers.implementation=httpd"
  [tls-at-balancer]="balancers.tls=terminate"
  [no-balancer]="balancers.implementation=none"
  [no-web-server]="webServers.implementation=none"
  [mariadb]="relational.implementation=mariadb"
  [directory-store]="imageStore.implementation=directory"
  [rabbitmq-cluster]="broker.count=3"
  [document-server]="documents.implementation=server"
  [embedded-documents]="documents.implementation=embedded"
  [mongodb]="documents.implementation=mongodb"
  [mongodb-replicaset]="documents.implementation=mongodb documents.topology=replicaset"
  [mongodb-sharded]="documents.implementation=mongodb documents.topology=sharded"
  [embedded-broker]="broker.implementation=embedded"
  [embedded-database]="relational.implementation=embedded"
  [external-postgresql]="external"
  [two-of-each]="balancers.count=2 webServers.count=2 appServers.count=2"
  [lose-balancer]="balancers.count=2 kill=haproxy1"
  [lose-web-server]="webServers.count=2 kill=nginx1"
  [lose-httpd]="webServers.implementation=httpd webServers.count=2 kill=httpd1"
  [lose-app-server]="appServers.count=2 kill=app1"
  [lose-broker-node]="broker.count=3 kill=rabbitmq1"
)
ORDER=(as-it-is httpd tls-at-balancer no-balancer no-web-server mariadb directory-store document-server embedded-documents mongodb mongodb-replicaset
  mongodb-sharded rabbitmq-cluster embedded-broker embedded-database external-postgresql
  two-of-each lose-balancer lose-web-server lose-httpd lose-app-server lose-broker-node)

finish() {
  ./gavel down "$name" > /dev/null 2>&1 || true
  if [[ -d "$work/pg" ]]; then
    owned "$pg/pg_ctl" -D "$work/pg" -m immediate stop > /dev/null 2>&1 || true
  fi
  rm -rf "$work"
}

# PostgreSQL runs for nobody who is root; in a user namespace nobody is.
owned() { if [[ "$(id -u)" == 0 ]]; then unshare --user -- "$@"; else "$@"; fi; }

# A database of somebody else's, for one line.
external_database() {
  pg="$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | tail -1)"
  [[ -n "$pg" ]] || { echo "        PostgreSQL is not installed here"; return 1; }
  local port=$((20000 + RANDOM % 10000))
  echo "secret-$RANDOM$RANDOM" > "$work/password"
  chmod 600 "$work/password"
  owned "$pg/initdb" -D "$work/pg" -U gavel --pwfile="$work/password" --auth=scram-sha-256 -E UTF8 --locale=C.UTF-8 > "$work/pg.txt" 2>&1 &&
    owned "$pg/pg_ctl" -D "$work/pg" -w -l "$work/pg.txt" \
      -o "-p $port -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200" start >> "$work/pg.txt" 2>&1 &&
    PGPASSWORD="$(cat "$work/password")" "$pg/createdb" -h 127.0.0.1 -p "$port" -U gavel gavel || { tail -5 "$work/pg.txt"; return 1; }
  settings=(--set relational.implementation=external --set "relational.url=jdbc:postgresql://127.0.0.1:$port/gavel"
    --set relational.username=gavel --set "relational.passwordFile=$work/password")
}

failed() { # line, exit code
  printf 'NOT OK  %-20s exit code %d, no result\n' "$1" "$2"
  tail -15 "$work/out.txt" | sed 's/^/    | /'
}

line() { # its name
  local setting victim="" lost="" code=0 before result
  before="$(ls -d results/[0-9]* 2> /dev/null | tail -1)"
  settings=()
  for setting in ${LINES[$1]}; do
    case "$setting" in
      external) external_database || return 1 ;;
      kill=*) victim="${setting#kill=}" ;;
      *) settings+=(--set "$setting") ;;
    esac
  done
  if [[ "$1" == mongodb* ]] && ! command -v mongod > /dev/null; then
    printf 'NOT RUN %-20s MongoDB is not installed here\n' "$1"
    return 0
  fi
  local all=(-c deploy/configs/small.yaml --name "$1" "${settings[@]}" "${load[@]}")
  local what=(run "${all[@]}")
  if [[ -n "$victim" ]]; then
    ./gavel up "${all[@]}" --deployment "$name" > "$work/out.txt" 2>&1 || { failed "$1" $?; return 1; }
    what=(run --deployment "$name" "${load[@]}")
  fi
  : > "$work/out.txt"
  ./gavel "${what[@]}" > "$work/out.txt" 2>&1 < /dev/null &
  local run=$!
  if [[ -n "$victim" ]]; then
    # Ten seconds into the measurement.
    until grep -q "✓ warm up" "$work/out.txt"; do
      kill -0 "$run" 2> /dev/null || break
      sleep 0.2
    done
    sleep 10
    lost="$(date +%s%3N)"
    # With its workers: each server leads a process group of its own.
    kill -9 -- "-$(sed 's/.*"pid" *: *\([0-9]*\).*/\1/' ".gavel/$name/processes/$victim.json")"
  fi
  wait "$run" || code=$?
  [[ -z "$victim" ]] || ./gavel down "$name" > /dev/null 2>&1
  result="$(ls -d results/[0-9]* 2> /dev/null | tail -1)"
  if [[ "$result" == "$before" || ! -e "$result/result.json" ]]; then
    failed "$1" "$code"
    return 1
  fi
  "$(./gavel --print-java)" -cp "harness/target/lib/*" bench/TierLine.java "$result" "$1" $lost
}

if [[ "${1:-}" == list ]]; then
  printf '%s\n' "${ORDER[@]}"
  exit 0
fi
[[ $# -gt 0 ]] || set -- "${ORDER[@]}"
failures=0
for each in "$@"; do
  [[ -v "LINES[$each]" ]] || { echo "no such line: $each (bench/tiers.sh list)" >&2; exit 4; }
  line "$each" || failures=$((failures + 1))
done
[[ "$failures" == 0 ]]
