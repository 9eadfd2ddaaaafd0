#!/usr/bin/env bash
# Plants faults between the driver and the real application, and looks at what the driver says of them: late and lost news, missing
# pictures, broken answers, a slow search, nothing but 404, and nobody listening.
#   bench/planted-faults.sh [RUNS [SECONDS [USERS …]]]    default: 10 runs of 60 s each with 60, 100 and 300 users
# Prints a line for each run and a table; exit code 1 where a fault was passed or the last line does not name it. Takes
# RUNS x (faults) x (SECONDS + 35 s) for each number of users: RUNS=1 SECONDS=20 takes 10 minutes for one. Leaves nothing behind.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
runs="${1:-10}"
seconds="${2:-60}"
users=("${@:3}")
(( ${#users[@]} )) || users=(60 100 300)
name="planted-faults-$$"
work="$(mktemp -d)"
proxy=""
stop_proxy() {
  [[ -z "$proxy" ]] || kill "$proxy" 2> /dev/null || true
  [[ -z "$proxy" ]] || wait "$proxy" 2> /dev/null || true
  proxy=""
}
cleanup() {
  stop_proxy
  "$project/gavel" down "$name" > /dev/null 2>&1 || true
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT

# fault, and what the verdict's line must hold
faults=(
  "none|"
  "lateNews|pairs of accepted bid and follower came later"
  "lostNews|pairs of accepted bid and follower came later"
  "missing404|failed: status 404"
  "broken500|failed: status 500"
  "slowSearch|came later than"
  "everything404|no first operation succeeded in .*status 404"
  "nobody|no first operation succeeded in .*[Cc]onnection refused"
)
[[ -z "${FAULTS:-}" ]] || mapfile -t faults < <(printf '%s\n' "${faults[@]}" | grep -E "^($FAULTS)\|")

largest=0
for number in "${users[@]}"; do (( number > largest )) && largest="$number"; done
"$project/gavel" up --deployment "$name" --users "$largest" | tee "$work/up"
java="$("$project/gavel" --print-java)"
directory="$project/.gavel/$name"
front="$(sed -n 's|^ *http://127[0-9.]*:\([0-9]*\)$|\1|p' "$work/up" | head -1)"
[[ -n "$front" ]] || { echo "no front door over plain HTTP" >&2; exit 3; }
cp "$directory/settings/account-password" "$work/password"
"$java" -version > /dev/null 2>&1
free="$("$java" "$project/bench/FreePort.java")"

wrong=0
table="$work/table"
for number in "${users[@]}"; do
  for each in "${faults[@]}"; do
    fault="${each%%|*}"
    wanted="${each#*|}"
    good=0
    for (( run = 1; run <= runs; run++ )); do
      if [[ "$fault" != nobody ]]; then
        : > "$work/proxy.log"
        "$java" "$project/bench/FaultyProxy.java" "$free" "$front" "$fault" > "$work/proxy.log" 2>&1 &
        proxy=$!
        until grep -q ready "$work/proxy.log"; do kill -0 "$proxy" || { cat "$work/proxy.log" >&2; exit 3; }; sleep 0.1; done
      fi
      code=0
      "$java" -jar "$project/workload-driver/target/workload-driver.jar" run --target "http://127.0.0.1:$free" --users "$number" \
        --ramp 10s --warm-up 10s --duration "${seconds}s" --ramp-down 3s --seed "$run" --password-file "$work/password" \
        > "$work/out" 2>&1 || code=$?
      stop_proxy
      line="$(grep -E '^(PASS|FAIL|INVALID)(:|$)' "$work/out" | tail -1 || tail -1 "$work/out")"
      if [[ "$fault" == none ]]; then
        [[ "$code" == 0 ]] && good=$((good + 1))
      else
        [[ "$code" != 0 && "$line" =~ $wanted ]] && good=$((good + 1))
      fi
      printf '%-14s %4s users, run %2s: exit %s  %s\n' "$fault" "$number" "$run" "$code" "${line:0:220}"
    done
    (( good == runs )) || wrong=1
    printf '%-14s %6s %6s of %s\n' "$fault" "$number" "$good" "$runs" >> "$table"
  done
done
echo
printf '%-14s %6s %s\n' fault users "as it should be"
cat "$table"
exit "$wrong"
