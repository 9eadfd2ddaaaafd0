#!/usr/bin/env bash
# `gavel run --platform kubernetes` on two real nodes, with the rights of deploy/helm/role.yaml only and in a namespace that admits restricted pods only:
# minimal and small, what stands in its way, a pod that is deleted, an API server that is away, more servers, an interrupt, a harness that is killed;
# after each nothing is left. Needs root.
#   bench/kubernetes-runs.sh CLUSTER ARCHIVES [WHAT …]
# CLUSTER: a directory that bench/cluster.sh has built; ARCHIVES: of this build, made by bench/images.sh or `gavel images --save`.
# WHAT: refused minimal small deleted memory evicted away scaled interrupted (without any: these, about 45 min), and
#   replicas (9 min)      application servers in a StatefulSet, whose pods come and go with `gavel scale-to`
#   failover (18 min)     the pod of one of two application servers is deleted three times under load, then with an interrupt in between
#   sweep (45 min)        `gavel scale --app-servers 1..3` with a quota of 0.2 cores; SERVERS=1..2 for other numbers (25 min)
#   autoscaled (20 min)   `gavel elastic --supply hpa`: metrics-server and the cluster's autoscaler take 1 to 3 application servers and back to 1.
#                         N(k) is that of CAPACITY, the directory of a result of a sweep; else numbers are given that one server and three surely
#                         need. metrics-server is built the first time, 4 min
# Exit code 1 when anything is not as it should be.
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
source "$project/bench/checks.sh"
cluster="$(readlink -f "${1:?a directory that bench/cluster.sh has built}")" archives="$(readlink -f "${2:?a directory with archives of images}")"
shift 2
what=" ${*:-refused minimal small deleted memory evicted away scaled interrupted} "
[[ -x "$cluster/bin/kubelet" ]] || { echo "kubernetes-runs: NOT TESTED, no cluster was built in $cluster (bench/cluster.sh build)" >&2; exit 3; }
private_home
work="$(mktemp -d /var/tmp/gavel-kubernetes-runs-XXXXXX)"
namespace=bench
end() {
  [[ -z "${stopped:-}" ]] || kill -CONT "$stopped" 2> /dev/null
  [[ -z "${watcher:-}" ]] || kill "$watcher" 2> /dev/null
  if [[ -n "${harness:-}" ]]; then
    # Not the shell around it, which would end without it.
    pgrep -f "gavel.home=$home" | xargs -r kill 2> /dev/null
    wait "$harness" 2> /dev/null
  fi
  "$project/bench/cluster.sh" down "$cluster" > "$work/down" 2>&1
  rm -rf "$work"
  leave_home
}
trap end EXIT
kc() { KUBECONFIG="$cluster/admin.conf" kubectl -n "$namespace" "$@"; }
gavel() { (cd "$home" && KUBECONFIG="$work/runner.conf" GAVEL_BUILD=last exec ./gavel "$@"); }
there=(--platform kubernetes --context gavel-test --namespace "$namespace" --set kubernetes.registry=registry.gavel:5000)
left() {
  kc get all,horizontalpodautoscalers,configmaps,secrets,persistentvolumeclaims -A -l app.kubernetes.io/managed-by=gavel -o name || echo "the cluster does not answer"
  kc get all,configmaps,secrets,persistentvolumeclaims -o name | grep -vE '^(configmap/kube-root-ca.crt|service/kubernetes)$'
  ls -A "$home/.gavel" 2> /dev/null
}
refused() { # name, text, seconds at most, command...
  local name="$1" text="$2" longest="$3" begun=$SECONDS code
  shift 3
  "$@" > "$work/out" 2>&1
  code=$?
  [[ "$code" == 3 ]] && grep -qF "$text" "$work/out" && (( SECONDS - begun <= longest ))
  say "$name: exit code 3 after $((SECONDS - begun)) s ($(grep -F "$text" "$work/out" | head -1 | cut -c1-200))" $?
  grep -qF "$text" "$work/out" || tail -5 "$work/out"
  nothing_left "$name"
}
# A harness that has ended says no more.
says() { grep -qE "$1" "$work/out" || ! kill -0 "$harness" 2> /dev/null; }
measuring() { says "[0-9] s measure "; }

