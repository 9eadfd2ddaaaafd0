#!/usr/bin/env bash
# The hostile corpus of the tests (requests, pictures, queries, connections) against `small` with two application servers: HAProxy, Nginx, and
# what stands behind them. Beside it somebody is signed in, who has to be answered within 200 ms at the 99th percentile.
#   bench/hostile.sh [EACH [PATIENCE]]    connections of each kind, ten times as many idle ones (70: more than HAProxy once had for 40 users),
#                                         and seconds for which they are watched (40); about two minutes after building
# Prints how long each kind of connection was held. Exit code 1 when one was held for too long, the visitor was answered late, a process ended or
# started anew, a log has a trace, or descriptors and threads are not 10 s later what they were before.
# SETTINGS ("--set webServers.implementation=httpd") and GAVEL (another checkout's launcher, for comparison) may come from the environment.
set -uo pipefail
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
gavel="${GAVEL:-$project/gavel}"
home="$(dirname "$(readlink -f "$gavel")")"
each="${1:-70}"
patience="${2:-40}"
read -r -a more <<< "${SETTINGS:-}"
java="$("$gavel" --print-java)"
work="$(mktemp -d "/tmp/hostile.XXXXXX")"
name="hostile-$$"
failures=0
trap finish EXIT
ulimit -n "$(ulimit -Hn)"

finish() {
  (cd "$home" && "$gavel" down "$name" > /dev/null 2>&1) || true
  rm -rf "$work"
}

bad() {
  failures=$((failures + 1))
  echo "NOT OK  $1"
}

# Of every server: its process, the descriptors and the threads of it and its children.
servers() {
  local file group pid descriptors threads
  for file in "$home/.gavel/$name/processes"/*.json; do
    group="$(sed 's/.*"pid" *: *\([0-9]*\).*/\1/' "$file")"
    descriptors=0
    threads=0
    for pid in $(pgrep -g "$group"); do
      descriptors=$((descriptors + $(ls "/proc/$pid/fd" 2> /dev/null | wc -l)))
      threads=$((threads + $(ls "/proc/$pid/task" 2> /dev/null | wc -l)))
    done
    echo "$(basename "$file" .json) $group $descriptors $threads"
  done
}

(cd "$project" && mvn -q -o -Dquick -DskipTests -pl auction-app test-compile dependency:build-classpath \
  -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test) > "$work/build.txt" 2>&1 || { cat "$work/build.txt"; exit 3; }
(cd "$home" && "$gavel" up -c deploy/configs/small.yaml --deployment "$name" --users 40 --set appServers.count=2 "${more[@]}") \
  > "$work/up.txt" 2>&1 || { tail -20 "$work/up.txt"; exit 3; }
address="$(grep -oE 'https?://[0-9.]+:[0-9]+' "$work/up.txt" | head -1)"
trust=()
if [[ "$address" == https:* ]]; then
  "$(dirname "$java")/keytool" -importcert -noprompt -alias authority -file "$home/.gavel/$name/settings/authority.pem" \
    -keystore "$work/trust.p12" -storetype PKCS12 -storepass authority > "$work/trust.txt" 2>&1 || { cat "$work/trust.txt"; exit 3; }
  trust=(-Djavax.net.ssl.trustStore="$work/trust.p12" -Djavax.net.ssl.trustStorePassword=authority)
fi
servers > "$work/before"
"$java" "${trust[@]}" -cp "$project/auction-app/target/test-classes:$project/auction-app/target/classes:$(cat "$work/classpath")" \
  gavel.auction.corpus.HostileRun "$address" "$each" "$patience" || bad "see above"
sleep 8 # and the two seconds in which the visitor looked around
servers > "$work/after"
echo
echo "server                descriptors  threads: before and 10 s after"
while read -r server pid descriptors threads; do
  read -r _ now left later < <(grep "^$server " "$work/after")
  printf '%-20s %6s %6s %6s %6s\n' "$server" "$descriptors" "$left" "$threads" "$later"
  [[ -d "/proc/$pid" && "$now" == "$pid" ]] || bad "$server has ended or was started anew"
  # Web servers keep connections to the servers behind for the next people.
  [[ "$left" -le $((descriptors + 600)) && "$later" -le $((threads + 60)) ]] || bad "$server is not as before"
done < "$work/before"
while read -r server _; do
  grep -E ' ERROR |^\s+at [a-z.]+\(' "$home/.gavel/$name/logs/$server.log" > "$work/traces" && bad "errors or traces in the log of $server" && head -5 "$work/traces"
done < "$work/before"
[[ "$failures" == 0 ]] && echo "all as it should be"
[[ "$failures" == 0 ]]
