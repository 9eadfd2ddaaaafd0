# For sourcing: `private_home` makes an installation of its own that shares the built programs, so that a script can break what it
# likes without touching the deployments and results of this one. Sets $home; it is removed when the script ends.
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"

private_home() {
  "$project/gavel" configs > /dev/null
  home="$(mktemp -d /tmp/gavel-home.XXXXXX)"
  trap leave_home EXIT
  trap 'exit 143' TERM HUP
  trap 'exit 130' INT
  cp "$project/gavel" "$home/gavel"
  cp -r "$project/deploy" "$home/deploy"
  cp -p "$project/pom.xml" "$home/pom.xml"
  for module in auction-app workload-driver harness; do
    ln -s "$project/$module" "$home/$module"
  done
  ln -s "$project/.build" "$home/.build"
}

# Besides, its machines are stand-ins (stand-ins.sh), which go down when the script ends. Sets $stand_ins, that script, and $directory, theirs.
stand_in_machines() {
  stand_ins="$project/bench/stand-ins.sh"
  directory="${STAND_INS:-/var/tmp/gavel-stand-ins}"
  export GAVEL_SSH="ssh -F $directory/ssh_config"
  trap '"$stand_ins" down > /dev/null 2>&1; leave_home' EXIT
}

# Processes that belong to the private installation, as "pid command" lines: everything that names it on its command line.
left_running() {
  local directory pid
  for directory in /proc/[0-9]*; do
    pid="${directory#/proc/}"
    [[ "$pid" != "$$" && "$pid" != "$BASHPID" ]] || continue
    if grep -qaF "$home" "$directory/cmdline" 2> /dev/null; then
      echo "$pid $(tr '\0' ' ' < "$directory/cmdline" 2> /dev/null | cut -c1-80)"
    fi
  done
}

leave_home() {
  local name
  trap - EXIT
  # A run in a process group of its own, which the end of this script does not reach.
  if [[ -n "${run_group:-}" ]]; then
    kill -TERM -- "-$run_group" 2> /dev/null && wait "$run_group" 2> /dev/null
  fi
  for name in .gavel results; do
    mountpoint -q "$home/$name" && umount "$home/$name"
  done
  "$home/gavel" clean --all > /dev/null 2>&1 || true
  rm -rf "$home"
}
