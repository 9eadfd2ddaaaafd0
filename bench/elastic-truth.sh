#!/usr/bin/env bash
# Delays that are planted between the wish for a server and its help: are they found in the right link? And are supplies ranked as they must be?
#   bench/elastic-truth.sh links [SECONDS …]   delays of 2, 5 and 10 s in the decision, in created → ready and in ready → first request; about
#                                              4 min each
#   bench/elastic-truth.sh rank [REPEATS]      a perfect schedule, one that is late by 30 s, and a fixed supply of one server (3 repeats each):
#                                              users must have been served well in that order; about 5 min for each of 3, and 4 a repeat
# CAPACITY names a result of `gavel scale` of this configuration, else the peaks of 1 and 2 servers are searched first. Created → ready: the
# process of the new server is stopped (SIGSTOP) for so long as soon as it is there. Ready → first request: the master process of Nginx, which
# tells its workers of a new server, is stopped until so long after the new server is ready. What a link takes by itself is measured without a
# delay first. Exit code 0 when each delay is found within TOLERANCE (0.5 s) in its link, or the ranking is right; 1 otherwise. QUOTA (0.3).
set -uo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." || exit 3
[[ "$(id -u)" == 0 ]] || { echo "elastic-truth: skipped, quotas can be set by root only"; exit 3; }
what="${1:-}"
name="elastic-truth-$$"
output="$(mktemp)"
planter=""
trap '[[ -z "$planter" ]] || kill "$planter" 2> /dev/null; rm -f "$output"' EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT
load=(-c small --set balancers.implementation=none --set appServers.cpu="${QUOTA:-0.3}" --most 2 --shape step)
capacity="${CAPACITY:-}"

# $1 label, $2 supply, $3 seconds of the path, $4 repeats
elastic() {
  local known=()
  [[ -z "$capacity" ]] || known=(--capacity "$capacity")
  ./gavel elastic "${load[@]}" "${known[@]}" --supply "$2" --duration "${3}s" --repeat "$4" --name "$name-$1" > "$output" 2>&1
  code=$?
  result="$(ls -td results/*-"$name-$1" | head -1)"
  capacity="$(sed -n 's/^N(k) is in \([^:]*\):.*/\1/p' "$output" | grep . || echo "$capacity")"
  grep -E '^  (probe|pass) ' "$output"
  [[ "$code" == 0 ]] || { echo "exit code $code"; tail -8 "$output"; }
}

# Waits for the second server of deployment $1, and plants a delay of $3 s in link $2.
plant() {
  exec python3 - "$@" << 'P'
import glob, json, os, signal, sys, time, urllib.request
pattern, link, delay = sys.argv[1], sys.argv[2], float(sys.argv[3])
def pid(name):
    for file in glob.glob(pattern + "/processes/" + name + ".json"):
        try:
            return json.load(open(file))["pid"], os.path.dirname(os.path.dirname(file))
        except (OSError, ValueError):
            pass
    return None, None
def awaited(name):
    while True:
        found, directory = pid(name)
        if found and os.path.exists("/proc/%d" % found):
            return found, directory
        time.sleep(0.01)
server, directory = awaited("app2")
if link == "ready":
    os.kill(server, signal.SIGSTOP)
    time.sleep(delay)
    os.kill(server, signal.SIGCONT)
else:
    master, _ = awaited("nginx1")
    os.kill(master, signal.SIGSTOP)
    try:
        text = open(directory + "/settings/app2.yaml").read()
        management = text[text.index("management:"):]
        port = int(management[management.index("port:") + 5:].split()[0].strip('",}'))
        while True:
            try:
                if urllib.request.urlopen("http://127.0.0.1:%d/actuator/health/readiness" % port, timeout=1).status == 200:
                    break
            except OSError:
                pass
            time.sleep(0.02)
        time.sleep(delay)
    finally:
        os.kill(master, signal.SIGCONT)
print("planted %.0f s in %s" % (delay, link), flush=True)
P
}

link() { # of the last result: seconds of the link $1 of the server that came
  python3 - "$result/elastic.json" "$1" << 'P'
import json, sys
links = json.load(open(sys.argv[1]))["passes"][0]["links"][0]["links"]
ends = {"decision": ("needed", "decided"), "ready": ("created", "ready"), "request": ("ready", "firstRequest")}[sys.argv[2]]
print("%.2f" % (links[ends[1]] - links[ends[0]]) if None not in (links[ends[0]], links[ends[1]]) else "unknown")
P
}

