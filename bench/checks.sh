# For sourcing: what scripts say of each check, and how they wait. Sets $failed, their exit code.
failed=0

say() { # what, exit code
  if [[ "$2" == 0 ]]; then echo "✓ $1"; else echo "✗ $1"; failed=1; return 1; fi
}

# The script defines `left`, which prints what is left.
nothing_left() { # of what
  local found
  found="$(left)"
  say "$1: nothing is left${found:+: $found}" "$([[ -z "$found" ]]; echo $?)"
}

# Until a command succeeds.
await() { # seconds, command...
  local _ seconds="$1"
  shift
  for _ in $(seq $((seconds * 2))); do
    "$@" && return 0
    sleep 0.5
  done
  return 1
}
