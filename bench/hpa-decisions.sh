#!/usr/bin/env bash
# Whether the rule of `gavel elastic` decides as Kubernetes' HorizontalPodAutoscaler does: a real etcd, kube-apiserver and
# kube-controller-manager, 20 autoscalers with a trace of demand each, and pods that nobody runs.
#   bench/hpa-decisions.sh DIR [SECONDS]     DIR as bench/cluster.sh built it; 240 s by default, and 20 s around
# Prints a table. Writes what the controller saw and decided to the resource that RecordedDecisionsTest reads. Exit code 1 when a decision
# differs, 3 where the servers cannot be started. The controller looks every 2 s, and windows and periods of the traces are seconds too.
set -euo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
B="${1:?the directory that bench/cluster.sh built into}/bin"
seconds="${2:-240}"
traces="$project/harness/src/test/resources/gavel/harness/elastic/hpa-decisions.txt"
for program in kube-apiserver kube-controller-manager; do
  [[ -x "$B/$program" ]] || { echo "hpa-decisions: no $B/$program: bench/cluster.sh build ${1} makes it" >&2; exit 3; }
done
java="$("$project/gavel" --print-java)"
D="$(mktemp -d /tmp/hpa-decisions.XXXXXX)"
pids=()
cleanup() {
  for pid in "${pids[@]}"; do kill "$pid" 2> /dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2> /dev/null || true; done
  rm -rf "$D"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT
port() { "$java" "$project/bench/FreePort.java"; }
await() { local what="$1"; shift; for _ in $(seq 1 150); do "$@" > /dev/null 2>&1 && return 0; sleep 0.2; done; tail -5 "$D"/*.log >&2; echo "hpa-decisions: not ready: $what" >&2; exit 3; }

store="$(port)" peer="$(port)" api="$(port)" between="$(port)"
(umask 077; head -c 24 /dev/urandom | base64 | tr -d '/+=\n' > "$D/token"; echo "$(cat "$D/token"),admin,1,system:masters" > "$D/tokens")
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=hpa-decisions -addext subjectAltName=IP:127.0.0.1 -keyout "$D/api.key" \
  -out "$D/api.crt" 2> /dev/null
openssl genrsa -out "$D/sa.key" 2048 2> /dev/null
etcd --data-dir "$D/etcd" --listen-client-urls "http://127.0.0.1:$store" --advertise-client-urls "http://127.0.0.1:$store" \
  --listen-peer-urls "http://127.0.0.1:$peer" --initial-advertise-peer-urls "http://127.0.0.1:$peer" \
  --initial-cluster "default=http://127.0.0.1:$peer" > "$D/etcd.log" 2>&1 &
pids+=($!)
"$B/kube-apiserver" --etcd-servers="http://127.0.0.1:$store" --bind-address=127.0.0.1 --secure-port="$api" --endpoint-reconciler-type=none \
  --advertise-address=192.0.2.1 --tls-cert-file="$D/api.crt" --tls-private-key-file="$D/api.key" --token-auth-file="$D/tokens" \
  --authorization-mode=RBAC --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$D/sa.key" \
  --service-account-signing-key-file="$D/sa.key" --service-cluster-ip-range=10.96.0.0/16 --disable-admission-plugins=ServiceAccount \
  > "$D/api.log" 2>&1 &
pids+=($!)
# The token is not to stand on a command line.
(umask 077; printf 'header = "Authorization: Bearer %s"\n' "$(cat "$D/token")" > "$D/curl")
await 'API server' curl -sf --cacert "$D/api.crt" --config "$D/curl" "https://127.0.0.1:$api/readyz"
await 'namespace' curl -sf --cacert "$D/api.crt" --config "$D/curl" "https://127.0.0.1:$api/api/v1/namespaces/default"
printf '{"apiVersion":"v1","kind":"Config","clusters":[{"name":"g","cluster":{"server":"http://127.0.0.1:%s"}}],"contexts":[{"name":"g","context":{"cluster":"g"}}],"current-context":"g"}' \
  "$between" > "$D/kubeconfig"
"$java" -cp "$project/harness/target/harness.jar:$project/harness/target/lib/*" "$project/bench/HpaDecisions.java" "$between" \
  "https://127.0.0.1:$api" "$D/api.crt" "$D/token" "$seconds" "$D/traces.txt" &
recorder=$!
pids+=("$recorder")
await 'the recorder' curl -sf "http://127.0.0.1:$between/readyz"
"$B/kube-controller-manager" --kubeconfig="$D/kubeconfig" --leader-elect=false --controllers=horizontal-pod-autoscaler-controller \
  --bind-address=127.0.0.1 --secure-port=0 --kube-api-qps=1000 --kube-api-burst=2000 --kube-api-content-type=application/json \
  --horizontal-pod-autoscaler-sync-period=1980ms --horizontal-pod-autoscaler-cpu-initialization-period=1s \
  --horizontal-pod-autoscaler-initial-readiness-delay=1s --concurrent-horizontal-pod-autoscaler-syncs=20 > "$D/controllers.log" 2>&1 &
pids+=($!)
code=0
wait "$recorder" || code=$?
[[ -s "$D/traces.txt" ]] || { tail -5 "$D"/*.log >&2; exit 3; }
mkdir -p "$(dirname "$traces")"
cp "$D/traces.txt" "$traces"
exit "$code"
