#!/usr/bin/env bash
# Four isolations that are planted, from the best to none: are they found in that order, and the tenant at fault with them?
#   bench/isolate-truth.sh [REPEATS]      3 by default; about 8 min each of the four for the first repeat, and 4 more for each further one
#   CASES="separate nothing" bench/isolate-truth.sh 1       some of them
# separate   each tenant has all of its own; its application server and its database have a quota
# quota      the database is shared; each application server has a quota, so that no tenant can send the database more
# database   the database is shared, application servers have no quota
# nothing    database, broker and documents are shared, and nothing has a quota
# The first tenant grows by FACTOR (4). Prints I_QoS with its interval and who is found to be at fault. Exit code 0 when the mean I_QoS rises in
# that order but for differences that the intervals hide, and the tenant at fault is named in 9 of 10 of the measurements in which a tenant
# was disturbed; 1 otherwise. USERS (150), QUOTA (0.25), DATABASE (0.15 cores of a shared one). Results stay in results/.
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
[[ "$(id -u)" == 0 ]] || { echo "isolate-truth: skipped, quotas can be set by root only"; exit 3; }
repeats="${1:-3}"
read -r -a cases <<< "${CASES:-separate quota database nothing}"
quota="${QUOTA:-0.25}"
database="${DATABASE:-0.15}"
name="isolate-truth-$$"
output="$(mktemp)"
trap 'rm -f "$output"' EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT
what=(-c small --users "${USERS:-150}" --tenants 2 --factors "${FACTOR:-4}" --repeat "$repeats" --set balancers.implementation=none)
found=()
for each in "${cases[@]}"; do
  case "$each" in
    separate) more=(--set appServers.cpu="$quota" --set hosts.relational.cpu="$database") ;;
    quota) more=(--shared relational --set appServers.cpu="$quota" --set hosts.relational.cpu="$database") ;;
    database) more=(--shared relational --set hosts.relational.cpu="$database") ;;
    nothing) more=(--shared relational,broker,documents --set hosts.relational.cpu="$database") ;;
    *)
      echo "isolate-truth: no such case: $each" >&2
      exit 4
      ;;
  esac
  echo "== $each"
  ./gavel isolate "${what[@]}" "${more[@]}" --name "$name-$each" > "$output" 2>&1
  code=$?
  sed -n '/ of [0-9]*  /p;/^At fault\|^Tenant\|^No tenant\|^This cannot/p' "$output"
  [[ "$code" == 0 ]] || { echo "exit code $code"; tail -8 "$output"; }
  found+=("$each=$(ls -td results/*-"$name-$each" | head -1)")
done
python3 - "${found[@]}" << 'P'
import json, statistics, sys
t90 = {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 9: 1.833}
rows, named, disturbed, wrong = [], 0, 0, []
for argument in sys.argv[1:]:
    case, directory = argument.split("=", 1)
    try:
        result = json.load(open(directory + "/isolate.json"))
    except OSError as e:
        wrong.append("%s: no result (%s)" % (case, e))
        continue
    if result["verdict"] != "MEASURED":
        wrong.append("%s is %s: %s" % (case, result["verdict"], result["problem"]))
    phases = result["phases"]
    values = []
    for phase in phases:
        if phase["kind"] != "DISRUPTED":
            continue
        before = [p for p in phases if p["kind"] == "TOGETHER" and p["repeat"] == phase["repeat"]][0]
        others = [i for i in range(len(phase["tenants"])) if i + 1 != phase["tenant"]]
        old = sum(before["tenants"][i]["meanMillis"] for i in others)
        new = sum(phase["tenants"][i]["meanMillis"] for i in others)
        users = lambda p: sum(t["users"] for t in p["tenants"])
        values.append((new - old) / old / (users(phase) / users(before) - 1))
        growth = [phase["tenants"][i]["operationsPerSecond"] / before["tenants"][i]["operationsPerSecond"]
                  for i in range(len(phase["tenants"]))]
        if values[-1] > 0.1:
            disturbed += 1
            named += growth.index(max(growth)) + 1 == phase["tenant"] and max(growth) > 1.1
        print("  %-9s %s" % (case, ", ".join("%s %.0f %%" % (use["what"], 100 * use["busy"]) for use in phase["common"])))
    if not values:
        wrong.append(case + ": nothing was measured")
        continue
    n = len(values) - 1
    half = t90[max(k for k in t90 if k <= n)] * statistics.stdev(values) / len(values) ** 0.5 if n else float("nan")
    rows.append((case, statistics.mean(values), half))
print("%-10s %8s   %s" % ("isolation", "I_QoS", "90 % interval"))
for case, mean, half in rows:
    print("%-10s %8.2f   %s" % (case, mean, "one measurement" if half != half else "%.2f to %.2f" % (mean - half, mean + half)))
for (one, a, x), (two, b, y) in zip(rows, rows[1:]):
    if a > b and not (x == x and y == y and a - x <= b + y):
        wrong.append("%s (%.2f) is found to be worse than %s (%.2f)" % (one, a, two, b))
    elif a >= b:
        print("no difference that can be told: %s and %s" % (one, two))
print("tenant at fault named in %d of %d" % (named, disturbed))
if disturbed and named < 0.9 * disturbed:
    wrong.append("the tenant at fault is named too seldom")
for each in wrong:
    print("WRONG: " + each)
sys.exit(1 if wrong else 0)
P
