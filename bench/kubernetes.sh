#!/usr/bin/env bash
# The chart on a real cluster of two nodes: installed with nothing but its name, tested, opened, bid in; a second upgrade with the same values
# changes nothing; all tiers with real servers, a pod that is killed; then everything is deleted and nothing is left. Needs root.
#   bench/kubernetes.sh CLUSTER ARCHIVES [autoscaled]
# autoscaled, instead of all that (15 min, and 4 the first time, when metrics-server is built): metrics-server and the chart's
# HorizontalPodAutoscaler take 1 to 3 application servers and back to 1, as users come and go; every server that is counted takes requests, as the
# endpoints of its service say.
# CLUSTER: a directory that bench/cluster.sh has built; ARCHIVES: those of bench/images.sh. About seven minutes. Everything is
# done with the rights of deploy/helm/role.yaml. Exit code 1 when anything is not as it should be.
set -uo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
source "$home/bench/checks.sh"
cluster="${1:?a directory that bench/cluster.sh has built}" archives="${2:?the archives of bench/images.sh}"
what="${3:-}"
[[ -x "$cluster/bin/kubelet" && -x "$cluster/bin/helm" ]] || { echo "kubernetes: NOT TESTED, no cluster was built in $cluster (bench/cluster.sh build)" >&2; exit 3; }
export KUBECONFIG="$cluster/admin.conf" PATH="$cluster/bin:$PATH"
work="$(mktemp -d /var/tmp/gavel-kubernetes-XXXXXX)"
namespace=bench
kinds=all,secrets,configmaps,persistentvolumeclaims,networkpolicies,poddisruptionbudgets,horizontalpodautoscalers,serviceaccounts,jobs
end() {
  [[ -z "${watcher:-}" ]] || kill "$watcher" 2> /dev/null
  "$home/bench/cluster.sh" down "$cluster" > "$work/down" 2>&1
  rm -rf "$work"
}
trap end EXIT
kc() { kubectl -n "$namespace" "$@"; }
# With the documented rights and no others.
installer() { kubectl --kubeconfig "$work/installer.conf" -n "$namespace" "$@"; }
hm() { helm --kubeconfig "$work/installer.conf" -n "$namespace" "$@" 2> >(grep -v 'symbolic link' >&2); }
told() { # what went wrong
  kc get pods -o wide
  kc get events --sort-by=.lastTimestamp | tail -15
  for pod in $(kc get pods -o name); do kc logs "$pod" --all-containers --tail=8 --prefix 2>&1; done | tail -60
}
install() { # release, values …: images loaded to ready
  local begun=$SECONDS release="$1" code
  shift
  hm install "$release" "$home/deploy/helm/gavel" --set images.registry=registry.gavel:5000 --wait --wait-for-jobs --timeout 240s "$@" > "$work/install" 2>&1
  code=$?
  say "$release: ready $((SECONDS - begun)) s after helm install" "$code"
  [[ "$code" == 0 ]] || { tail -3 "$work/install"; told; }
}
tested() { # release
  local begun=$SECONDS code
  hm test "$1" --timeout 60s > "$work/test" 2>&1
  code=$?
  say "$1: helm test ($((SECONDS - begun)) s)" "$code"
  # What a test that failed leaves behind, which is for its log.
  [[ "$code" == 0 ]] || { kc logs "$1-test"; kc delete pod "$1-test"; }
}
bid() { # release, scheme: as the notes of the chart say
  local forward code port=28443 authority=()
  kc get secret "$1-key" -o go-template='{{.data.accounts | base64decode}}' > "$work/password"
  if [[ "$2" == https ]]; then
    kc get secret "$1-tls" -o go-template='{{index .data "ca.crt" | base64decode}}' > "$work/authority.pem"
    authority=("$work/authority.pem")
  fi
  : > "$work/forward"
  # kubectl ends as soon as the far end resets one of its connections.
  while :; do
    installer port-forward "service/$1" "$port:$2" >> "$work/forward" 2>&1 &
    forward=$!
    trap 'kill "$forward" 2> /dev/null; exit' TERM
    wait "$forward"
    sleep 0.5
  done &
  forward=$!
  for _ in $(seq 50); do
    ! grep -q Forwarding "$work/forward" || break
    sleep 0.1
  done
  python3 "$home/bench/bid.py" "$2://127.0.0.1:$port" "$work/password" "${authority[@]}"
  code=$?
  kill "$forward" 2> /dev/null
  wait "$forward" 2> /dev/null
  return "$code"
}
wanted() { # what the objects ask for, without what the cluster says of them
  kc get "$kinds" -o json | python3 -c '
import json, sys
for thing in json.load(sys.stdin)["items"]:
    if thing["metadata"]["name"].startswith("sh.helm.release") or thing["kind"] in ("Pod", "ReplicaSet"):
        continue
    thing.pop("status", None)
    for key in ("resourceVersion", "managedFields"):
        thing["metadata"].pop(key, None)
    print(json.dumps(thing, sort_keys=True))'
}
removed() { # release
  local begun=$SECONDS left
  hm uninstall "$1" --wait --timeout 90s > "$work/out" 2>&1
  kc wait --for=delete pods --all --timeout=90s > /dev/null 2>&1
  left="$(kc get "$kinds" -o name | grep -vE '^(configmap/kube-root-ca.crt|serviceaccount/default)$')"
  [[ -z "$left" ]]
  say "$1: nothing is left $((SECONDS - begun)) s after helm uninstall${left:+: $left}" $?
}

