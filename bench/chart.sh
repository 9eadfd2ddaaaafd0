#!/usr/bin/env bash
# The Helm chart without a cluster: lint, each value changes what is rendered and each wrong one is refused, sizes and settings as the harness
# has them, configurations that Nginx and HAProxy accept, and all objects against the schemas of three versions of Kubernetes.
#   bench/chart.sh [--quick]    half a minute, and some minutes the first time, when Helm, kubeconform and the schemas are made from Go modules
#   --quick    without the schemas
# Needs Go and python3-yaml. The tools stay below ${TOOLS:-~/.cache/gavel-tools}. Exit code 1 when anything is not as it should be.
set -euo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
tools="${TOOLS:-$HOME/.cache/gavel-tools}"
PATH="$tools:$PATH:/usr/local/go/bin"
KUBERNETES=(${KUBERNETES:-1.30.14 1.32.9 1.34.4})

command -v go > /dev/null || { echo "chart: NOT TESTED, there is no Go to build Helm with" >&2; exit 3; }
python3 -c 'import yaml' 2> /dev/null || apt-get install -y -qq --no-install-recommends python3-yaml > /dev/null
mkdir -p "$tools"
[[ -x "$tools/helm" ]] || GOBIN="$tools" go install helm.sh/helm/v3/cmd/helm@v3.22.0
if [[ "${1:-}" != --quick ]]; then
  [[ -x "$tools/kubeconform" ]] || GOBIN="$tools" go install github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
  for version in "${KUBERNETES[@]}"; do
    # The API server's own document of its objects is part of its sources.
    [[ -d "$tools/schemas/v$version-standalone-strict" ]] || python3 "$home/bench/chart.py" schemas "$tools/schemas/v$version-standalone-strict" \
      "$(cd /tmp && go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)",/\1/p')/api/openapi-spec/swagger.json"
  done
  exec python3 "$home/bench/chart.py" check "$home" "$tools/schemas" "${KUBERNETES[@]}"
fi
exec python3 "$home/bench/chart.py" check "$home"
