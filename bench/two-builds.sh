#!/usr/bin/env bash
# What an operation costs in two builds: both are deployed, and loads of the same users go to one and the other in turn, so that what the machine's
# speed does by and by comes to both. Prints CPU seconds for 1,000 operations of each tier, and for each tier the ratio of this build to the other
# with its 90 % interval (Student's t on the logarithms of pairs); once as measured, and once divided by the time that a step of arithmetic took
# in the same interval, which takes out most of a clock that changed between the two loads of a pair.
#   bench/two-builds.sh OTHER [PAIRS [USERS]]    OTHER: a checkout that is built; default 6 pairs of 300 users; about 2 minutes for a pair
#   MOST=1.02 bench/two-builds.sh OTHER          exit code 1 when the lower end of the application servers' interval is above it
# SETTINGS ("-c small") may come from the environment. Leaves no deployment; results stay in the results/ of each build.
set -uo pipefail
here="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
[[ $# -gt 0 && -x "$1/gavel" ]] || { sed -n '2,9p' "$0" | sed 's/^# \?//'; exit 4; }
other="$(cd "$1" && pwd)"
pairs="${2:-6}"
users="${3:-300}"
name="two-builds-$$"
figures="$(mktemp)"
read -r -a more <<< "${SETTINGS:-}"
load=(--users "$users" --set load.ramp=5s --set load.warmUp=15s --set load.measure=40s --set load.rampDown=2s)
trap 'for build in "$here" "$other"; do (cd "$build" && ./gavel down "$name" > /dev/null 2>&1); done; rm -f "$figures" "$figures.said"' EXIT
trap 'exit 130' INT TERM

for build in "$here" "$other"; do
  (cd "$build" && ./gavel up --deployment "$name" --users "$users" "${more[@]}" > "$figures" 2>&1) || { cat "$figures" >&2; exit 3; }
done
: > "$figures"

newest() { ls -td "$1"/results/[0-9]* 2> /dev/null | head -1; } # build

measure() { # label build number
  local before result code=0
  before="$(newest "$2")"
  (cd "$2" && ./gavel run --deployment "$name" "${load[@]}" > "$figures.said" 2>&1) || code=$?
  result="$(newest "$2")"
  if [[ "$code" -gt 2 || "$result" == "$before" ]]; then
    tail -n 5 "$figures.said" >&2
    echo "two-builds: not run (exit code $code): $1" >&2
    exit 3
  fi
  python3 - "$result/result.json" "$1" "$3" "$figures" << 'PY'
import json, sys
result = json.load(open(sys.argv[1]))
line = {"build": sys.argv[2], "pair": int(sys.argv[3]), "status": result["verdict"]["status"],
        "step": result["collected"]["machine"].get("arithmeticNanos") or 0,
        "cost": {tier["tier"]: tier["cpuSecondsPer1000"] for tier in result["tiers"]}}
open(sys.argv[4], "a").write(json.dumps(line) + "\n")
print(f"{line['build']:6} {line['status']:8} step {line['step']:.3f} ns  "
      + "  ".join(f"{tier} {cost:.3f}" for tier, cost in line["cost"].items()), flush=True)
PY
}

# The first load of each is what makes it warm.
for ((pair = 0; pair <= pairs; pair++)); do
  if ((pair % 2)); then measure this "$here" "$pair"; measure other "$other" "$pair"
  else measure other "$other" "$pair"; measure this "$here" "$pair"; fi
done
rm -f "$figures.said"
python3 - "$figures" "${MOST:-}" << 'PY'
import json, math, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
lines = [line for line in lines if line["pair"] > 0]
student = [0, 6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753]
this = {line["pair"]: line for line in lines if line["build"] == "this"}
other = {line["pair"]: line for line in lines if line["build"] == "other"}
above = False


def interval(ratios):
    logs = [math.log(ratio) for ratio in ratios]
    mean = sum(logs) / len(logs)
    if len(logs) < 2:
        return math.exp(mean), 0, math.inf
    spread = math.sqrt(sum((each - mean) ** 2 for each in logs) / (len(logs) - 1) / len(logs))
    half = spread * (student[len(logs) - 1] if len(logs) <= 16 else 1.7)
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


for tier in this[1]["cost"]:
    pairs = [(this[pair], other[pair]) for pair in this if tier in this[pair]["cost"] and tier in other[pair]["cost"]]
    if not pairs or not all(a["cost"][tier] > 0 and b["cost"][tier] > 0 for a, b in pairs):
        continue
    raw = interval([a["cost"][tier] / b["cost"][tier] for a, b in pairs])
    text = f"{tier:14} this/other {raw[0]:.3f} ({raw[1]:.3f} to {raw[2]:.3f})"
    if all(a["step"] and b["step"] for a, b in pairs):
        steps = interval([a["cost"][tier] / a["step"] * b["step"] / b["cost"][tier] for a, b in pairs])
        text += f"   by steps of arithmetic {steps[0]:.3f} ({steps[1]:.3f} to {steps[2]:.3f})"
        raw = min(raw, steps, key=lambda each: each[2] - each[1])
    print(text)
    above |= tier == "appServers" and bool(sys.argv[2]) and raw[1] > float(sys.argv[2])
sys.exit(1 if above else 0)
PY
