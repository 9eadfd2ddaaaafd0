# Read by scripts that make several experiments one after the other (elastic-truth.sh, isolate-truth.sh, failover-kills.sh): each is made, or goes
# on where it was ended, or is left as it is where all of it was measured. RESUME=NUMBER continues the series of that number, which is printed
# first. What each command says is kept in /tmp/NAME-NUMBER.
#
# The script sets $what, the beginning of all names, and defines figures, which prints what is known so far; it is called after each measurement.

unset COLUMNS # lines stay whole
home="${GAVEL_HOME:-.}"
results="${GAVEL_RESULTS:-$home/results}"
number="${RESUME:-$$}"
name="$what-$number"
logs="/tmp/$name"
running=""
shower=""
mkdir -p "$logs"
trap 'ended 143' TERM HUP
trap 'ended 130' INT

ended() { # exit code
  if [[ -n "$running" ]]; then
    kill -TERM "$running" 2> /dev/null
    wait "$running" 2> /dev/null
  fi
  [[ -z "$shower" ]] || wait "$shower" 2> /dev/null
  echo "ended early: RESUME=$number bench/$what.sh with the same arguments goes on"
  exit "$1"
}

begin() {
  ./gavel plan > "$logs/build" 2>&1 || { cat "$logs/build"; exit 3; }
  # Newer sources must not change the program within a series.
  export GAVEL_BUILD=last
  echo "series $number: RESUME=$number bench/$what.sh with the same arguments goes on with it; $(date +%H:%M:%S)"
}

of() { # label: the newest result of that name, as far as it came
  ls -td "$results"/*-"$name-$1" 2> /dev/null | head -1
}

# What is known of several experiments together.
together() { # what of them, labels
  local what_of_them="$1" each found=()
  shift
  for each in "$@"; do found+=("$each=$(of "$each")"); done
  python3 bench/series.py "$what_of_them" "${found[@]}"
}

# One run of a command in the background, so that an end of this script ends it at once; what it measures is shown as it comes.
watched() { # kind, label, options
  local kind="$1" label="$2" log="$logs/$2" line
  shift 2
  : > "$log"
  ./gavel "$kind" "$@" --name "$name-$label" > "$log" 2>&1 &
  running=$!
  # What goes on meanwhile has a dot in it.
  tail -n +1 -f --pid="$running" "$log" 2> /dev/null \
    | grep --line-buffered -v ' · ' \
    | grep --line-buffered -E '^  (probe  |pass [0-9]+  |fault [0-9]+ |[0-9]+ of [0-9]+  )' \
    | while IFS= read -r line; do
      echo "$(date +%H:%M:%S)$line"
      [[ ! "$line" =~ ^"  "(pass|fault|[0-9]+\ of) ]] || figures "$label"
    done &
  shower=$!
  wait "$running"
  code=$?
  running=""
  wait "$shower"
  shower=""
}

# Makes an experiment until all of it is measured, at most TRIES (2) times. Sets $result and $code; what a failed one said is shown.
experiment() { # kind, label, options
  local kind="$1" label="$2" try state resume
  shift 2
  for ((try = 1; try <= ${TRIES:-2}; try++)); do
    result="$(of "$label")"
    state="$(python3 bench/series.py state "$kind" "${result:-/nothing}")"
    code=0
    [[ "$state" != whole ]] || { echo "measured: $result"; return 0; }
    resume=()
    if [[ "$state" == begun ]]; then
      echo "goes on: $result"
      resume=(--resume "$(basename "$result")")
    fi
    watched "$kind" "$label" "${resume[@]}" "$@"
    result="$(of "$label")"
    if [[ "$code" != 0 ]]; then
      echo "exit code $code"
      grep -v ' · ' "$logs/$label" | tail -n 12
    fi
    [[ "$(python3 bench/series.py state "$kind" "${result:-/nothing}")" != whole ]] || return 0
    if [[ "$code" == 4 && ${#resume[@]} -gt 0 ]]; then
      # Another build, or other options: what was measured cannot be continued.
      mv "$result" "$result-left"
      result=""
    fi
  done
  return 1
}
