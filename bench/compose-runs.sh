#!/usr/bin/env bash
# `gavel run --platform compose` on a Docker engine of its own: minimal and small, what stands in its way, a container that is killed, limits,
# levers, interrupts, a harness that is killed; after each nothing is left. Needs root, docker.io and Compose.
#   bench/compose-runs.sh ARCHIVES [WHAT …]   archives of bench/images.sh; WHAT: refused minimal small killed scaled interrupted (without any: these,
#   18 min), and peak (15 min), sweep (20 min), failover (6 min)
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
source "$project/bench/checks.sh"
source "$project/bench/engine.sh"
archives="$(readlink -f "${1:?a directory with archives of images}")"
shift
what=" ${*:-refused minimal small killed scaled interrupted} "
command -v dockerd > /dev/null || { echo "compose-runs: NOT TESTED, there is no dockerd (apt-get install docker.io docker-compose)" >&2; exit 3; }
private_home
work="$(mktemp -d /var/tmp/gavel-compose-runs-XXXXXX)"
end() {
  if [[ -n "${harness:-}" ]]; then
    # Not the shell around it, which would end without it.
    pgrep -f "gavel.home=$home" | xargs -r kill 2> /dev/null
    wait "$harness" 2> /dev/null
  fi
  # Of its own engine, and of no other.
  [[ -z "${engine_directory:-}" ]] || docker ps -aq --filter label=gavel.instance 2> /dev/null | xargs -r docker rm -f > /dev/null 2>&1
  engine_down
  rm -rf "$work"
  leave_home
}
trap end EXIT
gavel() { (cd "$home" && GAVEL_BUILD=last exec ./gavel "$@"); }
left() { docker ps -aq || echo "the engine does not answer"; docker volume ls -q; docker network ls --format '{{.Name}}' | grep -vxE 'host|none|bridge'; }
refused() { # name, text, command...
  local name="$1" text="$2"
  shift 2
  "$@" > "$work/out" 2>&1
  [[ $? == 3 ]] && grep -qF "$text" "$work/out"
  say "$name: one line before anything starts ($(grep -F "$text" "$work/out" | head -1 | cut -c1-160))" $?
}
begun() { [[ -n "$(docker ps -q)" ]]; }
loading() { docker ps --format "{{.Names}}" | grep -q -- "-load\$"; }

if [[ "$what" == *" refused "* ]]; then
  refused "no engine" "no Docker engine answers" env GAVEL_BUILD=last DOCKER_HOST=unix:///nowhere/socket "$home/gavel" run --platform compose
fi
engine_up "$work/engine" || exit 3
if [[ "$what" == *" refused "* ]]; then
  refused "no image" '`gavel images app driver services` builds them' gavel run --platform compose
  mkdir "$work/bin"
  for program in $(compgen -c | sort -u); do
    path="$(type -P "$program")" && [[ "$program" != docker* ]] && ln -sf "$path" "$work/bin/$program"
  done
  refused "no docker" "Docker is not installed" env GAVEL_BUILD=last PATH="$work/bin" "$home/gavel" run --platform compose
  ln -s "$(type -P docker)" "$work/bin/docker"
  refused "no compose" "Docker Compose is not installed" env GAVEL_BUILD=last PATH="$work/bin" DOCKER_CONFIG="$work/none" "$home/gavel" run --platform compose
  printf '#!/bin/sh\necho 1.25.0\n' > "$work/bin/docker-compose"
  chmod +x "$work/bin/docker-compose"
  refused "old compose" "must be 1.28 or later: 1.25.0" env GAVEL_BUILD=last PATH="$work/bin" DOCKER_CONFIG="$work/none" "$home/gavel" run --platform compose
  gavel run --platform compose --set relational.implementation=mariadb > "$work/out" 2>&1
  [[ $? == 4 ]] && grep -q "relational.implementation" "$work/out"
  say "a server there is no image of" $?
  nothing_left "refused"
fi
gavel images --load "$archives" > "$work/out" 2>&1 || { cat "$work/out"; exit 3; }

for configuration in minimal small; do
  [[ "$what" == *" $configuration "* ]] || continue
  begun=$SECONDS
  gavel run --platform compose -c "$configuration" > "$work/out" 2>&1
  code=$?
  say "$configuration: $(grep -m1 -oE '^(PASS|FAIL|INVALID)' "$work/out") in $((SECONDS - begun)) s" "$code"
  [[ "$code" == 0 ]] || tail -40 "$work/out"
  result="$(ls -td "$home"/results/*/ | head -1)"
  [[ -s "$result/logs/compose.yaml" && -s "$result/logs/app1.log" ]]
  say "$configuration: logs and the Compose file are in the result" $?
  nothing_left "$configuration"
done

if [[ "$what" == *" killed "* ]]; then
  : > "$work/out"
  gavel run --platform compose --set load.measure=60s > "$work/out" 2>&1 &
  harness=$!
  await 240 grep -qE "[0-9] s measure " "$work/out"
  docker kill "$(docker ps -q --filter label=gavel.instance=app1)" > /dev/null
  wait "$harness"
  code=$?
  harness=
  [[ "$code" == 2 ]] && grep -m1 "^INVALID" "$work/out" && grep -q "its container ended with exit code 137" "$work/out"
  say "a container that is killed while it is measured makes the result INVALID, with the reason" $?
  nothing_left "killed"
