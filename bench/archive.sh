#!/usr/bin/env bash
# The archive in an empty Debian container without Java and without a network: its size, and the time from unpacking to the verdict of `gavel run`.
# Then root, completion, manual, and an installation that is read-only.
#   bench/archive.sh [ARCHIVE]    makes one where none is named; about five minutes
# Needs root, docker.io and debootstrap. Exit code 1 when a bar is missed.
set -uo pipefail
home="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)"
source "$home/bench/checks.sh"
source "$home/bench/engine.sh"
for program in dockerd debootstrap; do
  command -v "$program" > /dev/null || { echo "archive: NOT TESTED, there is no $program (apt-get install docker.io debootstrap)" >&2; exit 3; }
done
work="$(mktemp -d /var/tmp/gavel-archive-XXXXXX)"
end() {
  engine_down
  rm -rf "$work"
}
trap end EXIT

begun=$SECONDS
archive="${1:-$("$home/deploy/archive.sh" "$work" | tail -1)}"
[[ -s "$archive" ]] || { echo "archive: there is none: $archive" >&2; exit 3; }
echo "archive: $(basename "$archive"), $(($(stat -c %s "$archive") / 1048576)) MiB, ready after $((SECONDS - begun)) s"
engine_up "$work/engine" || exit 3
"$home/deploy/images/debian" "$work/debian.tar" "$(date +%s)" > "$work/debian.log" 2>&1 || { tail -5 "$work/debian.log" >&2; exit 3; }
docker import "$work/debian.tar" gavel/empty > /dev/null || exit 3
mkdir "$work/in"
ln "$archive" "$work/in/gavel.tar.gz" 2> /dev/null || cp "$archive" "$work/in/gavel.tar.gz"
container() { docker run --rm --network none -v "$work/in:/in:ro" "$@"; }

container gavel/empty sh -c 'command -v java mvn python3; ls /usr/lib/jvm' > "$work/none" 2> /dev/null
say "the container has no Java, no Maven, no Python" "$([[ -s "$work/none" ]]; echo $(($? == 0)))"
begun=$(date +%s%N)
container -u nobody gavel/empty sh -c 'mkdir /tmp/x && tar -xzf /in/gavel.tar.gz -C /tmp/x && cd /tmp && exec /tmp/x/gavel-*/gavel run' > "$work/run" 2>&1
code=$?
took=$((($(date +%s%N) - begun) / 1000000))
tail -25 "$work/run"
say "gavel run: $(grep -m1 -E '^(PASS|FAIL|INVALID)' "$work/run"), exit code $code" "$code"
say "from unpacking to the verdict $((took / 1000)).$((took % 1000 / 100)) s (bar: 150)" $((took > 150000))

# As root, where the container permits no user namespaces: PostgreSQL would not start, and that is told first.
container gavel/empty sh -c 'unshare --user true 2> /dev/null && echo permitted; mkdir /tmp/x && tar -xzf /in/gavel.tar.gz -C /tmp/x && exec /tmp/x/gavel-*/gavel run' > "$work/root" 2>&1
code=$?
if grep -qx permitted "$work/root"; then
  say "as root, with user namespaces: exit code $code" "$code"
else
  grep 'this is root' "$work/root"
  say "as root, without user namespaces: told before anything starts, exit code $code" \
    "$([[ $code == 3 ]] && grep -q 'this is root, and user namespaces are not permitted here' "$work/root" && ! grep -q 'start data services' "$work/root"; echo $?)"
fi

# Somebody who may not write where it is unpacked.
mkdir "$work/unpacked"
tar -xzf "$archive" -C "$work/unpacked"
mv "$work"/unpacked/gavel-* "$work/unpacked/gavel"
chmod 755 "$work" "$work/unpacked" "$work/in"
closed="$(find "$work/unpacked/gavel" ! -type l \( ! -perm -go=r -o -type d ! -perm -go=x -o -perm /go=w \) -print -quit)"
say "everybody can read what root unpacked, and only root can change it${closed:+: $closed}" "$([[ -z "$closed" ]]; echo $?)"
container -v "$work/unpacked/gavel:/opt/gavel:ro" -u nobody -e HOME=/tmp/me gavel/empty sh -c '
  mkdir /tmp/me && cd /tmp/me && export GAVEL_LOAD_MEASURE=10s GAVEL_LOAD_WARMUP=5s GAVEL_LOAD_USERS=20 && /opt/gavel/gavel run -q && /opt/gavel/gavel results && /opt/gavel/gavel version
  code=$?; ls -d /tmp/me/.local/state/gavel/results/*-minimal; exit $code' > "$work/read-only" 2>&1
code=$?
cat "$work/read-only"
say "a read-only installation runs, and keeps its results below HOME, exit code $code" "$code"
container -v "$work/unpacked/gavel:/opt/gavel:ro" gavel/empty bash -c '
  source /opt/gavel/share/bash-completion/completions/gavel && COMP_WORDS=(gavel ver) COMP_CWORD=1 && _complete_gavel 2> /dev/null && echo "${COMPREPLY[*]}"' > "$work/completion" 2>&1
say "bash completes: $(tr '\n' ' ' < "$work/completion")" "$(grep -q verify-result "$work/completion"; echo $?)"
share="$work/unpacked/gavel/share"
if command -v zsh > /dev/null; then
  zsh -f -c "autoload -U +X compinit && compinit -u -d $work/zcompdump && source $share/zsh/gavel.zsh && echo \$_comps[gavel]" > "$work/zsh" 2>&1
  say "zsh knows: $(tail -1 "$work/zsh")" "$(grep -q _complete_gavel "$work/zsh"; echo $?)"
fi
if command -v fish > /dev/null; then
  HOME="$work" fish --no-config -c "source $share/fish/vendor_completions.d/gavel.fish; complete -C 'gavel ver'; complete -C 'gavel run --us'; complete -C 'gavel profiles '" > "$work/fish" 2>&1
  say "fish completes: $(cut -f1 "$work/fish" | tr '\n' ' ')" "$(grep -q '^verify-result' "$work/fish" && grep -q '^--users' "$work/fish" && grep -q '^show' "$work/fish"; echo $?)"
fi
if command -v man > /dev/null; then
  MANWIDTH=80 man -l "$share/man/man1/gavel.1" > "$work/man" 2> "$work/man.err"
  say "the manual has $(wc -l < "$work/man") lines, $(grep -c . "$work/man.err") warnings" "$([[ -s "$work/man" && ! -s "$work/man.err" ]]; echo $?)"
fi
exit "$failed"
