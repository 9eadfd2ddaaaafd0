#!/usr/bin/env bash
# What kills of one of three application servers cost under load, and whether a kill that is prevented counts.
#   bench/failover-kills.sh [KILLS]        30 by default, about 40 s each; then 2 that bench/supervisor.py prevents
#   SECONDS_LIMIT=480 bench/failover-kills.sh 5     ends after so many seconds, interrupted as by Ctrl-C
# Prints the figures with their intervals and the verdict of the prevented kills. Exit code 0 when every kill counts, no answered bid was lost,
# and prevented kills are INVALID and nothing else. USERS (200) and PREVENTED (2) may come from the environment. Leaves no deployment; results
# stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
kills="${1:-30}"
prevented="${PREVENTED:-2}"
name="failover-kills-$$"
output="$(mktemp)"
guard=""
supervisor=""
trap '[[ -z "$guard" ]] || kill "$guard" 2> /dev/null; [[ -z "$supervisor" ]] || kill "$supervisor" 2> /dev/null; rm -f "$output"' EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT
what=(-c small --users "${USERS:-200}" --set appServers.count=3 --tiers appServers --faults kill)

# $1 name, $2 kills
walk() {
  ./gavel failover "${what[@]}" --repeat "$2" --name "$1" > "$output" 2>&1 &
  local walking=$!
  if [[ -n "${SECONDS_LIMIT:-}" ]]; then
    (sleep "$SECONDS_LIMIT"; kill -INT "$walking" 2> /dev/null) &
    guard=$!
  fi
  if [[ "$1" == *-prevented ]]; then
    (
      for ((i = 0; i < 600; i++)); do
        sleep 1
        kill -0 "$walking" 2> /dev/null || exit
        record="$(ls .gavel/*-"$1"/processes/app1.json 2> /dev/null)"
        grep -q "users come" "$output" && [[ -n "$record" ]] && break
      done
      exec python3 bench/supervisor.py "${record%/processes/*}" app1 "$2"
    ) >> "$output.supervisor" 2>&1 &
    supervisor=$!
  fi
  wait "$walking"
  code=$?
  # From the first sentence on: the figures with their intervals.
  grep -v ' · ' "$output" | tail -n 22
}

figures() { # result directory, whether kills are prevented
  python3 - "$1/failover.json" "$2" << 'P'
import json, sys
result = json.load(open(sys.argv[1]))
prevented = sys.argv[2] == "prevented"
faults = result["faults"]
wrong = []
for fault in faults:
    problem = fault.get("problem") or ""
    if prevented and "something prevents the fault" not in problem:
        wrong.append("a prevented kill counts: %s" % (problem or "no problem"))
    if not prevented and problem:
        wrong.append("kill %s does not count: %s" % (fault["number"], problem))
print("%-10s %s, %s of %s kills made" % ("verdict", result["verdict"], len(faults), result["planned"]))
audit = result.get("auditAfter")
if audit is None or not audit["ok"] or any(each["violations"] for each in audit["invariants"]):
    wrong.append("answered bids or other data were lost, or not audited")
else:
    print("%-10s 0 violations of %s invariants" % ("data", len(audit["invariants"])))
for each in wrong:
    print("WRONG: " + each)
sys.exit(1 if wrong or not faults else 0)
P
}

wrong=0
echo "== $kills kills"
walk "$name" "$kills"
[[ -z "${SECONDS_LIMIT:-}" || "$code" != 130 ]] || code=0
[[ "$code" == 0 ]] || { echo "WRONG: exit code $code"; tail -15 "$output"; wrong=1; }
figures "$(ls -td results/*-"$name" | head -1)" made || wrong=1
if (( prevented > 0 )); then
  echo "== $prevented kills that are prevented"
  unset SECONDS_LIMIT
  walk "$name-prevented" "$prevented"
  cat "$output.supervisor"
  rm -f "$output.supervisor"
  [[ "$code" == 2 ]] || { echo "WRONG: exit code $code, not 2 as of what is INVALID"; tail -15 "$output"; wrong=1; }
  figures "$(ls -td results/*-"$name-prevented" | head -1)" prevented || wrong=1
fi
exit "$wrong"
