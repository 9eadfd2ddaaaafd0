# Read by the scripts beside it: a server of the driver's test sources on the first core, what is measured on the second.
[[ $(nproc) -ge 2 ]] || { echo "needs two cores" >&2; exit 3; }
project="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
driver="$project/workload-driver/target"
java="$("$project/gavel" --print-java)"
work="$(mktemp -d "/tmp/$(basename "$0" .sh).XXXXXX")"
server=""
driven="" # what is measured, where it has a session of its own and hears of no Ctrl-C
inside=() # how to get into the network that both are in
space=""
moved=() # "mask thread" of the kernel, as they were
flags=(-XX:+UseSerialGC --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)
ulimit -n "$(ulimit -Hn)"

cleanup() {
  [[ -z "$driven" ]] || kill "$driven" 2> /dev/null || true
  [[ -z "$server" ]] || kill "$server" 2> /dev/null || true
  [[ -z "$space" ]] || ip netns delete "$space" 2> /dev/null || true
  for each in "${moved[@]}"; do taskset -p $each &> /dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 143' TERM HUP
trap 'exit 130' INT

build() {
  (cd "$project" && mvn -q -Dquick -DskipTests -pl workload-driver package dependency:build-classpath \
    -Dmdep.outputFile="$work/classpath" -Dmdep.includeScope=test) > "$work/build.txt" 2>&1 || { cat "$work/build.txt"; exit 3; }
  taskset -cp 0 $$ > /dev/null # this script and what it calls keep away from what is measured
  classpath="$driver/classes:$driver/test-classes:$(cat "$work/classpath")"
}

# A network of their own with nearly all ports for connections. A kernel that has given away half of the ports of its range, the even ones, to
# one address looks through all of them for each further connection, for 1 ms. TCP is Reno, which is in every kernel: BBR, some machines'
# default, paces what is sent by timers, and on loopback their interrupts take the driver's core. Without the right to make one, it is the
# machine's network.
many_ports() {
  space="gavel-$(basename "$0" .sh)-$$"
  if ip netns add "$space" 2> /dev/null; then
    inside=(ip netns exec "$space")
    "${inside[@]}" ip link set lo up
    "${inside[@]}" sysctl -qw net.ipv4.ip_local_port_range="1024 65535" net.ipv4.tcp_congestion_control=reno
  else
    space=""
    echo "no right to make a network namespace: connections are of this machine's $(cat /proc/sys/net/ipv4/ip_local_port_range) ports, and TCP is $(cat /proc/sys/net/ipv4/tcp_congestion_control)" >&2
  fi
}

# Threads of the kernel that may run on the second core and on others leave it to what is measured until the script ends, as `isolcpus` would
# have it. One of them looks through the memory for 2.6 ms at a time, and the kernel does not put that off for a thread of higher priority.
# Those that belong to that core stay, and without the right to move them all do.
quiet_core() {
  local each mask
  for each in $(ps --ppid 2 -o pid=); do
    mask="$(taskset -p "$each" 2> /dev/null)" || continue # it has ended
    mask="${mask##* }"
    (( (16#$mask & 2) && 16#$mask != 2 )) || continue
    if taskset -p "$(printf %x $((16#$mask & ~2)))" "$each" &> /dev/null; then moved+=("$mask $each"); fi
  done
}

# Starts a server, $1 its class and then its arguments, on the first core; its address is in $address. It ends with descriptor 7.
serve() {
  mkfifo "$work/held"
  "${inside[@]}" taskset -c 0 "$java" -Xmx3g "${flags[@]}" -cp "$classpath" "$@" < "$work/held" > "$work/server.txt" 2>&1 &
  server=$!
  exec 7> "$work/held"
  until grep -qs '^http' "$work/server.txt"; do
    kill -0 "$server" 2> /dev/null || { cat "$work/server.txt"; exit 3; }
    sleep 0.1
  done
  address="$(grep -m1 '^http' "$work/server.txt")"
}

end_server() {
  exec 7>&-
  wait "$server" || true
  server=""
  sed '/^http/d' "$work/server.txt"
  rm "$work/held" "$work/server.txt"
}
