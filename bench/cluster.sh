#!/usr/bin/env bash
# A real Kubernetes cluster for tests on a Debian machine without systemd, cgroup v2 or an image registry to reach: etcd, API server, controller
# manager, scheduler, and nodes that are network namespaces, each with containerd, kubelet and kube-proxy. Binaries are built from Go modules;
# containerd, runc, CNI plug-ins, etcd and a registry are Debian packages. Needs root and Go.
#   bench/cluster.sh build DIR          packages, and binaries into DIR/bin (about 12 min with a cold Go cache, 2 min with a warm one)
#   bench/cluster.sh up DIR [NODES]     ready in about 10 s; kubeconfig of an administrator: DIR/admin.conf
#   bench/cluster.sh push DIR ARCHIVE NAME:TAG   puts an image archive into the cluster's registry: pods pull registry.gavel:5000/NAME:TAG
#   bench/cluster.sh metrics DIR        starts metrics-server, so that the cluster's autoscaler has figures (4 min the first time, which builds it)
#   bench/cluster.sh down DIR           removes all of it: pods, processes, mounts, namespaces, control groups, routes
# Nodes are 10.88.0.11, .12 …; services 10.96.0.0/16 and pods 10.244.N.0/24 are reached from the machine itself.
set -euo pipefail
PATH=$PATH:/usr/local/go/bin
VERSION=${KUBERNETES_VERSION:-1.34.4}
command=${1:?build, up, push, metrics or down}; D=${2:?a directory}; mkdir -p "$D"; D=$(cd "$D" && pwd); B=$D/bin
BR=gvkbr0 API=https://10.88.0.11:6443 ns=gvk
kc() { kubectl --kubeconfig "$D/admin.conf" "$@"; }
await() { local what=$1; shift; for _ in $(seq 1 150); do "$@" >/dev/null 2>&1 && return 0; sleep 0.2; done; echo "not ready: $what (logs in $D/log)" >&2; return 1; }

build() {
    apt-get install -y -qq --no-install-recommends containerd runc etcd-server containernetworking-plugins docker-registry skopeo \
        iptables conntrack ipset socat >"$D/apt.log"
    local mod work=$D/build v=k8s.io/component-base/version
    mkdir -p "$work" "$B"; cd "$work"
    mod=$(GOFLAGS=-mod=mod go mod download -json "k8s.io/kubernetes@v$VERSION" | sed -n 's/.*"GoMod": "\(.*\)",/\1/p')
    { echo 'module gavel.example/cluster'; grep -E '^go ' "$mod"; echo "require k8s.io/kubernetes v$VERSION"
      grep -oE 'k8s.io/[a-z0-9-]+ v0\.0\.0( |$)' "$mod" | awk '{print $1}' | sort -u | sed "s|.*|replace & => & v0.${VERSION#1.}|"; } >go.mod
    { echo '//go:build tools'; echo 'package tools'
      for c in kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy; do echo "import _ \"k8s.io/kubernetes/cmd/$c\""; done; } >tools.go
    go mod tidy -e >tidy.log 2>&1
    for c in kubelet kube-apiserver kube-controller-manager kube-scheduler kube-proxy; do
        go build -ldflags "-s -w -X $v.gitVersion=v$VERSION -X $v.gitMajor=1 -X $v.gitMinor=$(echo "$VERSION" | cut -d. -f2)" -o "$B/$c" "k8s.io/kubernetes/cmd/$c"
    done
    GOBIN="$B" go install github.com/coredns/coredns@v1.15.0
    GOBIN="$B" go install helm.sh/helm/v3/cmd/helm@v3.22.0
    mkdir -p "$D/pause"; cd "$D/pause"
    printf 'package main\nimport ("os";"os/signal";"syscall")\nfunc main(){c:=make(chan os.Signal,1);signal.Notify(c,syscall.SIGINT,syscall.SIGTERM);<-c}\n' >main.go
    [ -f go.mod ] || go mod init pause 2>/dev/null
    CGO_ENABLED=0 go build -ldflags '-s -w' -o pause .
}

