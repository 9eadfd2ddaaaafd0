#!/usr/bin/env bash
# Every generated file and command line of `minimal`, `small` and `full-2015`, and of the servers that none of them has, with ports, secrets, keys, paths and networks replaced by names: what
# `plan` prints, and what ran. bench/generated-differences.py compares two builds. Needs root, the servers of deploy/install-servers.sh, and a build by Maven.
#   bench/generated-files.sh DIR [LAYOUT …]    all layouts, about eight minutes, or some of them
set -uo pipefail
[[ $# -gt 0 ]] || { sed -n '2,5s/^# \?//p' "$0"; exit 4; }
target="$(mkdir -p "$1" && cd "$1" && pwd)"
shift
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/divided-machine.sh"
divided_machine generated-files
load=(--users 20 --set load.ramp=2s --set load.warmUp=2s --set load.measure=10s --set load.rampDown=1s)

declare -A LAYOUTS=(
  [minimal]="-c minimal"
  [small]="-c small"
  [full-2015]="-c full-2015"
  [httpd-mariadb]="-c small --set webServers.implementation=httpd --set webServers.count=2 --set relational.implementation=mariadb --set broker.count=3 --set documents.implementation=server --set imageStore.implementation=directory"
  [terminate]="-c small --set balancers.tls=terminate --set balancers.count=2 --set broker.implementation=embedded --set appServers.count=2 --set appServers.cpu=0.5 --set drivers.count=2"
)

for layout in "${@:-minimal small full-2015 httpd-mariadb terminate}"; do
  for name in $layout; do
    read -r -a options <<< "${LAYOUTS[$name]}"
    rm -rf "${target:?}/$name" "$target/$name.stop"
    mkdir -p "$target/$name"
    "$home/gavel" plan "${options[@]}" "${load[@]}" 2>&1 | grep -v 'available of' > "$target/$name/plan.txt"
    "$("$home/gavel" --print-java)" -cp "$project/harness/target/lib/*" "$project/bench/GeneratedFiles.java" "$home/.gavel/$name" "$target/$name" &
    watching=$!
    "$home/gavel" up --deployment "$name" "${options[@]}" "${load[@]}" > "$out" 2>&1
    say "$name is up" $?
    "$home/gavel" run --deployment "$name" > "$out" 2>&1
    [[ $? -le 2 ]]
    say "$name: a run came to its end" $?
    touch "$target/$name.stop"
    wait "$watching"
    say "$name: written" $?
    rm -f "$target/$name.stop"
    "$home/gavel" down "$name" > "$out" 2>&1
    say "$name is taken down" $?
  done
done
nothing_left "at the end"
summary
