#!/usr/bin/env bash
# deploy/compose from a fresh clone to a bid that is placed, with a Docker engine of its own; then `down`, which leaves nothing. Needs root,
# docker.io, debootstrap, and Compose (docker-compose of Debian, or the plug-in).
#   bench/compose.sh [ARCHIVES]   five minutes; with archives of bench/images.sh instead of building: one
set -uo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
source "$home/bench/checks.sh"
source "$home/bench/engine.sh"
compose=(docker compose)
"${compose[@]}" version > /dev/null 2>&1 || compose=(docker-compose)
for program in dockerd debootstrap "${compose[0]}"; do
  command -v "$program" > /dev/null || { echo "compose: NOT TESTED, there is no $program (apt-get install docker.io debootstrap docker-compose)" >&2; exit 3; }
done
archives="${1:+$(readlink -f "$1")}"
work="$(mktemp -d /var/tmp/gavel-compose-XXXXXX)"
export GAVEL_PORT="${GAVEL_PORT:-18080}"
end() {
  [[ ! -d "$work/clone" ]] || (cd "$work/clone" && "${compose[@]}" -f deploy/compose/compose.yaml down -v -t 2 > /dev/null 2>&1)
  engine_down
  rm -rf "$work"
}
trap end EXIT

engine_up "$work/engine" || exit 3
git clone -q "$home" "$work/clone" || exit 3
cd "$work/clone"
begun=$SECONDS
if [[ -n "$archives" ]]; then "$home/gavel" images --load "$archives" > "$work/out" 2>&1; else ./gavel images app services > "$work/out" 2>&1; fi
say "images in $((SECONDS - begun)) s" $?
begun=$SECONDS
"${compose[@]}" -f deploy/compose/compose.yaml up -d > "$work/out" 2>&1
say "one command" $?
address="http://127.0.0.1:$GAVEL_PORT"
app="$("${compose[@]}" -f deploy/compose/compose.yaml ps -q app)"
for _ in $(seq 240); do
  [[ "$(docker inspect --format '{{.State.Health.Status}}' "$app" 2> /dev/null)" != healthy ]] || break
  sleep 0.5
done
[[ "$(docker inspect --format '{{.State.Health.Status}}' "$app")" == healthy ]]
code=$?
say "the application is healthy $((SECONDS - begun)) s after it" "$code"
[[ "$code" == 0 ]] || "${compose[@]}" -f deploy/compose/compose.yaml logs --tail 20
docker exec "$app" cat /etc/gavel/account-password > "$work/password"
python3 bench/bid.py "$address" "$work/password"
say "a bid is placed $((SECONDS - begun)) s after the one command" $?
"${compose[@]}" -f deploy/compose/compose.yaml up -d > "$work/out" 2>&1
code=$?
say "the one command a second time" "$code"
[[ "$code" == 0 ]] || tail -3 "$work/out"
docker ps --format '{{.Ports}}' | grep -v '^$' > "$work/out"
grep -q '127.0.0.1' "$work/out" && ! grep -E '0\.0\.0\.0|\[?::' "$work/out"
say "nothing listens but on the loopback" $?
bad=""
for container in $(docker ps -aq); do
  docker inspect --format '{{.Name}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.Config.User}} {{.HostConfig.Memory}} {{.HostConfig.SecurityOpt}}' "$container"
done > "$work/containers"
bad="$(grep -vE '^[^ ]+ true \[ALL\] 10001:10001 [1-9][0-9]* \[no-new-privileges' "$work/containers")"
[[ -z "$bad" && "$(wc -l < "$work/containers")" == 4 ]]
say "every container: read-only, without capabilities, not root, with a limit${bad:+: $bad}" $?
docker exec "$app" find /etc/gavel -type f ! -perm 0600 > "$work/out"
[[ ! -s "$work/out" && "$(docker exec "$app" find /etc/gavel -type f | wc -l)" == 2 ]]
say "files with passwords have mode 0600" $?
secret="$(cat "$work/password")"
! { docker ps -aq | xargs docker inspect; docker ps -aq | while read -r each; do docker logs "$each" 2>&1; done; } | grep -qF "$secret"
say "the password is in no command line, environment or log" $?
services="$("${compose[@]}" -f deploy/compose/compose.yaml ps -q services)"
docker restart -t 10 "$services" > /dev/null
for _ in $(seq 60); do
  [[ "$(docker inspect --format '{{.State.Health.Status}}' "$services" 2> /dev/null)" != healthy ]] || break
  sleep 0.5
done
[[ "$(docker inspect --format '{{.State.Health.Status}}' "$services")" == healthy ]]
say "services that are started again are there again" $?
begun=$SECONDS
"${compose[@]}" -f deploy/compose/compose.yaml down -v > "$work/out" 2>&1
say "down in $((SECONDS - begun)) s" $?
left="$(docker ps -aq; docker volume ls -q; docker network ls --format '{{.Name}}' | grep -vxE 'host|none')"
[[ -z "$left" ]]
say "nothing is left${left:+: $left}" $?
exit "$failed"