pause_archive() { # an image archive as `docker save` writes it, without Docker
    local d sum; d=$(mktemp -d)
    tar -C "$D/pause" -cf "$d/layer.tar" pause; sum=$(sha256sum "$d/layer.tar" | cut -d' ' -f1)
    printf '{"architecture":"amd64","os":"linux","config":{"Entrypoint":["/pause"]},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' "$sum" >"$d/config.json"
    printf '[{"Config":"config.json","RepoTags":["pause:1"],"Layers":["layer.tar"]}]' >"$d/manifest.json"
    tar -C "$d" -cf "$D/pause.tar" manifest.json config.json layer.tar; rm -rf "$d"
}

cert() { # NAME SUBJECT [ALTERNATIVE NAMES]
    openssl req -newkey rsa:2048 -nodes -keyout "$D/pki/$1.key" -subj "$2" -out "$D/pki/$1.csr" 2>/dev/null
    openssl x509 -req -in "$D/pki/$1.csr" -CA "$D/pki/ca.crt" -CAkey "$D/pki/ca.key" -CAcreateserial -days 30 -out "$D/pki/$1.crt" \
        -extfile <(echo "${3:+subjectAltName=$3}") 2>/dev/null
}
kubeconfig() {
    (umask 077; printf '{"apiVersion":"v1","kind":"Config","clusters":[{"name":"g","cluster":{"server":"%s","certificate-authority":"%s"}}],"users":[{"name":"u","user":{"client-certificate":"%s","client-key":"%s"}}],"contexts":[{"name":"gavel-test","context":{"cluster":"g","user":"u"}}],"current-context":"gavel-test"}' \
        "$API" "$D/pki/ca.crt" "$D/pki/$1.crt" "$D/pki/$1.key" >"$D/$1.conf")
}
# Not `ip netns exec`: it mounts a fresh /sys, which hides the control groups.
start() { local space=$1 name=$2; shift 2; setsid nsenter --net="/run/netns/$space" "$@" >"$D/log/$name" 2>&1 </dev/null & echo $! >"$D/pid/$name"; }