# With more than 10 % a limit that breaks makes a run invalid, and each probe of a sweep: the cluster itself is on these cores.
outside() {
  python3 - "$(ls -td "$home"/results/*/ | head -1)/result.json" << 'T'
import json, sys
print("  processes outside the run took %.0f %% of the machine" % (100 * json.load(open(sys.argv[1]))["collected"]["machine"]["outside"]["share"]))
T
}

begun=$SECONDS
"$project/bench/cluster.sh" up "$cluster" 2 > "$work/up" 2>&1 || { tail "$work/up"; exit 3; }
say "two nodes in $((SECONDS - begun)) s" 0
begun=$SECONDS
tag="$(sed -n 's/^appVersion: //p' "$project/deploy/helm/gavel/Chart.yaml")"
for image in app driver services postgresql rabbitmq nginx haproxy; do
  "$project/bench/cluster.sh" push "$cluster" "$archives/$image.tar" "gavel/$image:$tag" || exit 3
done
say "images loaded in $((SECONDS - begun)) s" 0
KUBECONFIG="$cluster/admin.conf" kubectl create namespace "$namespace" > /dev/null \
  && kc label namespace "$namespace" pod-security.kubernetes.io/enforce=restricted > /dev/null 2>&1
{ sed -n '1,/# The chart/p' "$project/deploy/helm/role.yaml"; } > "$work/role.yaml"
kc apply -f "$work/role.yaml" > /dev/null && kc create rolebinding runner --role gavel-installer --user runner > /dev/null
say "a namespace that admits restricted pods only, and a user with the two rules of the role that a run needs" $?
openssl req -newkey rsa:2048 -nodes -keyout "$work/runner.key" -subj /CN=runner -out "$work/runner.csr" 2> /dev/null
openssl x509 -req -in "$work/runner.csr" -CA "$cluster/pki/ca.crt" -CAkey "$cluster/pki/ca.key" -CAcreateserial -days 1 -out "$work/runner.crt" 2> /dev/null
cp "$cluster/admin.conf" "$work/runner.conf"
kubectl --kubeconfig "$work/runner.conf" config set-credentials u --client-certificate "$work/runner.crt" --client-key "$work/runner.key" > /dev/null

if [[ "$what" == *" refused "* ]]; then
  refused "no cluster" "no cluster answers" 30 env KUBECONFIG=/nowhere GAVEL_BUILD=last "$home/gavel" run --platform kubernetes
  mkdir "$work/bin"
  for program in $(compgen -c | sort -u); do
    path="$(type -P "$program")" && [[ "$program" != kubectl* ]] && ln -sf "$path" "$work/bin/$program"
  done
  refused "no kubectl" "kubectl is not installed" 30 env GAVEL_BUILD=last PATH="$work/bin" "$home/gavel" run --platform kubernetes
  kc delete rolebinding runner > /dev/null
  refused "no right at all" "you may not create pods/exec in namespace bench" 30 gavel run "${there[@]}"
  kc create rolebinding runner --role gavel-installer --user runner > /dev/null
  refused "image missing" "ImagePullBackOff" 90 gavel run "${there[@]}" --set kubernetes.registry=registry.gavel:5000/nowhere
  refused "node without room" "Unschedulable" 60 gavel run "${there[@]}" --set hosts.appServers.memory=900g --set hosts.startWithin=15s
  refused "no node has the label" "Unschedulable" 60 gavel run "${there[@]}" --set 'kubernetes.nodeSelector=[pool=none]' --set hosts.startWithin=15s
  refused "claim unbound" "host app1" 60 gavel run "${there[@]}" --set kubernetes.storageClass=none --set hosts.startWithin=15s
  kc create quota small --hard=pods=2 > /dev/null
  refused "quota exceeded" "exceeded quota" 60 gavel run "${there[@]}"
  kc delete quota small > /dev/null
fi

for configuration in minimal small; do
  [[ "$what" == *" $configuration "* ]] || continue
  begun=$SECONDS
  gavel run "${there[@]}" -c "$configuration" > "$work/out" 2>&1
  code=$?
  say "$configuration: $(grep -m1 -oE '^(PASS|FAIL|INVALID)' "$work/out") in $((SECONDS - begun)) s" "$code"
  cp "$work/out" "/tmp/kubernetes-runs-$configuration.out"
  [[ "$code" == 0 ]] || tail -40 "$work/out"
  grep -E "^  |phase|ready" "$work/out" | grep -iE 'services|data|servers|stop' | head -12
  result="$(ls -td "$home"/results/*/ | head -1)"
  [[ -s "$result/logs/kubernetes.yaml" && -s "$result/logs/pods.txt" && -s "$result/logs/app1.log" ]]
  say "$configuration: logs, pods and their nodes are in the result" $?
  outside
  nothing_left "$configuration"
