#!/usr/bin/env bash
# Two workload drivers on machines whose clocks are wrong by a known time: the offset is found within 2 ms, and the latency of news is that of
# right clocks, or the result is INVALID. Stand-ins for the machines (bench/stand-ins.sh); needs root, gcc.
#   bench/machine-clocks.sh [FIRST SECOND]     milliseconds, default 750 -1300; about two minutes for each of two runs
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
first="${1:-750}"
second="${2:--1300}"
private_home
stand_in_machines

cat > "$home/clocks.yaml" <<YAML
name: clocks
hosts:
  machines:
    - {name: data1, address: 10.251.7.11, tiers: [services]}
    - {name: app1, address: 10.251.7.12, tiers: [appServers]}
    - {name: drive1, address: 10.251.7.13, tiers: [drivers]}
    - {name: drive2, address: 10.251.7.14, tiers: [drivers]}
drivers: {count: 2}
load: {users: 100, ramp: 5s, warmUp: 15s, measure: 40s, rampDown: 3s}
YAML

measure() { # label
  local code
  "$home/gavel" run -c "$home/clocks.yaml" > "$home/run.txt" 2>&1 < /dev/null
  code=$?
  echo "$1: exit $code, $(grep -m1 -oE '^(PASS|FAIL|INVALID|ERROR).*' "$home/run.txt" | cut -c1-120)"
  [[ $code == [012] ]] || { tail -n 5 "$home/run.txt"; exit 1; }
}

figures() { # label, offsets that are right: of the newest result
  python3 - "$(ls -d "$home"/results/[0-9]* | tail -1)/result.json" "$1" "$2" "$3" "$home/news" << 'PY'
import json, os, sys
result, label, planted, kept = json.load(open(sys.argv[1])), sys.argv[2], [int(sys.argv[3]), int(sys.argv[4])], sys.argv[5]
wrong = False
for driver, right in zip(result["load"]["drivers"], planted):
    found, bound = driver["clock"]["offsetMicros"] / 1e3, driver["clock"]["boundMicros"] / 1e3
    far = abs(found - right)
    wrong |= far > 2
    print(f"  {driver['name']}: planted {right} ms, found {found:.2f} ms, known to {bound:.2f} ms, off by {far:.2f} ms")
news = json.dumps(result["load"]["news"])
status = result["verdict"]["status"]
points = {p["quantile"]: p["micros"] / 1e3 for p in result["load"]["news"]["latency"]["percentiles"]} if "latency" in result["load"]["news"] else {}
print(f"  news: {points}")
if label == "right":
    open(kept, "w").write(json.dumps(points))
elif status != "INVALID":
    before = json.load(open(kept))
    middle = points.get(0.5), before.get("0.5")
    wrong |= abs(middle[0] - middle[1]) > 20
    print(f"  median of news: {middle[1]} ms with right clocks, {middle[0]} ms with wrong ones")
sys.exit(wrong)
PY
}

"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up 4 || exit 3
measure "right clocks"
figures right 0 0 || exit 1
"$stand_ins" clock si3 "$first" && "$stand_ins" clock si4 "$second" || exit 3
measure "wrong clocks"
figures wrong "$first" "$second" || exit 1
echo "the offsets were found"