up() {
    local N=${1:-1} i j f
    for f in "$D"/pid/*; do
        [ -e "$f" ] && grep -qaF "$D" "/proc/$(cat "$f")/cmdline" 2>/dev/null && { echo "a cluster of $D is up: bench/cluster.sh down $D" >&2; exit 3; }
    done
    # Nodes of a cluster that was not taken down have images without their files: a pod would wait for them for ever.
    left_behind
    mkdir -p "$D"/{pki,log,pid,registry}
    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=gavel-test-ca -keyout "$D/pki/ca.key" -out "$D/pki/ca.crt" 2>/dev/null
    openssl genrsa -out "$D/pki/sa.key" 2048 2>/dev/null; openssl rsa -in "$D/pki/sa.key" -pubout -out "$D/pki/sa.pub" 2>/dev/null
    cert api /CN=kube-apiserver IP:10.88.0.11,IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc
    cert admin /O=system:masters/CN=admin; cert front /CN=front-proxy; kubeconfig admin
    for i in $(seq "$N"); do cert "n$i" "/O=system:nodes/CN=system:node:n$i" "IP:10.88.0.$((10 + i)),DNS:n$i"; kubeconfig "n$i"; done
    ip link add $BR type bridge; ip addr add 10.88.0.1/24 dev $BR; ip link set $BR up
    iptables -I FORWARD -i $BR -o $BR -j ACCEPT
    for i in $(seq "$N"); do
        ip netns add $ns$i; ip link add v$ns$i type veth peer name eth0 netns $ns$i; ip link set v$ns$i master $BR up
        ip -n $ns$i addr add "10.88.0.$((10 + i))/24" dev eth0; ip -n $ns$i link set eth0 up; ip -n $ns$i link set lo up
        ip -n $ns$i route add default via 10.88.0.1
        ip netns exec $ns$i sysctl -qw net.ipv4.ip_forward=1 net.ipv4.conf.all.rp_filter=0
        ip netns exec $ns$i sysctl -qw net.bridge.bridge-nf-call-iptables=1 2>/dev/null || true
        ip route add "10.244.$i.0/24" via "10.88.0.$((10 + i))"
        for j in $(seq "$N"); do [ "$i" = "$j" ] || ip -n $ns$i route add "10.244.$j.0/24" via "10.88.0.$((10 + j))"; done
    done
    ip route add 10.96.0.0/16 via 10.88.0.11
    printf 'version: 0.1\nstorage: {filesystem: {rootdirectory: %s}}\nhttp: {addr: "10.88.0.1:5555"}\n' "$D/registry" >"$D/registry.yml"
    setsid docker-registry serve "$D/registry.yml" >"$D/log/registry" 2>&1 </dev/null & echo $! >"$D/pid/registry"
    start ${ns}1 etcd etcd --data-dir "$D/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
        --listen-peer-urls http://127.0.0.1:2380 --initial-advertise-peer-urls http://127.0.0.1:2380 --initial-cluster default=http://127.0.0.1:2380
    start ${ns}1 apiserver "$B/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --advertise-address=10.88.0.11 --secure-port=6443 \
        --tls-cert-file="$D/pki/api.crt" --tls-private-key-file="$D/pki/api.key" --client-ca-file="$D/pki/ca.crt" \
        --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$D/pki/sa.pub" --service-account-signing-key-file="$D/pki/sa.key" \
        --authorization-mode=Node,RBAC --enable-admission-plugins=NodeRestriction --service-cluster-ip-range=10.96.0.0/16 --allow-privileged=true \
        --kubelet-client-certificate="$D/pki/admin.crt" --kubelet-client-key="$D/pki/admin.key" --kubelet-certificate-authority="$D/pki/ca.crt" \
        --kubelet-preferred-address-types=InternalIP --requestheader-client-ca-file="$D/pki/ca.crt" --requestheader-allowed-names=front-proxy \
        --requestheader-username-headers=X-Remote-User --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
        --proxy-client-cert-file="$D/pki/front.crt" --proxy-client-key-file="$D/pki/front.key" --enable-aggregator-routing=true
    await 'API server' kc get --raw /readyz
    start ${ns}1 controllers "$B/kube-controller-manager" --kubeconfig "$D/admin.conf" --service-account-private-key-file="$D/pki/sa.key" \
        --root-ca-file="$D/pki/ca.crt" --leader-elect=false --allocate-node-cidrs=true --cluster-cidr=10.244.0.0/16 \
        --cluster-signing-cert-file="$D/pki/ca.crt" --cluster-signing-key-file="$D/pki/ca.key" --horizontal-pod-autoscaler-sync-period=5s
    start ${ns}1 scheduler "$B/kube-scheduler" --kubeconfig "$D/admin.conf" --leader-elect=false
    pause_archive; push "$D/pause.tar" pause:1
    for i in $(seq "$N"); do node "$i"; done
    if [ -x "$B/coredns" ]; then # it answers at the service address that the kubelets tell every pod
        printf '.:53 {\n bind 10.88.0.1\n errors\n kubernetes cluster.local in-addr.arpa {\n  kubeconfig %s/admin.conf\n }\n}\n' "$D" >"$D/Corefile"
        setsid "$B/coredns" -conf "$D/Corefile" >"$D/log/dns" 2>&1 </dev/null & echo $! >"$D/pid/dns"
    fi
    await nodes sh -c "[ \$(kubectl --kubeconfig '$D/admin.conf' get nodes | grep -c ' Ready') = $N ]"
    echo "ready: export KUBECONFIG=$D/admin.conf"
}

node() {
    local i=$1 n=$D/n$1 c; mkdir -p "$n"/{cni,certs.d/registry.gavel:5000,containerd,state,kubelet,manifests,plugins}
    printf '{"cniVersion":"0.4.0","name":"gavel","plugins":[{"type":"bridge","bridge":"cni0","isGateway":true,"ipMasq":false,"hairpinMode":true,"ipam":{"type":"host-local","dataDir":"%s/ipam","ranges":[[{"subnet":"10.244.%s.0/24"}]],"routes":[{"dst":"0.0.0.0/0"}]}},{"type":"portmap","capabilities":{"portMappings":true}}]}' "$n" "$i" >"$n/cni/10-gavel.conflist"
    printf 'server = "http://10.88.0.1:5555"\n[host."http://10.88.0.1:5555"]\n  capabilities = ["pull", "resolve"]\n' >"$n/certs.d/registry.gavel:5000/hosts.toml"
    # restrict_oom_score_adj: without CAP_SYS_RESOURCE the pause container's negative value is refused.
    cat >"$n/containerd.toml" <<T
version = 2
root = "$n/containerd"
state = "$n/state"
disabled_plugins = ["io.containerd.internal.v1.opt", "io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.zfs", "io.containerd.snapshotter.v1.aufs", "io.containerd.snapshotter.v1.devmapper"]
[grpc]
  address = "$n/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "registry.gavel:5000/pause:1"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$n/cni"
  [plugins."io.containerd.grpc.v1.cri".registry]
    config_path = "$n/certs.d"
T
    cat >"$n/kubelet.yaml" <<T
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
failCgroupV1: false
cgroupDriver: cgroupfs
cgroupRoot: /gvk-n$i
enforceNodeAllocatable: []
failSwapOn: false
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $D/pki/ca.crt}}
authorization: {mode: Webhook}
tlsCertFile: $D/pki/n$i.crt
tlsPrivateKeyFile: $D/pki/n$i.key
clusterDomain: cluster.local
clusterDNS: [10.88.0.1]
containerRuntimeEndpoint: unix://$n/containerd.sock
staticPodPath: $n/manifests
volumePluginDir: $n/plugins
podLogsDir: $n/podlogs
evictionHard: {memory.available: "100Mi"}
imageGCHighThresholdPercent: 100
resolvConf: /dev/null
T
    # The kubelet wants its root group in every controller, with processors and memory nodes set.
    for c in cpu cpuacct cpuset memory pids blkio devices freezer systemd; do mkdir -p "/sys/fs/cgroup/$c/gvk-n$i"; done
    for c in cpus mems; do cat "/sys/fs/cgroup/cpuset/cpuset.$c" >"/sys/fs/cgroup/cpuset/gvk-n$i/cpuset.$c"; done
    printf 'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: iptables\nclusterCIDR: 10.244.0.0/16\nclientConnection: {kubeconfig: "%s/admin.conf"}\nconntrack: {maxPerCore: 0}\nhostnameOverride: n%s\n' "$D" "$i" >"$n/proxy.yaml"
    start $ns$i "containerd$i" containerd -c "$n/containerd.toml"; await "containerd of node $i" test -S "$n/containerd.sock"
    start $ns$i "kubelet$i" "$B/kubelet" --config "$n/kubelet.yaml" --kubeconfig "$D/n$i.conf" --hostname-override="n$i" --root-dir="$n/kubelet" \
        --cert-dir="$n/kubelet/pki" --node-ip="10.88.0.$((10 + i))" --containerd="$n/containerd.sock"
    start $ns$i "proxy$i" "$B/kube-proxy" --config "$n/proxy.yaml"
}

push() { await registry curl -sf http://10.88.0.1:5555/v2/; skopeo --insecure-policy copy -q --dest-tls-verify=false "docker-archive:$1" "docker://10.88.0.1:5555/$2"; }

# As a process beside the API server, which finds it behind a Service without pods.
metrics() {
    if [ ! -x "$B/metrics-server" ]; then
        mkdir -p "$D/build/metrics"
        (cd "$D/build/metrics" && rm -f go.mod go.sum && go mod init gavel.example/metrics && go get -tool sigs.k8s.io/metrics-server/cmd/metrics-server@v0.9.0 \
            && go build -ldflags '-s -w' -o "$B/metrics-server" sigs.k8s.io/metrics-server/cmd/metrics-server)
    fi
    start ${ns}1 metrics "$B/metrics-server" --kubeconfig="$D/admin.conf" --authentication-kubeconfig="$D/admin.conf" \
        --authorization-kubeconfig="$D/admin.conf" --secure-port=4443 --cert-dir="$D/pki/metrics" --kubelet-certificate-authority="$D/pki/ca.crt" \
        --kubelet-preferred-address-types=InternalIP --metric-resolution=10s --kubelet-request-timeout=5s
    kc apply -f - <<'T'
apiVersion: v1
kind: Service
metadata: {name: metrics-server, namespace: kube-system}
spec: {ports: [{name: https, port: 443, targetPort: 4443}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: metrics-server, namespace: kube-system}
subsets: [{addresses: [{ip: 10.88.0.11}], ports: [{name: https, port: 4443}]}]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.metrics.k8s.io}
spec: {group: metrics.k8s.io, version: v1beta1, groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service: {name: metrics-server, namespace: kube-system, port: 443}}
T
    await 'figures of nodes' sh -c "kubectl --kubeconfig '$D/admin.conf' get --raw /apis/metrics.k8s.io/v1beta1/nodes | grep -q '\"cpu\"'"
}

end() { local p; [ -f "$1" ] || return 0; p=$(cat "$1"); kill "$p" 2>/dev/null || true; for _ in $(seq 1 20); do kill -0 "$p" 2>/dev/null || break; sleep 0.2; done; kill -9 "$p" 2>/dev/null || true; rm -f "$1"; }

left_behind() {
    awk -v d="$D/" 'index($2, d) == 1 {print $2}' /proc/mounts | sort -r | while read -r f; do umount -l "$f" || true; done
    rm -rf "$D"/{etcd,registry,pki} "$D"/n[0-9]*
}

down() {
    local f n t i c
    kc delete deployments,daemonsets,statefulsets,jobs,pods --all -A --grace-period=1 --wait=true --timeout=30s >/dev/null 2>&1 || true
    for f in "$D"/pid/kubelet* "$D"/pid/proxy*; do end "$f"; done
    for n in "$D"/n[0-9]*/; do for t in $(ctr -a "$n/containerd.sock" -n k8s.io tasks ls -q 2>/dev/null); do ctr -a "$n/containerd.sock" -n k8s.io tasks kill -s 9 "$t" 2>/dev/null || true; done; done
    sleep 1; for f in "$D"/pid/*; do end "$f"; done
    for t in $(pgrep -f "containerd-shim.*$D/n"); do kill -9 "$t" 2>/dev/null || true; done
    for i in $(seq 1 9); do ip netns del $ns$i 2>/dev/null || true; ip route del "10.244.$i.0/24" 2>/dev/null || true; done
    ip route del 10.96.0.0/16 2>/dev/null || true; iptables -D FORWARD -i $BR -o $BR -j ACCEPT 2>/dev/null || true; ip link del $BR 2>/dev/null || true
    for _ in 1 2 3; do find /sys/fs/cgroup -depth -type d -path '*/gvk-n*' -exec rmdir {} + 2>/dev/null || true; done
    left_behind
}

case $command in
    build) build ;;
    up) up "${3:-1}" ;;
    push) push "${3:?an image archive}" "${4:?NAME:TAG}" ;;
    metrics) metrics ;;
    down) down ;;
    *) echo "build, up, push, metrics or down: $command" >&2; exit 4 ;;
esac