# The path is 120 s: two servers are needed from second 30 on, to 78.
links() {
  local delays=("$@") wrong=0 rows=() link delay supply found base
  [[ ${#delays[@]} -gt 0 ]] || delays=(2 5 10)
  declare -A of
  elastic base schedule:0s=1,30s=2,110s=1 120 1
  for link in ready request decision; do of[$link]="$(link "$link")"; done
  for link in ${LINKS:-decision ready request}; do
    for delay in "${delays[@]}"; do
      supply=schedule:0s=1,30s=2,110s=1
      planter=""
      if [[ "$link" == decision ]]; then
        supply="schedule:0s=1,$((30 + delay))s=2,110s=1"
      else
        plant ".gavel/*-$name-$link-$delay" "$link" "$delay" &
        planter=$!
      fi
      elastic "$link-$delay" "$supply" 120 1
      [[ -z "$planter" ]] || kill "$planter" 2> /dev/null
      found="$(link "$link")"
      base="${of[$link]}"
      rows+=("$(python3 - "$link" "$delay" "$base" "$found" "${TOLERANCE:-0.5}" << 'P'
import sys
link, delay, base, found, tolerance = sys.argv[1:]
if "unknown" in (base, found):
    print("%-10s %6s %10s %10s %10s WRONG" % (link, delay, base, found, "–"))
else:
    more = float(found) - float(base)
    right = abs(more - float(delay)) <= float(tolerance)
    print("%-10s %6s %10s %10s %10.2f %s" % (link, delay, base, found, more, "found" if right else "WRONG"))
P
      )")
    done
  done
  printf '%-10s %6s %10s %10s %10s\n' link planted without with difference
  printf '%s\n' "${rows[@]}"
  [[ "${rows[*]}" != *WRONG* ]]
}

rank() {
  local repeats="${1:-3}" each supply found=()
  for each in perfect late fixed; do
    case "$each" in
      # A start takes its time: who knows the path orders before.
      perfect) supply="schedule:0s=1,${AHEAD:-5}s=2,82s=1" ;;
      late) supply="schedule:0s=1,$((${AHEAD:-5} + 30))s=2,112s=1" ;;
      fixed) supply=fixed:1 ;;
    esac
    echo "== $each"
    elastic "$each" "$supply" 120 "$repeats"
    found+=("$each=$result")
  done
  python3 - "${found[@]}" << 'P'
import json, statistics, sys
t90 = {1: 6.314, 2: 2.920, 3: 2.353, 4: 2.132, 9: 1.833}
rows, wrong = [], []
for argument in sys.argv[1:]:
    supply, directory = argument.split("=", 1)
    result = json.load(open(directory + "/elastic.json"))
    if result["verdict"] != "MEASURED":
        wrong.append("%s is %s: %s" % (supply, result["verdict"], result["problem"]))
    values = [100 * each["goodShare"] for each in result["passes"] if not each["problem"]]
    n = len(values) - 1
    if values:
        half = t90[max(k for k in t90 if k <= n)] * statistics.stdev(values) / len(values) ** 0.5 if n >= 1 else float("nan")
        rows.append((supply, statistics.mean(values), half))
print("%-10s %22s   %s" % ("supply", "user time served well", "90 % interval"))
for supply, mean, half in rows:
    print("%-10s %20.1f %%   %s" % (supply, mean, "one pass" if half != half else "%.1f to %.1f" % (mean - half, mean + half)))
for (one, a, _), (two, b, _) in zip(rows, rows[1:]):
    if a <= b:
        wrong.append("%s (%.1f %%) is not found to be better than %s (%.1f %%)" % (one, a, two, b))
for each in wrong:
    print("WRONG: " + each)
sys.exit(1 if wrong or len(rows) < 3 else 0)
P
}

case "$what" in
  links) links "${@:2}" ;;
  rank) rank "${2:-3}" ;;
  *)
    sed -n '2,13p' "$0" | sed 's/^# \?//'
    exit 4
    ;;
esac
