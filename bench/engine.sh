# A Docker engine of one's own, sourced by scripts: no rule of the machine's firewall and no network changes, everything in one directory.
#   engine_up DIRECTORY     exports DOCKER_HOST
#   engine_down             stops it and removes the directory
engine_up() {
  engine_directory="$1"
  mkdir -p "$engine_directory"
  export DOCKER_HOST="unix://$engine_directory/socket"
  setsid dockerd --data-root "$engine_directory/data" --exec-root "$engine_directory/run" --pidfile "$engine_directory/pid" --host "$DOCKER_HOST" \
    --bridge none --iptables=false --ip6tables=false > "$engine_directory/log" 2>&1 < /dev/null &
  local _
  for _ in $(seq 150); do
    docker version > /dev/null 2>&1 && return 0
    sleep 0.2
  done
  echo "the Docker engine does not start (log: $engine_directory/log)" >&2
  return 3
}

engine_down() {
  [[ -n "${engine_directory:-}" && -d "$engine_directory" ]] || return 0
  local pid _ mount
  pid="$(cat "$engine_directory/pid" 2> /dev/null || true)"
  if [[ -n "$pid" ]]; then
    kill "$pid" 2> /dev/null || true
    for _ in $(seq 100); do
      kill -0 "$pid" 2> /dev/null || break
      sleep 0.2
    done
  fi
  awk -v directory="$engine_directory/" 'index($2, directory) == 1 {print $2}' /proc/mounts | sort -r | while read -r mount; do umount -l "$mount" || true; done
  rm -rf --one-file-system "$engine_directory"
}
