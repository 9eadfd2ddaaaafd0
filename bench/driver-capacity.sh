#!/usr/bin/env bash
# The driver on one core with the whole profile and every check on: 3,000 users over HTTP/1.1, 18,000 over HTTP/2, against a stub of the
# application on another core, and 20,000 over a transport inside its process, the stub's thread on the other core.
#   bench/driver-capacity.sh [SECONDS [KIND …]]    kinds: http1, http2, in-process, in-process=USERS
# Exit code 1 when the 99th percentile of timer lateness is 2 ms or more, or the driver says that a run is not valid. 11 minutes. People come in
# 30 s and are not timed for 120 s more: until then the driver's JVM compiles what it runs.
set -euo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/two-cores.sh"
seconds="${1:-60}"
rows=("${@:2}")
(( ${#rows[@]} )) || rows=(http1=3000 http2=18000 in-process=20000)
build
many_ports
quiet_core
stub=gavel.driver.stub.StubProcess
row() {
  "$java" "${flags[@]}" -cp "$classpath" gavel.driver.capacity.CapacityRow "$@"
}

# $1 users; then the command up to "run" and what follows it
drive() {
  local users="$1"
  shift
  # Heap and priority are those a deployment gives it, the priority of its session too (`LocalHost`); the heap has room for the stub's garbage
  # where that is in it.
  local heap=$((256 + users / 5))
  [[ "$kind" != in-process ]] || heap=$((3 * heap))
  "${inside[@]}" setsid sh -c 'echo -5 2> /dev/null > /proc/self/autogroup; exec "$@"' sh nice -n -5 taskset -c 1 "$java" "-Xms${heap}m" "-Xmx${heap}m" "-Xmn$((heap * 3 / 4))m" -XX:+UseCompactObjectHeaders -XX:MaxTenuringThreshold=2 \
    "${flags[@]}" "$@" --users "$users" --ramp 30s --warm-up 120s \
    --duration "${seconds}s" --ramp-down 5s --output "$work/run" > "$work/run.txt" 2>&1 &
  driven=$!
  echo 0 > "$work/rss"
  while kill -0 "$driven" 2> /dev/null; do
    sed -n 's/^VmHWM:[[:space:]]*\([0-9]*\).*/\1/p' "/proc/$driven/status" > "$work/now" 2> /dev/null || true
    [[ ! -s "$work/now" ]] || cp "$work/now" "$work/rss"
    sleep 0.5
  done
  wait "$driven" || true
  driven=""
  [[ -s "$work/run/report.json" ]] || { cat "$work/run.txt"; exit 3; }
}

row
code=0
for each in "${rows[@]}"; do
  kind="${each%%=*}"
  rm -rf "$work/run"
  case "$kind" in
    http1)
      users="${each#*=}"
      [[ "$users" != "$each" ]] || users=3000
      serve "$stub" "$users"
      drive "$users" -jar "$driver/workload-driver.jar" run --target "$address"
      ;;
    http2)
      users="${each#*=}"
      [[ "$users" != "$each" ]] || users=18000
      "$java" -jar "$driver/workload-driver.jar" run --help | grep -q -- --http || { echo "this driver speaks no HTTP/2"; code=1; continue; }
      serve "$stub" "$users"
      drive "$users" -jar "$driver/workload-driver.jar" run --http 2 --target "$address"
      ;;
    in-process)
      users="${each#*=}"
      [[ "$users" != "$each" ]] || users=20000
      drive "$users" -cp "$classpath" gavel.driver.run.InProcessDriver "$users" 0 run --target http://in-process
      ;;
    *)
      echo "no such row: $each" >&2
      exit 4
      ;;
  esac
  row "$kind" "$work/run/report.json" "$(($(cat "$work/rss") / 1024))" || code=1
  if [[ -n "$server" ]]; then
    end_server
  else
    tail -n 1 "$work/run.txt"
  fi
done
exit $code
