#!/bin/sh
# Switches a virtual machine of Amazon EC2 on and off, for machines of a configuration (docs/ssh.md); other clouds' command lines go the same way:
#   powerOn: /path/to/deploy/power/ec2.sh on
#   powerOff: /path/to/deploy/power/ec2.sh off
# The instance has the host's name (GAVEL_HOST) as its tag Name, or is named by its id: ec2.sh on i-0123456789abcdef0. Account and region are those of
# the command aws. An address that changes with each start cannot be that of a host: give the instance a private address of its own.
set -eu
usage="usage: ec2.sh on|off [INSTANCE-ID]"
action=${1:?"$usage"}
instance=${2:-}
if [ -z "$instance" ]; then
  name=${GAVEL_HOST:?"$usage"}
  instance=$(aws ec2 describe-instances --output text --query 'Reservations[].Instances[].InstanceId' \
    --filters "Name=tag:Name,Values=$name" 'Name=instance-state-name,Values=pending,running,stopping,stopped')
  case $instance in
    i-*[!0-9a-z-]*) echo "several instances are called $name: $instance" >&2; exit 1 ;;
    i-*) ;;
    *) echo "no instance is called $name (tag Name)" >&2; exit 1 ;;
  esac
fi
case $action in
  on)
    # One that is on its way down refuses to start.
    state=$(aws ec2 describe-instances --output text --instance-ids "$instance" --query 'Reservations[].Instances[].State.Name')
    [ "$state" != stopping ] || aws ec2 wait instance-stopped --instance-ids "$instance"
    aws ec2 start-instances --output text --instance-ids "$instance"
    aws ec2 wait instance-running --instance-ids "$instance"
    ;;
  off)
    aws ec2 stop-instances --output text --instance-ids "$instance"
    ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
