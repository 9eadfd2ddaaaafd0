# Read by run.sh: fetches and builds what is measured, each tool at the version that is pinned beside this file, into $CACHE.
# A tool that cannot be had leaves a line in $CACHE/TOOL/unavailable that says why; it is named in the table.

# $1 tool; the rest is a command that makes it, of which the last lines of output say why it failed
fetch() {
  local tool=$1 log="$CACHE/$1.log"
  shift
  mkdir -p "$CACHE/$tool"
  if [[ -e "$CACHE/$tool/made" && "$CACHE/$tool/made" -nt "$sources/$tool" ]]; then
    [[ -z "$(find "$sources/$tool" -type f -newer "$CACHE/$tool/made" -print -quit)" ]] && return
  fi
  echo "fetching and building $tool …" >&2
  rm -f "$CACHE/$tool/unavailable"
  if "$@" > "$log" 2>&1; then
    touch "$CACHE/$tool/made"
  else
    sed 's/\x1b\[[0-9;]*m//g' "$log" | grep -v '^\s*$' | tail -1 | cut -c1-200 > "$CACHE/$tool/unavailable"
    echo "  not to be had: $(cat "$CACHE/$tool/unavailable") ($log)" >&2
  fi
}

fetch_wrk() {
  command -v wrk > /dev/null && return
  apt-get install -y -q --no-install-recommends wrk || { apt-get update -q && apt-get install -y -q --no-install-recommends wrk; }
}

fetch_k6() {
  (cd "$sources/k6" && go build -o "$CACHE/k6/k6" go.k6.io/k6)
}

# $1 tool, $2 its Java source
fetch_java() {
  rm -rf "$CACHE/$1/lib" "$CACHE/$1/classes"
  mvn -B -q -f "$sources/$1/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$CACHE/$1/lib" \
    && "${JAVA%/*}/javac" -nowarn -d "$CACHE/$1/classes" -cp "$CACHE/$1/lib/*" "$sources/$1/$2"
}

fetch_locust() {
  python3 -m venv --clear "$CACHE/locust" && "$CACHE/locust/bin/pip" install -q -r "$sources/locust/requirements.txt"
}

set_up() {
  mkdir -p "$CACHE"
  "${CC:-cc}" -O2 -Wall -o "$CACHE/server" "$sources/server.c" || { echo "the server needs a C compiler" >&2; exit 3; }
  fetch wrk fetch_wrk
  fetch k6 fetch_k6
  fetch gatling fetch_java gatling PlainSimulation.java
  fetch hyperfoil fetch_java hyperfoil PlainBenchmark.java
  fetch locust fetch_locust
  echo "building the driver …" >&2
  (cd "$project" && mvn -B -q -Dquick -DskipTests -pl workload-driver package) || exit 3
}
