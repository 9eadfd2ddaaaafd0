#!/bin/sh
# Switches a virtual machine of libvirt on and off, for machines of a configuration (docs/ssh.md):
#   powerOn: /path/to/deploy/power/libvirt.sh on
#   powerOff: /path/to/deploy/power/libvirt.sh off
# The domain is called as the host is (GAVEL_HOST), or named: libvirt.sh on my-domain. Which libvirt is asked says LIBVIRT_DEFAULT_URI, as always
# with virsh. A domain that does not shut down within GAVEL_OFF_WITHIN seconds (60) has its power cut.
set -eu
usage="usage: libvirt.sh on|off [DOMAIN]"
action=${1:?"$usage"}
domain=${2:-${GAVEL_HOST:?"$usage"}}

state() {
  LC_ALL=C virsh domstate "$domain"
}

now=$(state)
case $action in
  on)
    case $now in
      running) echo "$domain runs already" ;;
      paused) virsh resume "$domain" ;;
      *) virsh start "$domain" ;;
    esac
    ;;
  off)
    [ "$now" = "shut off" ] || virsh shutdown "$domain"
    left=${GAVEL_OFF_WITHIN:-60}
    while now=$(state) || exit; [ "$now" != "shut off" ]; do
      if [ "$left" -le 0 ]; then
        virsh destroy "$domain"
        break
      fi
      left=$((left - 1))
      sleep 1
    done
    ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
