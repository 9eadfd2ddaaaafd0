#!/bin/bash
# Installs the servers the tiers can be made of, from the packages of Debian or Ubuntu, and says what it could not install.
# Gavel starts them itself, in its run directories: no service of the system is started or left enabled by this script.
# Chromium is among them for the tests of the web pages.
#
#   deploy/install-servers.sh [--dry-run] [PACKAGE …]    all of them, or some; --dry-run says what it would install, and installs nothing
#
# `gavel install` runs it on every machine of a configuration, with what is to run there. The list of packages is the file beside it; where
# that is not, as on those machines, packages have to be named. MongoDB is in no distribution: it is installed where its own repository is
# configured (https://www.mongodb.com/docs/manual/administration/install-on-linux/), and without that the script says so and goes on.
set -u

# A machine is given it as text: what is called "packages" in the directory it works in there is another file.
script="${BASH_SOURCE[0]:-}"
list="${script:+$(dirname "$(readlink -f "$script")")/packages}"
ALL=()
[ ! -r "$list" ] || mapfile -t ALL < <(grep -v '^#' "$list")

usage() {
  cat << END
Installs the servers the tiers can be made of, from the packages of Debian or Ubuntu. Needs root.

Usage: deploy/install-servers.sh [--dry-run] [PACKAGE...]

  --dry-run   say what would be installed; installs nothing, needs no root
  --help      this
  PACKAGE     some of them only (default: all):
              ${ALL[*]}
END
}

dry=""
wanted=()
problems=()
for argument in "$@"; do
  case "$argument" in
    -h | --help)
      usage
      exit 0
      ;;
    -n | --dry-run) dry=yes ;;
    *)
      if [[ " ${ALL[*]-} " == *" $argument "* || ( ${#ALL[@]} == 0 && "$argument" =~ ^[a-z0-9][a-z0-9.+-]+$ ) ]]; then
        wanted+=("$argument")
      else
        problems+=("$argument")
      fi
      ;;
  esac
done
if [ ${#problems[@]} -gt 0 ]; then
  echo "install-servers: unknown: ${problems[*]}; known: ${ALL[*]} (--help)" >&2
  exit 4
fi
[ ${#wanted[@]} -gt 0 ] || wanted=("${ALL[@]}")
if [ ${#wanted[@]} -eq 0 ]; then
  echo "install-servers: name the packages: ${list:-the list of all} cannot be read" >&2
  exit 4
fi

installed() { # package
  dpkg-query -W -f='${Status}' "$1" 2> /dev/null | grep -q "install ok installed"
}

units() { # package: of the services that come with it and with what it needs; most are called like it
  case "$1" in
    mariadb-server) echo mariadb ;;
    mongodb-org-server) echo mongod ;;
    rabbitmq-server) echo rabbitmq-server epmd.service epmd.socket ;;
    nfs-common) echo rpcbind.service rpcbind.socket ;;
    *) echo "$1" ;;
  esac
}

if [ -n "$dry" ]; then
  for package in "${wanted[@]}"; do
    if ! command -v dpkg-query > /dev/null; then
      echo "$package: only apt-get is known here; install it yourself"
    elif installed "$package"; then
      echo "$package: is installed"
    elif apt-cache show "$package" > /dev/null 2>&1; then
      echo "$package: would be installed"
    else
      echo "$package: in no configured repository"
    fi
  done
  exit 0
fi

if ! command -v apt-get > /dev/null; then
  echo "install-servers: only apt-get is known here; install these yourself: ${wanted[*]}" >&2
  exit 3
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "install-servers: needs root: sudo $0 $*" >&2
  exit 3
fi

umask 022 # what is written below is read by others, too
# One at a time: another one would let services start that this one keeps from it. What is started holds no lock, as it may stay.
policy=/usr/sbin/policy-rc.d
exec 9< "${policy%/*}"
if ! flock -n 9; then
  echo "install-servers: another one installs here; waiting for it" >&2
  flock -w 900 9 || {
    echo "install-servers: the other one has not ended within 15 minutes: try again" >&2
    exit 3
  }
fi
brought=()
log=$(mktemp)
finish() {
  # One by one: none of them is disabled where one is not there.
  for unit in "${brought[@]}"; do
    systemctl disable "$unit" > /dev/null 2>&1 9<&- || true
  done
  [ -z "${own_policy:-}" ] || rm -f "$policy"
  rm -f "$log"
}
trap finish EXIT
# What is being installed is waited for: it would start and enable its services afterwards.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# Packages ask policy-rc.d before they start a service: this one says no, and only while they are being installed. It names what is to be disabled
# then, for the next installation where this one is killed or the machine stops.
mark="# install-servers of Gavel"
if grep -qs "^$mark" "$policy"; then
  mapfile -t brought < <(sed -n 's/^# disable //p' "$policy")
  rm -f "$policy"
fi
missing=()
for package in "${wanted[@]}"; do
  ! installed "$package" || continue
  missing+=("$package")
  # What was enabled before is somebody else's, as the name service of another program in Erlang.
  for unit in $(units "$package"); do
    systemctl is-enabled "$unit" > /dev/null 2>&1 9<&- || brought+=("$unit")
  done
done
if [ ! -e "$policy" ]; then
  own_policy=yes
  {
    printf '#!/bin/sh\n%s\n' "$mark"
    [ ${#brought[@]} -eq 0 ] || printf '# disable %s\n' "${brought[@]}"
    echo "exit 101"
  } > "$policy"
  chmod +x "$policy"
fi
# No cluster of the system's own: Gavel makes one for each deployment.
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
  mkdir -p /etc/postgresql-common
  echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.conf
fi

# Nobody is there to answer which file of a package is kept: the one that was changed.
export DEBIAN_FRONTEND=noninteractive
apt() {
  apt-get -o DPkg::Lock::Timeout=60 -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold "$@" < /dev/null 9<&-
}
if [ ${#missing[@]} -gt 0 ]; then
  # Where dpkg was interrupted, apt-get refuses everything before this.
  dpkg --force-confdef --force-confold --configure -a > "$log" 2>&1 < /dev/null 9<&- || tail -3 "$log" >&2
  apt update -q || echo "install-servers: the package lists could not be renewed" >&2
fi

failed=()
elsewhere=()
for package in "${missing[@]}"; do
  # A package that no configured repository has is no failure of this script where it is not expected to be in the distribution.
  if [[ "$package" == mongodb-org* ]] && ! apt-cache show "$package" > /dev/null 2>&1; then
    elsewhere+=("$package")
    continue
  fi
  echo "install-servers: $package"
  if ! apt install -y -q --no-install-recommends "$package" > "$log" 2>&1; then
    failed+=("$package")
    tail -3 "$log" >&2
  fi
done

for package in "${wanted[@]}"; do
  # One that was removed still has a version.
  version="not installed"
  ! installed "$package" || version=$(dpkg-query -W -f='${Version}' "$package")
  printf '%-18s %s\n' "$package" "$version"
done
if [ ${#elsewhere[@]} -gt 0 ]; then
  echo "install-servers: in no configured repository: ${elsewhere[*]} (MongoDB has its own: https://www.mongodb.com/docs/manual/administration/install-on-linux/)" >&2
fi
if [ ${#failed[@]} -gt 0 ]; then
  echo "install-servers: could not be installed: ${failed[*]}" >&2
  exit 3
fi