fi

if [[ "$what" == *" scaled "* ]]; then
  gavel up --platform compose -c small --users 60 --set appServers.most=2 --deployment kept > "$work/out" 2>&1
  say "up" $?
  run="$home/.gavel/kept"
  secrets="$(grep -oE '"[A-Za-z0-9_-]{16,}"' "$run/secrets.json" | tr -d '"')"
  for id in $(docker ps -aq); do docker inspect "$id"; docker logs "$id" 2>&1; done > "$work/seen"
  cat "$run/compose.yaml" >> "$work/seen"
  ! grep -qFf <(echo "$secrets") "$work/seen"
  say "no secret is in a command line, an environment, a log or the Compose file" $?
  find "$run/hosts" -type f \( -name '*.yaml' -o -name '*-token' -o -name '.erlang.cookie' -o -name '*key.pem' \) ! -perm 0600 > "$work/open"
  say "files with secrets have mode 0600$(cat "$work/open")" "$([[ ! -s "$work/open" ]]; echo $?)"
  docker ps -q | xargs docker inspect --format '{{.Name}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.Config.User}} {{.HostConfig.SecurityOpt}}' \
    | grep -vE ' true \[ALL\] 10001:10001 \[no-new-privileges' > "$work/open"
  say "every container: read-only, without capabilities, not root$(cat "$work/open")" "$([[ ! -s "$work/open" ]]; echo $?)"
  begun=$SECONDS
  gavel scale-to 2 --deployment kept > "$work/out" 2>&1
  say "a second application server in $((SECONDS - begun)) s" $?
  [[ "$(docker ps -q --filter label=gavel.tier=appServers | wc -l)" == 2 ]]
  say "there are two" $?
  gavel scale-to 1 --deployment kept > "$work/out" 2>&1 && [[ "$(docker ps -aq --filter label=gavel.tier=appServers | wc -l)" == 1 ]]
  say "and one again" $?
  gavel down kept > "$work/out" 2>&1
  say "down" $?
  nothing_left "down"
fi

# What a run that was to be measured must have: an exit code 0, its file in the result, and nothing in the engine.
measured() { # name, file of the result, arguments...
  local name="$1" file="$2" begun=$SECONDS code result
  shift 2
  gavel "$@" > "$work/out" 2>&1
  code=$?
  say "$name in $((SECONDS - begun)) s: $(tail -3 "$work/out" | tr '\n' ' ' | cut -c1-200)" "$code"
  [[ "$code" == 0 ]] || tail -40 "$work/out"
  result="$(ls -td "$home"/results/*/ | head -1)"
  [[ -s "$result/$file" ]]
  say "$name: $file is in the result" $?
  nothing_left "$name"
}
if [[ "$what" == *" peak "* ]]; then
  measured peak peak.json peak --platform compose --length smoke
fi
if [[ "$what" == *" sweep "* ]]; then
  measured "scale 1..2" scale.json scale --platform compose -c small --length smoke --app-servers 1..2 --set appServers.cpu=0.3
fi
if [[ "$what" == *" failover "* ]]; then
  measured "kill and cut of application servers" failover.json failover --platform compose -c small --set appServers.count=2 --users 40 --tiers appServers --faults kill,cut
  python3 - "$(ls -td "$home"/results/*/ | head -1)/failover.json" << 'T'
import json, sys
text = json.dumps(json.load(open(sys.argv[1])))
sys.exit(not ('"KILL"' in text and '"CUT"' in text))
T
  say "both faults were made" $?
fi

if [[ "$what" == *" interrupted "* ]]; then
  for moment in begun loading killed; do
    # A shell without a terminal has its background jobs ignore SIGINT, and what they start inherits that.
    setsid env --default-signal=INT bash -c 'cd "$1" && GAVEL_BUILD=last exec ./gavel run --platform compose' bash "$home" > "$work/out" 2>&1 &
    harness=$!
    await 240 "${moment/killed/loading}"
    pid="$(pgrep -f "gavel.home=$home" | head -1)"
    # As a terminal does it: to the whole group.
    if [[ "$moment" == killed ]]; then kill -KILL "$pid"; else kill -INT -- "-$harness"; fi
    ended=$SECONDS
    wait "$harness" 2> /dev/null
    code=$?
    harness=
    if [[ "$moment" != killed ]]; then
      say "Ctrl-C, $moment: it ends with 130 after $((SECONDS - ended)) s" "$([[ "$code" == 130 ]]; echo $?)"
      [[ "$code" == 130 ]] || tail -20 "$work/out"
    else
      [[ -n "$(docker ps -q)" ]]
      say "a harness that is killed leaves its containers" $?
      gavel clean > "$work/out" 2>&1
      say "clean" $?
    fi
    nothing_left "$moment"
  done
fi
exit "$failed"