done

for how in deleted memory evicted; do
  [[ "$what" == *" $how "* ]] || continue
  : > "$work/out"
  # A kubelet looks every one to two minutes how full the volumes of its pods are.
  gavel run "${there[@]}" --set "load.measure=$([[ "$how" == evicted ]] && echo 210s || echo 60s)" > "$work/out" 2>&1 &
  harness=$!
  await 600 measuring
  pod="$(kc get pods -l gavel.host=app1 -o name)"
  if [[ "$how" == deleted ]]; then
    kc delete "$pod" --grace-period=1 --wait=false > /dev/null
    text="its pod: "
  elif [[ "$how" == evicted ]]; then
    kc exec "$pod" -c host -- dd if=/dev/zero of=/tmp/more bs=1M count=300 > /dev/null 2>&1
    text="its pod: it was evicted"
  else
    # A process in its container that takes all the memory there is.
    kc exec "$pod" -c host -- sh -c 'a=x; while :; do a=$a$a; done' > /dev/null 2>&1
    text="as its container was out of memory"
  fi
  wait "$harness"
  code=$?
  harness=
  [[ "$code" == 2 ]] && grep -q '^INVALID' "$work/out" && grep -qF "$text" "$work/out"
  say "$how, while it is measured, makes the result INVALID: $(grep -F "$text" "$work/out" | head -1 | cut -c1-200)" $?
  grep -qF "$text" "$work/out" || tail -30 "$work/out"
  nothing_left "$how"
done

if [[ "$what" == *" away "* ]]; then
  : > "$work/out"
  gavel run "${there[@]}" --set load.measure=60s > "$work/out" 2>&1 &
  harness=$!
  await 600 measuring
  stopped="$(cat "$cluster/pid/apiserver")"
  kill -STOP "$stopped"
  sleep 30
  kill -CONT "$stopped"
  stopped=
  begun=$SECONDS
  wait "$harness"
  code=$?
  harness=
  say "API server away for 30 s: exit code $code $((SECONDS - begun)) s later, $(grep -m1 -E '^(PASS|FAIL|INVALID)' "$work/out" | cut -c1-200)" "$([[ "$code" == 0 || "$code" == 2 ]]; echo $?)"
  nothing_left "away"
fi

if [[ "$what" == *" scaled "* ]]; then
  gavel up "${there[@]}" -c small --users 60 --set appServers.most=2 --deployment kept > "$work/out" 2>&1
  say "up" $? || tail -20 "$work/out"
  run="$home/.gavel/kept"
  grep -oE '"[A-Za-z0-9_-]{16,}"' "$run/secrets.json" | tr -d '"' > "$work/secrets"
  kc get pods,configmaps,secrets -o yaml > "$work/seen"
  cat "$run"/kubernetes*.yaml >> "$work/seen"
  for pod in $(kc get pods -o name); do kc exec "$pod" -c host -- sh -c 'cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ' 2> /dev/null | tr '\0' '\n' >> "$work/seen"; done
  [[ -s "$work/secrets" && -s "$work/seen" ]] && ! grep -qFf "$work/secrets" "$work/seen"
  say "no secret is in an object, a command line or an environment" $?
  begun=$SECONDS
  gavel scale-to 2 --deployment kept > "$work/out" 2>&1
  say "a second application server in $((SECONDS - begun)) s" $? || tail -20 "$work/out"
  gavel status > "$work/out" 2>&1
  grep -qE "running +app2 " "$work/out"
  say "status knows it" $? || cat "$work/out"
  gavel scale-to 1 --deployment kept > "$work/out" 2>&1
  say "and one again" $?
  gavel down kept > "$work/out" 2>&1
  say "down" $?
  nothing_left "down"
fi

