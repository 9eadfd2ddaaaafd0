#!/usr/bin/env bash
# Types every command once, as a newcomer would, with few users and a short load, and asserts what each leaves behind. Everything
# happens in an installation of its own under /tmp. About four minutes.
#   bench/commands.sh [SERVERS]    of the application
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
private_home
servers="${1:-1}"
failures=0
out="$home/out.txt"
short=(--set load.ramp=5s --set load.warmUp=10s --set load.measure=20s --set load.rampDown=3s)

expect() { # wanted exit codes, wanted text, arguments …
  local wanted="$1" text="$2" code=0 begun="$SECONDS"
  shift 2
  "$home/gavel" "$@" > "$out" 2>&1 < /dev/null || code=$?
  if [[ " $wanted " == *" $code "* ]] && grep -qF -- "$text" "$out"; then
    printf 'ok      exit %d %4d s  gavel %s\n' "$code" "$((SECONDS - begun))" "$*"
  else
    failures=$((failures + 1))
    printf 'NOT OK  exit %d (wanted %s with "%s")  gavel %s\n' "$code" "$wanted" "$text" "$*"
    sed 's/^/    | /' "$out" | tail -40
  fi
}

check() { # what, command …
  local what="$1"
  shift
  if "$@"; then
    printf 'ok                      %s\n' "$what"
  else
    failures=$((failures + 1))
    printf 'NOT OK                  %s\n' "$what"
  fi
}

no_secrets_in_results() {
  local secret found=0
  for secret in $(tr ',' '\n' < "$home/.gavel/mine/secrets.json" | sed -n 's/.*:"\([^"]*\)".*/\1/p'); do
    found=$((found + 1))
    if grep -rlaF -- "$secret" "$home/results" "$home/.gavel/mine/logs" "$home/.gavel/mine/configuration.yaml"; then
      return 1
    fi
  done
  [[ "$found" == 7 ]]
}

secrets_are_private() {
  [[ -z "$(grep -rlaF -- "$(sed 's/.*"database":"\([^"]*\)".*/\1/' "$home/.gavel/mine/secrets.json")" "$home/.gavel/mine" \
    --include='*.json' --include='*.yaml' | xargs stat -c '%a %n' | grep -v '^600 ')" ]]
}

nothing_running() {
  local left
  left="$(left_running)"
  [[ -z "$left" ]] || { echo "$left"; return 1; }
}

expect 0 "minimal" configs
expect 0 "liveauction" profiles
expect 0 "predicted time: about" plan --users 40
expect 0 "users: 40" plan --users 40 --settings
expect "0 3" "JDK: " doctor
expect 0 "there is no deployment" status
expect 0 "is up" up --deployment mine --users 30 --app-servers "$servers"
expect 0 "30 users, small images, seed 1, unused" status
expect 0 "✓ load or reset data" load
expect 0 "is up" up --deployment mine
expect "0 1" "deployment mine stays up" run --deployment mine "${short[@]}"
expect 0 "used" status
check "no secret in results and logs" no_secrets_in_results
check "files that hold secrets have mode 0600" secrets_are_private
expect "0 1" "kept as they are" run --deployment mine --keep-data --users 20 "${short[@]}"
expect 3 "the loaded set does not fit" run --deployment mine --users 500
expect 4 "only load.* can change" run --deployment mine --set appServers.count=3
expect 0 "✓ load or reset data" reset mine
expect 0 "unused" status
expect 0 "nothing to clean" clean
check "a report is made again" rm -f "$home"/results/*/report.html
for result in "$home"/results/*/result.json; do
  expect 0 "Report " report "$(basename "$(dirname "$result")")"
  check "it is there" test -s "$(dirname "$result")/report.html"
done
expect 0 "deployment mine is down" down
expect 0 "there is no deployment" status
check "nothing is left running" nothing_running
check "no deployment is left" test -z "$(ls -A "$home/.gavel")"
echo
[[ "$failures" == 0 ]] && echo "all as it should be" || echo "$failures not as they should be"
[[ "$failures" == 0 ]]
