#!/usr/bin/env bash
# What encryption between the tiers costs: each layout plain and with encryption.betweenTiers, in turn. Prints the verdict, throughput and CPU
# seconds for 1,000 operations of each tier, and the ratio of the two. Layouts that need servers which are not installed here are named and left out.
#   bench/encryption.sh [RUNS [USERS [SECONDS [LAYOUT…]]]]     runs of each way, default 2 50 30 and all layouts; a minute and a half for a run
# Exit code 1 when a run is not PASS, or compare does not name the setting.
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
runs="${1:-2}"
users="${2:-50}"
seconds="${3:-30}"
shift $(($# < 3 ? $# : 3))
declare -A layouts=(
  [embedded]=""
  [installed]="relational=postgresql broker=rabbitmq documents=server webServers=nginx balancers=haproxy"
  [decrypting]="documents=server webServers=nginx balancers=haproxy"
  [others]="relational=mariadb documents=server webServers=httpd"
  [caddy]="webServers=caddy"
  [balanced]="balancers=haproxy"
)
chosen=("$@")
[[ ${#chosen[@]} -gt 0 ]] || chosen=(embedded installed decrypting others caddy balanced)
private_home
failed=0
figures="$home/figures.jsonl"

measure() { # layout, true or false
  local layout="$1" options=() implementation
  for implementation in ${layouts[$layout]}; do
    options+=(--set "${implementation%=*}.implementation=${implementation#*=}")
  done
  [[ $layout == decrypting ]] && options+=(--set balancers.tls=terminate)
  "$home/gavel" run --users "$users" "${options[@]}" --set "encryption.betweenTiers=$2" --set load.ramp=5s --set load.warmUp=20s \
    --set "load.measure=${seconds}s" --set load.rampDown=3s > "$home/run.txt" 2>&1 < /dev/null
  local code=$?
  if [[ $code -gt 1 ]]; then
    tail -n 5 "$home/run.txt"
    echo "$layout: not run (exit code $code)"
    return 1
  fi
  python3 - "$(ls -d "$home"/results/[0-9]* | tail -1)/result.json" "$layout" "$2" "$figures" << 'PY'
import json, sys
result = json.load(open(sys.argv[1]))
load = result["load"]
measured = (load["measuredToMillis"] - load["measuredFromMillis"]) / 1e3
tiers = {tier["tier"]: tier["cpuSecondsPer1000"] for tier in result["tiers"] if tier.get("cpuSecondsPer1000")}
line = {"layout": sys.argv[2], "encrypted": sys.argv[3] == "true", "status": result["verdict"]["status"], "cpu": tiers,
        "throughput": sum(o["succeeded"] for o in load["operations"]) / measured}
open(sys.argv[4], "a").write(json.dumps(line) + "\n")
print(f"{line['layout']:11} {'encrypted' if line['encrypted'] else 'plain':9} {line['status']:8} {line['throughput']:7.1f}/s  "
      + "  ".join(f"{tier} {cpu:.3f}" for tier, cpu in tiers.items()), flush=True)
sys.exit(line["status"] != "PASS")
PY
}

for layout in "${chosen[@]}"; do
  for ((run = 1; run <= runs; run++)); do
    if ((run % 2)); then ways="false true"; else ways="true false"; fi
    for way in $ways; do measure "$layout" "$way" || failed=1; done
  done
  mapfile -t results < <(ls -d "$home"/results/[0-9]* 2> /dev/null | tail -2)
  "$home/gavel" compare "${results[@]}" 2> /dev/null | grep -q encryption.betweenTiers || { echo "compare does not name the setting"; failed=1; }
done
python3 - "$figures" << 'PY'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
for layout in dict.fromkeys(line["layout"] for line in lines):
    ways = {way: [line["cpu"] for line in lines if line["layout"] == layout and line["encrypted"] == way] for way in (False, True)}
    if all(ways.values()):
        mean = {way: {tier: sum(cpu.get(tier, 0) for cpu in runs) / len(runs) for tier in runs[0]} for way, runs in ways.items()}
        print(f"{layout}: encrypted / plain, CPU seconds for 1,000 operations: "
              + ", ".join(f"{tier} {mean[True].get(tier, 0):.3f} / {cpu:.3f} = {mean[True].get(tier, 0) / cpu:.2f}" for tier, cpu in mean[False].items()))
PY
exit $failed