if [[ "$what" == *" replicas "* ]]; then
  kc apply -f "$project/deploy/helm/role.yaml" > /dev/null
  gavel up "${there[@]}" -c small --users 60 --set appServers.most=2 --set kubernetes.statefulSet=true --deployment kept > "$work/out" 2>&1
  say "up, with a StatefulSet" $? || tail -20 "$work/out"
  wanted() { kc get statefulsets -o jsonpath='{.items[*].spec.replicas}'; }
  for servers in 2 1 2; do
    begun=$SECONDS
    gavel scale-to "$servers" --deployment kept > "$work/out" 2>&1
    code=$?
    [[ "$code" == 0 && "$(wanted)" == "$servers" ]]
    say "application servers and replicas: $servers after $((SECONDS - begun)) s" $?
    [[ "$code" == 0 ]] || tail -20 "$work/out"
  done
  gavel status > "$work/out" 2>&1
  grep -qE "running +app2 " "$work/out"
  say "status knows it" $? || cat "$work/out"
  gavel run --deployment kept --set load.measure=20s > "$work/out" 2>&1
  code=$?
  say "a run of it: $(grep -m1 -oE '^(PASS|FAIL|INVALID)' "$work/out")" "$code"
  [[ "$code" == 0 ]] || tail -20 "$work/out"
  outside
  gavel down kept > "$work/out" 2>&1
  say "down" $?
  nothing_left "replicas"
fi

if [[ "$what" == *" failover "* ]]; then
  kc apply -f "$project/deploy/helm/role.yaml" > /dev/null
  two=(-c small --users 60 --set appServers.count=2 --set kubernetes.statefulSet=true)
  gavel failover "${there[@]}" "${two[@]}" --faults host --tiers broker > "$work/out" 2>&1
  code=$?
  [[ "$code" == 4 ]] && grep -q "loss of the host of rabbitmq1 cannot be made" "$work/out"
  say "a pod that cannot come back is refused: $(grep -m1 "cannot be made" "$work/out" | cut -c1-200)" $?
  nothing_left "refused fault"
  begun=$SECONDS
  gavel failover "${there[@]}" "${two[@]}" --faults host --tiers appServers --repeat 3 > "$work/out" 2>&1
  code=$?
  say "failover with deleted pods in $((SECONDS - begun)) s" "$code"
  [[ "$code" == 0 ]] || tail -40 "$work/out"
  python3 - "$(ls -td "$home"/results/*/ | head -1)/failover.json" << 'T'
import json, sys
walk = json.load(open(sys.argv[1]))
faults = walk["faults"]
for fault in faults:
    print("  fault %s: seen after %s ms, whole after %s s, %s people, %s" % (fault["number"], fault["seenMillis"] - fault["beganMillis"],
          fault["redundancySeconds"], fault["people"], fault["problem"] or "counts"))
remark = any("went with the pods" in each for each in walk["remarks"])
sys.exit(not (walk["verdict"] == "MEASURED" and len(faults) == 3 and all(f["fault"]["kind"] == "HOST" and not f["problem"] for f in faults) and remark))
T
  say "MEASURED: every fault counts, and the lost logs are told" $?
  nothing_left "failover"
  gavel up "${there[@]}" "${two[@]}" --deployment kept > "$work/out" 2>&1
  say "up" $? || tail -20 "$work/out"
  : > "$work/out"
  setsid env --default-signal=INT bash -c 'cd "$1" && shift && KUBECONFIG="$1" GAVEL_BUILD=last && shift && export KUBECONFIG GAVEL_BUILD && exec ./gavel failover "$@"' bash "$home" "$work/runner.conf" --deployment kept --faults host --tiers appServers > "$work/out" 2>&1 &
  harness=$!
  before="$(kc get pods -l gavel.host=app -o jsonpath='{.items[0].metadata.uid}')"
  # A cluster that does not answer has replaced nothing.
  replaced() {
    local now
    now="$(kc get pods -l gavel.host=app -o jsonpath='{.items[0].metadata.uid}' 2> /dev/null)" && [[ -n "$now" && "$now" != "$before" ]] \
      || ! kill -0 "$harness" 2> /dev/null
  }
  await 600 replaced
  kill -INT -- "-$harness"
  wait "$harness" 2> /dev/null
  code=$?
  harness=
  gavel status > "$work/status" 2>&1
  [[ "$code" == 130 ]] && grep -q "loss of the host of app1" "$work/out" && [[ "$(grep -cE 'running +app[12] ' "$work/status")" == 2 ]]
  say "an interrupt meanwhile ends it with 130, and both servers are there" $? || { tail -20 "$work/out"; cat "$work/status"; }
  gavel run --deployment kept --set load.measure=20s > "$work/out" 2>&1
  code=$?
  say "a run of it: $(grep -m1 -oE '^(PASS|FAIL|INVALID)' "$work/out")" "$code" || tail -20 "$work/out"
  gavel down kept > "$work/out" 2>&1
  say "down" $?
  nothing_left "kept"
