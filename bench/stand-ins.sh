#!/usr/bin/env bash
# Stands in for remote machines: each with its own disk, processes, host name, address, limits, and an sshd as process 1. Needs root.
#
#   bench/stand-ins.sh base [PACKAGE …]  makes the disk they all start from, once (about two minutes); packages are added to it
#   bench/stand-ins.sh up N             si1 … siN at 10.251.7.11 …, reachable by ssh -F DIR/ssh_config si1
#   bench/stand-ins.sh off NAME         power off: all its processes end at once, its disk stays
#   bench/stand-ins.sh on NAME          power on; returns when sshd answers
#   bench/stand-ins.sh cut NAME         pulls its network cable
#   bench/stand-ins.sh mend NAME        plugs it in again
#   bench/stand-ins.sh clock NAME MS    moves its wall clock by so many milliseconds (needs gcc); holds for what starts afterwards, sshd too
#   bench/stand-ins.sh down             removes all of them; the base stays
#   bench/stand-ins.sh purge            removes the base, too
#
# STAND_INS names the directory DIR (default /var/tmp/gavel-stand-ins); CORES (2) and MEMORY (2G) limit each of them, DISK (no limit) its /var/tmp.
set -euo pipefail
usage() { sed -n '2,14s/^# \{0,1\}//p' "$0"; }
directory="${STAND_INS:-/var/tmp/gavel-stand-ins}"
base="$directory/base"
bridge=gavel-si
network=10.251.7
period=100000

die() {
  echo "stand-ins: $1" >&2
  exit "${2:-3}"
}

address() { echo "$network.$((10 + ${1#si}))"; }
known() { [[ "${1:-}" =~ ^si[1-9][0-9]?$ && -d "$directory/$1" ]] || die "no such stand-in: ${1:-none named}" 4; }
groups() { for name in cpu cpuacct memory pids; do [[ -d "/sys/fs/cgroup/$name" ]] && echo "/sys/fs/cgroup/$name"; done; }

