#!/usr/bin/env bash
# A site of 200 results of six machines, made from real ones, and of some that nobody can show: seconds, and bytes beside the reports; then Chromium opens its
# pages from files, at 1,440 and 390 pixels, light and dark, with scripts and without: axe, width, and that no request leaves the files. The
# pictures are left in the directory that is printed. Three minutes; the exit code is not 0 when anything was wrong, 3 without Chromium.
#   bench/site.sh [DIRECTORY …]      of results to begin with, with at least one run and one search; without any: results/
set -euo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
most_bytes=$((2 << 20))
many=200
private_home
mapfile -t real < <(find "${@:-$project/results}" \( -name result.json -o -name peak.json \) -type f -printf '%h\n' | sort -u)
python3 "$project/bench/many-results.py" "$home/many" "$many" "${real[@]}"
# What a hostile machine might hand in.
bad="$home/many/bad/results"
mkdir -p "$bad"/20261101-{000001-huge,000002-garbage,000003-empty,000004-linked,000005-swarm}
truncate -s 1T "$bad/20261101-000001-huge/result.json"
head -c 100000 /dev/urandom > "$bad/20261101-000002-garbage/peak.json"
python3 -c "print('{\"schemaVersion\": 2, \"intervals\": [' + '{},' * 5_500_000 + '{}]}')" > "$bad/20261101-000005-swarm/result.json"
ln -s /etc/passwd "$bad/20261101-000004-linked/result.json"
ln -s / "$bad/root"

out="$(mktemp -d /tmp/gavel-site.XXXXXX)"
TIMEFORMAT='%R s of time, %U s of CPU'
time "$home/gavel" site "$home/many" --output "$out/site" | tee "$out/said.txt"
for name in huge garbage empty linked swarm root; do
  grep -q "^Left out .*$name: " "$out/said.txt" || { echo "site: $name was not named" >&2; exit 1; }
done
bytes=$(cat "$out"/site/*.html | wc -c)
rows=$(grep -c '<th scope="row" data-v=' "$out/site/index.html")
echo "$rows rows, $bytes bytes beside the reports, at most $most_bytes"
(( rows == many && bytes <= most_bytes )) || { echo "site: not as it should be" >&2; exit 1; }

command -v chromium > /dev/null || { echo "site: pages NOT TESTED, there is no Chromium: deploy/install-servers.sh chromium" >&2; exit 3; }
repository="${MAVEN_REPOSITORY:-$HOME/.m2/repository}"
version() { sed -n "s/.*<$1.version>\(.*\)<.*/\1/p" "$project/pom.xml"; }
classes=""
for jar in "$repository"/com/microsoft/playwright/{playwright,driver,driver-bundle}/"$(version playwright)"/*.jar \
  "$repository"/com/deque/html/axe-core/playwright/"$(version axe-core)"/*.jar "$repository"/com/google/code/gson/gson/*/*.jar \
  "$repository"/org/java-websocket/Java-WebSocket/*/*.jar; do
  [[ ! -f "$jar" ]] || classes+="$jar:"
done
[[ "$classes" == *driver-bundle* ]] || { echo "site: pages NOT TESTED, bench/browser.sh fetches what drives Chromium" >&2; exit 3; }
"$("$home/gavel" --print-java)" -cp "$classes" -Dchromium="$(command -v chromium)" "$project/bench/SitePages.java" "$out/site" "$out/pictures"
echo "pictures: $out/pictures"