fi

limited=(--set webServers.implementation=nginx --set appServers.cpu=0.2)
if [[ "$what" == *" sweep "* ]]; then
  begun=$SECONDS
  # Without a cluster one such server carried 153 users, and two 329. A search goes never below 0.3 times the hint.
  gavel scale "${there[@]}" "${limited[@]}" --app-servers "${SERVERS:=1..3}" --hint 200 --probes 4 > "$work/out" 2>&1
  say "scale --app-servers $SERVERS in $((SECONDS - begun)) s" $?
  cp "$work/out" /tmp/kubernetes-runs-sweep.out
  grep -E "^ +(climb  |probe +[0-9]+ +[0-9])|! " "$work/out"
  tail -15 "$work/out"
  result="$(ls -td "$home"/results/*/ | head -1)"
  rm -rf /tmp/kubernetes-runs-sweep && cp -r "$result" /tmp/kubernetes-runs-sweep
  # Where not every number of servers counts, autoscaled is given others.
  python3 - "$result/scale.json" << 'T' && CAPACITY="$result"
import json, sys
without = ["N(%d): %s" % (point["servers"], point["excluded"]) for point in json.load(open(sys.argv[1]))["points"] if point["excluded"]]
print("\n".join("  " + each for each in without) or "  every number of servers counts")
sys.exit(bool(without))
T
  [[ "$SERVERS" == 1..3 ]] || unset CAPACITY
  nothing_left "sweep"
fi

if [[ "$what" == *" autoscaled "* ]]; then
  "$project/bench/cluster.sh" metrics "$cluster" > "$work/metrics" 2>&1
  say "metrics-server has figures" $? || tail -3 "$work/metrics"
  kc apply -f "$project/deploy/helm/role.yaml" > /dev/null
  if [[ -z "${CAPACITY:-}" ]]; then
    CAPACITY="$work/given"
    mkdir "$CAPACITY"
    gavel plan "${there[@]}" "${limited[@]}" --settings | sed -n '/^name: /,$p' > "$work/settings"
    python3 - "$work/settings" 60 200 400 > "$CAPACITY/scale.json" << 'T'
import json, sys
users = [int(each) for each in sys.argv[2:]]
phases = {"rampSeconds": 15, "warmUpSeconds": 15, "measureSeconds": 60, "rampDownSeconds": 10}
day = "2026-01-01T00:00:00Z"
points = [{"servers": i + 1, "directory": "", "conclusion": {"kind": "FOUND", "peak": {"lower": n, "middle": n, "upper": n}, "users": 0, "reason": ""},
           "use": None, "excluded": "", "ofLinear": None, "setUsers": n, "measured": 0, "seconds": 0} for i, n in enumerate(users)]
json.dump({"schemaVersion": 2, "run": {"id": "given", "name": "given", "command": "", "startedAt": day, "finishedAt": day, "users": users[-1],
           "profile": "liveauction", "length": "smoke", "services": "embedded", "phases": phases, "seed": 1},
           "search": {"from": 10, "most": 100000, "width": 0.05, "probes": 12, "budget": "PT4H", "seed": 1}, "order": [1, 2, 3], "quota": 0.2,
           "points": points, "line": None, "law": None, "predictedSeconds": 0, "seconds": 0, "remarks": ["N(k) was given, not measured."],
           "disclosure": {"configuration": open(sys.argv[1]).read(), "host": None, "hosts": [], "versions": {}, "processes": [], "driver": "",
                          "sharedCores": True, "durability": [], "dataSet": {}}}, sys.stdout)