make_base() { # packages
  if [[ ! -e "$base/complete" ]]; then
    command -v debootstrap > /dev/null || apt-get install -y -q --no-install-recommends debootstrap > /dev/null || die "debootstrap is needed: apt-get install debootstrap"
    rm -rf "$base"
    mkdir -p "$base"
    local mirror
    mirror="$(cat /etc/apt/sources.list /etc/apt/sources.list.d/* 2> /dev/null | grep -v '^#' | grep -m1 -o 'https\{0,1\}://[^ ]*' || true)"
    debootstrap --variant=minbase --include=openssh-server,iproute2,procps "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$base" ${mirror:+"$mirror"} > "$directory/base.log" 2>&1 \
      || die "the base could not be made (log: $directory/base.log)"
    cp -r /etc/apt/sources.list* "$base/etc/apt/" 2> /dev/null || true
    # One who is not root, whose shell is not bash.
    chroot "$base" useradd -m -s /bin/sh -p '*' guest
    touch "$base/complete"
  fi
  (( $# == 0 )) && return 0
  cp "$(dirname "$(readlink -f "$0")")/../deploy/"{install-servers.sh,packages} "$base/tmp/"
  cp /etc/resolv.conf "$base/etc/"
  chroot "$base" bash /tmp/install-servers.sh "$@"
}

# What becomes process 1 of a stand-in: its own view of processes, devices and control groups, then its disk as root.
guest_init() { # directory of the stand-in, its name
  local root="$1/root" device
  hostname "$2"
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs sysfs "$root/sys"
  mount -t tmpfs tmpfs "$root/sys/fs/cgroup"
  for group in $(groups); do
    # Seen from the namespace, its own group is the root of each hierarchy.
    mkdir "$root$group"
    mount -t cgroup -o "$(basename "$group")" cgroup "$root$group"
  done
  mount -t tmpfs -o mode=755 tmpfs "$root/dev"
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  mkdir "$root/dev/shm" "$root/dev/pts"
  mount -t tmpfs tmpfs "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  mount -t tmpfs -o mode=755 tmpfs "$root/run"
  mkdir "$root/run/sshd"
  # What is kept there then goes when it is switched off.
  [[ -z "${DISK:-}" ]] || mount -t tmpfs -o "size=$DISK,mode=1777" tmpfs "$root/var/tmp"
  cd "$root"
  mkdir -p .before
  pivot_root . .before
  umount -l /.before
  rmdir /.before
  exec /usr/sbin/sshd -D -e -o UsePAM=no -o PrintMotd=no -o MaxStartups=100
}

power_on() { # name
  local place="$directory/$1" group
  mkdir -p "$place"/{changes,work,root}
  mountpoint -q "$place/root" || mount -t overlay overlay -o "lowerdir=$base,upperdir=$place/changes,workdir=$place/work" "$place/root"
  echo "$1" > "$place/root/etc/hostname"
  cp "$directory/hosts" "$place/root/etc/hosts"
  install -m 600 "$directory/host-key" "$place/root/etc/ssh/ssh_host_ed25519_key"
  install -m 644 "$directory/host-key.pub" "$place/root/etc/ssh/ssh_host_ed25519_key.pub"
  authorize "$place/root/root" 0
  authorize "$place/root/home/guest" "$(stat -c %u "$place/root/home/guest")"
  for group in $(groups); do mkdir -p "$group/gavel-$1"; done
  echo $period > "/sys/fs/cgroup/cpu/gavel-$1/cpu.cfs_period_us"
  echo $((${CORES:-2} * period)) > "/sys/fs/cgroup/cpu/gavel-$1/cpu.cfs_quota_us"
  echo "${MEMORY:-2G}" > "/sys/fs/cgroup/memory/gavel-$1/memory.limit_in_bytes"
  (
    # Before the namespaces: within `ip netns exec` these directories are hidden.
    for group in $(groups); do echo $BASHPID > "$group/gavel-$1/cgroup.procs"; done
    exec setsid nsenter --net="/run/netns/$1" unshare --mount --pid --uts --ipc --cgroup --fork --kill-child --propagation private \
      "$BASH" "$0" guest-init "$place" "$1"
  ) > "$place/log" 2>&1 < /dev/null &
  echo $! > "$place/pid"
  awaited "$(address "$1")" || die "$1 does not answer: $(tail -n 3 "$place/log")"
}

authorize() { # home, owner
  install -d -m 700 -o "$2" -g "$2" "$1/.ssh"
  install -m 600 -o "$2" -g "$2" "$directory/key.pub" "$1/.ssh/authorized_keys"
}

awaited() { # address
  local i
  for i in {1..100}; do
    if (exec 3<> "/dev/tcp/$1/22") 2> /dev/null; then return 0; fi
    sleep 0.1
  done
  return 1
}

power_off() { # name
  local pid
  pid="$(cat "$directory/$1/pid" 2> /dev/null)" || return 0
  kill -KILL "$pid" 2> /dev/null || true
  rm -f "$directory/$1/pid"
  for i in {1..100}; do
    [[ -s "/sys/fs/cgroup/pids/gavel-$1/cgroup.procs" ]] || break
    [[ -n "$(cat "/sys/fs/cgroup/pids/gavel-$1/cgroup.procs")" ]] || break
    sleep 0.05
  done
}

up() { # how many
  [[ "${1:-}" =~ ^[1-9][0-9]?$ ]] || die "how many? (1..99)" 4
  make_base
  [[ ! -e /sys/class/net/$bridge ]] || die "stand-ins are up already: $0 down"
  local i key
  [[ -f "$directory/key" ]] || ssh-keygen -q -t ed25519 -N '' -C stand-ins -f "$directory/key"
  [[ -f "$directory/host-key" ]] || ssh-keygen -q -t ed25519 -N '' -C stand-in -f "$directory/host-key"
  key="$(cut -d' ' -f1,2 "$directory/host-key.pub")"
  ip link add $bridge type bridge
  ip address add $network.1/24 dev $bridge
  ip link set $bridge up
  echo '127.0.0.1 localhost' > "$directory/hosts"
  : > "$directory/known_hosts"
  for ((i = 1; i <= $1; i++)); do
    echo "$(address si$i) si$i" >> "$directory/hosts"
    echo "si$i,$(address si$i) $key" >> "$directory/known_hosts"
  done
  {
    echo "Host si* $network.*"
    echo "  User root"
    echo "  IdentityFile $directory/key"
    echo "  IdentitiesOnly yes"
    echo "  UserKnownHostsFile $directory/known_hosts"
    for ((i = 1; i <= $1; i++)); do printf 'Host si%d\n  HostName %s\n' "$i" "$(address si$i)"; done
  } > "$directory/ssh_config"
  for ((i = 1; i <= $1; i++)); do
    ip netns add si$i
    ip link add gavel-si$i type veth peer name eth0 netns si$i
    ip link set gavel-si$i master $bridge up
    ip -n si$i address add "$(address si$i)/24" dev eth0
    ip -n si$i link set eth0 up
    ip -n si$i link set lo up
    ip -n si$i route add default via $network.1
  done
  local started=()
  for ((i = 1; i <= $1; i++)); do
    power_on si$i &
    started+=($!)
  done
  for i in "${started[@]}"; do wait "$i"; done
}

set_clock() { # name, milliseconds
  local root="$directory/$1/root" shim="$directory/clock-offset.so"
  [[ "${2:-}" =~ ^-?[0-9]{1,9}$ ]] || die "by how many milliseconds?" 4
  gcc -O2 -shared -fPIC -o "$shim" "$(dirname "$(readlink -f "$0")")/clock-offset.c" || die "gcc is needed: apt-get install gcc libc6-dev"
  install -m 755 "$shim" "$root/usr/lib/clock-offset.so"
  echo "$2" > "$root/etc/clock-offset"
  echo /usr/lib/clock-offset.so > "$root/etc/ld.so.preload"
  power_off "$1"
  power_on "$1"
}

down() {
  local place name group
  for place in "$directory"/si*/; do
    [[ -d "$place" ]] || continue
    name="$(basename "$place")"
    power_off "$name"
    umount -l "$place/root" 2> /dev/null || true
    ip netns delete "$name" 2> /dev/null || true
    for group in $(groups); do rmdir "$group/gavel-$name" 2> /dev/null || true; done
    rm -rf "$place"
  done
  # What a command left that was ended in the middle of this.
  for name in $(ip netns list | grep -oE '^si[0-9]+'); do ip netns delete "$name" 2> /dev/null || true; done
  ip link delete $bridge 2> /dev/null || true
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  guest-init) guest_init "$2" "$3" ;;
esac
[[ "$(id -u)" == 0 ]] || die "needs root"
mkdir -p -m 700 "$directory"
case "${1:-}" in
  base) shift; make_base "$@" ;;
  up) up "${2:-}" ;;
  on) known "${2:-}"; [[ -e "$directory/$2/pid" ]] || power_on "$2" ;;
  off) known "${2:-}"; power_off "$2" ;;
  cut) known "${2:-}"; ip link set "gavel-$2" down ;;
  clock) known "${2:-}"; set_clock "$2" "${3:-}" ;;
  mend) known "${2:-}"; ip link set "gavel-$2" up ;;
  down) down ;;
  purge) down; rm -rf "$directory" ;;
  *) usage >&2; exit 4 ;;
esac