begun=$SECONDS
"$home/bench/cluster.sh" up "$cluster" 2 > "$work/up" 2>&1 || { tail "$work/up"; exit 3; }
say "two nodes in $((SECONDS - begun)) s" 0
begun=$SECONDS
tag="$(sed -n 's/^appVersion: //p' "$home/deploy/helm/gavel/Chart.yaml")"
for image in app driver services postgresql rabbitmq nginx haproxy; do
  "$home/bench/cluster.sh" push "$cluster" "$archives/$image.tar" "gavel/$image:$tag" || exit 3
done
say "images loaded in $((SECONDS - begun)) s" 0

kubectl create namespace "$namespace" > /dev/null && kubectl label namespace "$namespace" pod-security.kubernetes.io/enforce=restricted > /dev/null \
  && kc apply -f "$home/deploy/helm/role.yaml" > /dev/null && kc create rolebinding installer --role gavel-installer --user installer > /dev/null
say "a namespace that admits restricted pods only, and a user with the documented role" $?
openssl req -newkey rsa:2048 -nodes -keyout "$work/installer.key" -subj /CN=installer -out "$work/installer.csr" 2> /dev/null
openssl x509 -req -in "$work/installer.csr" -CA "$cluster/pki/ca.crt" -CAkey "$cluster/pki/ca.key" -CAcreateserial -days 1 -out "$work/installer.crt" 2> /dev/null
cp "$KUBECONFIG" "$work/installer.conf"
kubectl --kubeconfig "$work/installer.conf" config set-credentials u --client-certificate "$work/installer.crt" --client-key "$work/installer.key" > /dev/null

if [[ "$what" == autoscaled ]]; then
  # Without figures the autoscaler leaves alone what uses much because it starts. The target is 105m, far above what three use at rest.
  install scaled-gavel --set users=600,appServers.cpu.request=150m,appServers.cpu.limit=500m,appServers.autoscaling.enabled=true,appServers.autoscaling.most=3
  "$home/bench/cluster.sh" metrics "$cluster" > "$work/metrics" 2>&1
  say "metrics-server has figures" $? || tail -3 "$work/metrics"
  (umask 077; kc get secret scaled-gavel-key -o go-template='{{.data.accounts | base64decode}}' > "$work/password")
  address="$(kc get service scaled-gavel -o jsonpath='{.spec.clusterIP}:{.spec.ports[0].port}')"
  : > "$work/course"
  while :; do
    echo "$(kc get deployment scaled-gavel-app -o jsonpath='{.spec.replicas}' 2> /dev/null)" \
      "$(kc get endpoints scaled-gavel-app -o jsonpath='{.subsets[*].addresses[*].ip}' 2> /dev/null | wc -w)" >> "$work/course"
    sleep 2
  done &
  watcher=$!
  # By itself the autoscaler waits 300 s before it takes one away.
  GAVEL_BUILD=last "$home/gavel" drive --target "http://$address" --steps 0s=20,60s=600,240s=20,690s=20 --password-file "$work/password" > "$work/drive" 2>&1
  code=$?
  kill "$watcher"
  wait "$watcher" 2> /dev/null
  watcher=
  # Whether they were served well is for `gavel elastic`.
  say "people came and went: $(tail -1 "$work/drive" | cut -c1-160)" "$((code > 2))"
  wanted="$(cut -d' ' -f1 "$work/course" | grep . | uniq | tr '\n' ' ')" ready="$(cut -d' ' -f2 "$work/course" | uniq | tr '\n' ' ')"
  [[ " $wanted" == *"1 "*"3 "*"1 " ]]
  say "the autoscaler wanted 1, 3 and 1 again: $wanted" $?
  [[ " $ready" == *"1 "*"3 "*"1 " ]]
  say "so many were ready behind the service: $ready" $?
  [[ "$failed" == 0 ]] || { kc describe horizontalpodautoscalers | tail -20; tail -20 "$work/drive"; told; }
  removed scaled-gavel
  exit "$failed"