T
  fi
  mkdir -p "$home/results"
  [[ "$CAPACITY" -ef "$home/results/$(basename "$CAPACITY")" ]] || cp -r "$CAPACITY" "$home/results/"
  # With 0.3 of N(3), as the ready paths have, one server used more than 80 % of its quota: it never came back to one. A minute with few people,
  # four and a half with many, in which a server takes a minute to start, and two and a half with few.
  read -r few many < <(python3 - "$CAPACITY/scale.json" << 'T'
import json, sys
peaks = [(point["conclusion"] or {}).get("peak") for point in json.load(open(sys.argv[1]))["points"]]
if all(peaks):
    print(max(1, int(0.15 * peaks[0]["middle"])), int(0.9 * peaks[-1]["middle"]))
T
  )
  echo "  users: ${few:-unknown}, then ${many:-unknown}, then ${few:-unknown}"
  elastic=("${there[@]}" "${limited[@]}" --capacity "$(basename "$CAPACITY")" --most 3 --supply hpa:80,30s --shape own --set "load.users=${many:-0}"
    --set load.path.shape=ramps --set "load.path.points=[0s=$few,60s=$few,65s=$many,330s=$many,335s=$few,480s=$few]")
  # What the StatefulSet is to have, whatever the harness makes of it.
  : > "$work/replicas"
  while :; do
    kc get statefulsets -o jsonpath='{.items[*].spec.replicas}{"\n"}' 2> /dev/null | grep . >> "$work/replicas"
    sleep 2
  done &
  watcher=$!
  begun=$SECONDS
  gavel elastic "${elastic[@]}" > "$work/out" 2>&1
  code=$?
  kill "$watcher"
  wait "$watcher" 2> /dev/null
  watcher=
  # Whether two cores that carry the cluster too were quiet enough for its figures is another question.
  say "elastic with the cluster's autoscaler in $((SECONDS - begun)) s: exit code $code" "$([[ "$code" == 0 || "$code" == 2 ]]; echo $?)"
  [[ "$code" == 0 ]] || tail -40 "$work/out"
  seen="$(uniq "$work/replicas" | tr '\n' ' ')"
  [[ "$seen" == "1 "*"3 "*"1 " ]]
  say "the autoscaler had it 1, 3 and 1 again: $seen" $?
  python3 - "$(ls -td "$home"/results/*/ | head -1)/elastic.json" << 'T'
import json, sys
result = json.load(open(sys.argv[1]))
changes = [(e["from"], e["to"], e["problem"]) for p in result["passes"] for e in p["events"]]
told = [result["problem"]] + [p["problem"] for p in result["passes"]]
print("  %s: %s; changes: %s" % (result["verdict"], [each for each in told if each], changes))
broken = any(word in each for each in told for word in ("the decider gave no answer", "without an order"))
sys.exit(broken or not (changes and max(to for _, to, _ in changes) == 3 and changes[-1][1] == 1 and not any(problem for _, _, problem in changes)))
T
  say "and every change was made" $?
  cp "$work/out" /tmp/kubernetes-runs-autoscaled.out
  nothing_left "autoscaled"
fi

if [[ "$what" == *" interrupted "* ]]; then
  for signal in INT KILL; do
    : > "$work/out"
    # A shell without a terminal has its background jobs ignore SIGINT, and what they start inherits that.
    setsid env --default-signal=INT bash -c 'cd "$1" && shift && KUBECONFIG="$1" GAVEL_BUILD=last && shift && export KUBECONFIG GAVEL_BUILD && exec ./gavel run "$@"' bash "$home" "$work/runner.conf" "${there[@]}" > "$work/out" 2>&1 &
    harness=$!
    await 240 says "host app1: ready"
    pid="$(pgrep -f "gavel.home=$home" | head -1)"
    # As a terminal does it: to the whole group.
    if [[ "$signal" == INT ]]; then kill -INT -- "-$harness"; else kill -KILL "$pid"; fi
    wait "$harness" 2> /dev/null
    code=$?
    harness=
    if [[ "$signal" == INT ]]; then
      say "an interrupt ends it with 130" "$([[ "$code" == 130 ]]; echo $?)" || tail -20 "$work/out"
    else
      [[ -n "$(kc get pods -o name)" ]]
      say "a harness that is killed leaves its pods" $?
      begun=$SECONDS
      gavel clean > "$work/out" 2>&1
      say "clean in $((SECONDS - begun)) s" $? || tail -20 "$work/out"
    fi
    nothing_left "SIG$signal"
  done
fi
exit "$failed"
