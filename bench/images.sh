#!/usr/bin/env bash
# The images, built by a Docker engine of its own without a registry of images: time from nothing, sizes, two builds equal, saved and loaded
# again, pushed to a registry and pulled from there, users and labels. Needs root.
#   bench/images.sh [ARCHIVES]    about six minutes; leaves the archives there
# Needs docker.io, debootstrap, docker-registry. Exit code 1 when anything is not as it should be.
set -uo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
source "$home/bench/checks.sh"
source "$home/bench/engine.sh"
for program in dockerd debootstrap docker-registry; do
  command -v "$program" > /dev/null || { echo "images: NOT TESTED, there is no $program (apt-get install docker.io debootstrap docker-registry)" >&2; exit 3; }
done
work="$(mktemp -d /var/tmp/gavel-images-XXXXXX)"
archives="${1:-$work/archives}"
end() {
  [[ -z "${registry:-}" ]] || kill "$registry" 2> /dev/null
  engine_down
  rm -rf "$work"
}
trap end EXIT

# A commit or a build meanwhile would be another input.
SOURCE_DATE_EPOCH="$(git -C "$home" log -1 --format=%ct)"
export SOURCE_DATE_EPOCH
"$home/gavel" plan > /dev/null && export GAVEL_BUILD=last
engine_up "$work/engine" || exit 3
begun=$SECONDS
"$home/gavel" images --fresh --save "$archives"
code=$?
say "all images from nothing in $((SECONDS - begun)) s (bar: 300)" $((code != 0 || SECONDS - begun > 300))
docker images --no-trunc --format '{{.Repository}} {{.ID}}' 'gavel/*' | grep -v gavel/debian | sort > "$work/first"
sha256sum "$archives"/*.tar | awk '{print $1}' > "$work/first-archives"
for image in app driver services postgresql rabbitmq nginx haproxy; do
  name="$(docker images --format '{{.Repository}}:{{.Tag}}' "gavel/$image")"
  [[ "$(docker image inspect --format '{{.Config.User}}' "$name")" == 10001:10001 ]] && docker image inspect --format '{{json .Config.Labels}}' "$name" \
    | grep -q '"org.opencontainers.image.revision":".*"org.opencontainers.image.version":"'
  say "gavel/$image: not root, labels with version and commit" $?
  [[ -z "$(docker run --rm --network none --user 0 --entrypoint find "$name" / -xdev -type f \( -perm /6000 -o -name .erlang.cookie -o -name '*.key' \
    -o -path '/etc/ssl/private/*' \))" ]]
  say "gavel/$image: no program that gives rights, no secret" $?
done
begun=$SECONDS
"$home/gavel" images --fresh --save "$work/again" > "$work/out" 2>&1
code=$?
docker images --no-trunc --format '{{.Repository}} {{.ID}}' 'gavel/*' | grep -v gavel/debian | sort > "$work/second"
sha256sum "$work/again"/*.tar | awk '{print $1}' > "$work/second-archives"
[[ "$code" == 0 ]] && diff "$work/first" "$work/second" && diff "$work/first-archives" "$work/second-archives"
say "a second build, from nothing too, is equal: identities and archives ($((SECONDS - begun)) s)" $?

printf 'version: 0.1\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "127.0.0.1:5999"}\n' "$work/registry" > "$work/registry.yml"
docker-registry serve "$work/registry.yml" > "$work/registry.log" 2>&1 &
registry=$!
"$home/gavel" images haproxy --push 127.0.0.1:5999/tests > "$work/out" 2>&1
code=$?
tag="$(docker images --format '{{.Tag}}' gavel/haproxy)"
identity="$(docker images --no-trunc --quiet gavel/haproxy)"
docker rmi "gavel/haproxy:$tag" > /dev/null
docker pull -q "127.0.0.1:5999/tests/gavel/haproxy:$tag" > /dev/null && [[ "$code" == 0 && "$(docker images --no-trunc --quiet 127.0.0.1:5999/tests/gavel/haproxy)" == "$identity" ]]
say "pushed to a registry and pulled from there: the same image" $?
docker images --quiet | sort -u | xargs docker rmi --force > /dev/null
"$home/gavel" images --load "$archives" > "$work/out" 2>&1
docker images --no-trunc --format '{{.Repository}} {{.ID}}' 'gavel/*' | sort > "$work/loaded"
grep -vE 'gavel/(base|java) ' "$work/first" | diff - "$work/loaded"
say "loaded from the archives: the same images" $?
"$home/gavel" images nginks > "$work/out" 2>&1
[[ $? == 4 ]] && grep -q "did you mean 'nginx'" "$work/out"
say "a name that does not exist" $?
exit "$failed"