fi

install gavel
tested gavel
bid gavel http
say "gavel: a bid through the service" $?
wanted > "$work/before"
hm upgrade gavel "$home/deploy/helm/gavel" --set images.registry=registry.gavel:5000 --wait > "$work/out" 2>&1
code=$?
wanted > "$work/after"
[[ "$code" == 0 && -s "$work/before" ]] && diff "$work/before" "$work/after"
say "gavel: an upgrade with the same values changes nothing" $?
# As another version of the images does: the job that loaded cannot be changed.
hm upgrade gavel "$home/deploy/helm/gavel" --set images.registry=registry.gavel:5000,appServers.cpu.limit=1 --wait --wait-for-jobs --timeout 240s > "$work/out" 2>&1
code=$?
say "gavel: an upgrade of the application servers" "$code" || tail -3 "$work/out"
kc get pods -o json | python3 -c '
import json, sys
bad = [p["metadata"]["name"] for p in json.load(sys.stdin)["items"]
       for c in p["status"].get("containerStatuses", []) if c["restartCount"]]
print(*bad)
sys.exit(bool(bad))'
say "gavel: no container was started again" $?
removed gavel

storage="--set relational.storage.size=null --set broker.storage.size=null"
install tiers-gavel $storage --set relational.implementation=postgresql,broker.implementation=rabbitmq,documents.implementation=server \
  --set webServers.implementation=nginx,webServers.count=2,balancers.implementation=haproxy,balancers.count=2,appServers.count=2,drivers.count=1,users=100
tested tiers-gavel
bid tiers-gavel https
say "tiers-gavel: a bid through HAProxy, Nginx and two application servers" $?
nodes="$(kc get pods -l app.kubernetes.io/component=app -o jsonpath='{.items[*].spec.nodeName}' | tr ' ' '\n' | sort -u | wc -l)"
[[ "$nodes" == 2 ]]
say "tiers-gavel: the application servers are on both nodes" $?
victim="$(kc get pods -l app.kubernetes.io/component=app -o name | head -1)"
begun=$SECONDS
installer delete "$victim" --grace-period=0 --force > /dev/null 2>&1
bid tiers-gavel https
say "tiers-gavel: a bid $((SECONDS - begun)) s after one of them was killed" $?
kc rollout status deployment/tiers-gavel-app --timeout 120s > "$work/out" 2>&1
say "tiers-gavel: two are ready again $((SECONDS - begun)) s after it" $?
begun=$SECONDS
installer scale deployment/tiers-gavel-app --replicas 3 > /dev/null && installer rollout status deployment/tiers-gavel-app --timeout 120s > "$work/out" 2>&1
say "tiers-gavel: three application servers $((SECONDS - begun)) s after they were asked for" $?
[[ "$(installer exec tiers-gavel-relational-0 -c postgresql -- id -u)" == 10001 ]] && ! installer exec tiers-gavel-relational-0 -c postgresql -- touch /here 2> /dev/null \
  && [[ -z "$(installer exec tiers-gavel-relational-0 -c postgresql -- ls /var/run/secrets 2> /dev/null)" ]]
say "tiers-gavel: the database is not root, cannot write beside its data, and has no token" $?
removed tiers-gavel
kubectl delete namespace "$namespace" --timeout 60s > /dev/null
say "the namespace is gone" $?

begun=$SECONDS
"$home/bench/cluster.sh" down "$cluster" > "$work/out" 2>&1
left="$(ip netns list | grep -o 'gvk[0-9]*'; find /sys/fs/cgroup -maxdepth 2 -type d -name 'gvk-n*'; grep -o " $cluster/[^ ]*" /proc/mounts; pgrep -f "$cluster/bin/kube")"
[[ -z "$left" ]]
say "the cluster is gone after $((SECONDS - begun)) s${left:+; left: $left}" $?
exit "$failed"
