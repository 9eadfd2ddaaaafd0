# For sourcing: `divided_machine` makes a private home (private-home.sh) on a machine that is going to be divided into hosts, which root
# alone can do, and remembers what it was divided into before. Sets $out, a file for what a step prints, and $failures.
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"

divided_machine() { # name of the script
  [[ "$(id -u)" == 0 ]] || { echo "$1: skipped, a machine can be divided by root only"; exit 3; }
  private_home
  out="$home/out.txt"
  failures=0
  before="$(divided | sort)"
}

# Everything this machine is divided into, whoever did it.
divided() {
  ip netns list | cut -d' ' -f1
  ip -br link | cut -d' ' -f1
  find /sys/fs/cgroup -type d -name 'gavel-gv*'
}

say() { # what, whether
  local verdict=ok
  [[ "$2" == 0 ]] || verdict="NOT OK" failures=$((failures + 1))
  printf '%-84s %s\n' "$1" "$verdict"
  [[ "$verdict" == ok ]] || sed 's/^/    | /' "$out" | tail -20
}

nothing_left() { # after what
  { left_running; divided | sort | comm -13 <(echo "$before") -; ls -A "$home/.gavel" 2> /dev/null; } > "$out"
  [[ ! -s "$out" ]]
  say "$1: nothing left" $?
}

# The last word, and the exit code.
summary() {
  echo
  [[ "$failures" == 0 ]] && echo "all as it should be" || echo "$failures not as they should be"
  [[ "$failures" == 0 ]]
}
