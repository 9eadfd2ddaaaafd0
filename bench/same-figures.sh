#!/usr/bin/env bash
# The same layout on this machine divided into hosts (platform local) and on machines reached by ssh, in turn: balancer, web server, two
# application servers, data, driver. Prints throughput and the application servers' CPU for 1,000 operations of each run, and the ratio of
# the two ways with its 90 % interval (Student's t on the logarithms). Stand-ins for the machines (bench/stand-ins.sh base haproxy nginx
# postgresql rabbitmq-server); needs root.
#   bench/same-figures.sh [RUNS [USERS]]      runs of each way, default 5 200; about five minutes for a pair
# Exit code 1 when an interval does not hold 1, or a run is not PASS.
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
runs="${1:-5}"
users="${2:-200}"
private_home
stand_in_machines
load=(--users "$users" --set load.ramp=10s --set load.warmUp=30s --set load.measure=60s --set load.rampDown=3s)
figures="$home/figures.jsonl"

# The same file with the machines' section replaced: hosts on this machine, the driver with one of its own too.
{ sed -e '/^hosts:/,/^load:/{/^load:/!d}' -e 's/^name: .*/name: local-small/' "$project/deploy/configs/hosts-small.yaml"
  printf 'hosts:\n  isolated: true\n  drivers: {count: 1}\n'; } > "$home/local-small.yaml"
cp "$project/deploy/configs/hosts-small.yaml" "$home/ssh-small.yaml"

measure() { # way
  local code=0
  "$home/gavel" run -c "$home/$1-small.yaml" "${load[@]}" > "$home/$1.txt" 2>&1 < /dev/null || code=$?
  if [[ "$code" -gt 2 ]]; then # the newest result would be that of the other way
    tail -n 5 "$home/$1.txt"
    echo "$1: not run (exit code $code)"
    exit 3
  fi
  python3 - "$(ls -d "$home"/results/[0-9]* | tail -1)/result.json" "$1" "$figures" << 'PY'
import json, sys
result = json.load(open(sys.argv[1]))
load = result["load"]
seconds = (load["measuredToMillis"] - load["measuredFromMillis"]) / 1e3
line = {"way": sys.argv[2], "status": result["verdict"]["status"],
        "throughput": sum(o["succeeded"] for o in load["operations"]) / seconds,
        "cpu": next(t["cpuSecondsPer1000"] for t in result["tiers"] if t["tier"] == "appServers")}
open(sys.argv[3], "a").write(json.dumps(line) + "\n")
print(f"{line['way']:6} {line['status']:8} {line['throughput']:8.1f} operations/s   {line['cpu']:.3f} CPU seconds for 1,000", flush=True)
PY
}

"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up 6 || exit 3
for ((run = 1; run <= runs; run++)); do
  if ((run % 2)); then measure local; measure ssh; else measure ssh; measure local; fi
done
python3 - "$figures" << 'PY'
import json, math, statistics, sys
T90 = {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 5: 2.015, 6: 1.943, 7: 1.895, 8: 1.860, 9: 1.833}  # Student, two-sided 90 %
lines = [json.loads(line) for line in open(sys.argv[1])]
wrong = any(line["status"] != "PASS" for line in lines)
pairs = min(sum(line["way"] == way for line in lines) for way in ("local", "ssh"))
for name in ("throughput", "cpu"):
    of = {way: [math.log(line[name]) for line in lines if line["way"] == way] for way in ("local", "ssh")}
    differences = [far - near for near, far in zip(of["local"], of["ssh"])]
    middle = statistics.mean(differences)
    if pairs < 2:
        print(f"{name}: ssh / local {math.exp(middle):.3f}, one pair says nothing of its scatter")
        continue
    half = T90.get(pairs - 1, 1.8) * statistics.stdev(differences) / math.sqrt(pairs)
    low, high = math.exp(middle - half), math.exp(middle + half)
    wrong |= not low <= 1 <= high
    print(f"{name}: ssh / local {math.exp(middle):.3f}, 90 % interval {low:.3f} to {high:.3f}, {pairs} pairs")
sys.exit(wrong)
PY
