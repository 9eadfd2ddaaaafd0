#!/usr/bin/env bash
# What happens when something is wrong: asserts one clear message, the right exit code and that nothing is left running, and prints a
# table. Everything happens in an installation of its own under /tmp.
#   bench/bad-input.sh            all cases but Ctrl-C: about a minute and a half
#   bench/bad-input.sh ctrl-c [PHASE …]    Ctrl-C at each phase of a short run, such as 'start application servers': about ten minutes
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
private_home
failures=0
out="$home/out.txt"

row() { # what, wanted code, actual code, wanted text
  local verdict=ok left
  [[ "$3" == "$2" ]] || verdict="NOT OK: exit code $3, wanted $2"
  [[ -z "$4" ]] || grep -qF -- "$4" "$out" || verdict="NOT OK: no message '$4'"
  grep -qE '^\s+at [a-z.]+\(|Exception in thread' "$out" && verdict="NOT OK: a stack trace"
  left="$(left_running)"
  [[ -z "$left" ]] || verdict="NOT OK: left running: $left"
  if [[ -d "$home/.gavel" && -n "$(ls -A "$home/.gavel" 2> /dev/null)" ]]; then
    verdict="NOT OK: left in .gavel: $(ls -A "$home/.gavel")"
  fi
  if [[ "$verdict" == ok ]]; then
    printf '%-44s exit %-4s %s\n' "$1" "$3" "$(grep -F -- "$4" "$out" | head -1 | sed "s|$home|…|g" | cut -c1-150)"
  else
    failures=$((failures + 1))
    printf '%-44s %s\n' "$1" "$verdict"
    sed 's/^/    | /' "$out" | tail -20
  fi
}

with=() # settings of the environment for the next command

bad() { # what, wanted code, wanted text, arguments of gavel …
  local what="$1" wanted="$2" text="$3" code
  shift 3
  code=0
  env "${with[@]}" timeout 30 "$home/gavel" "$@" > "$out" 2>&1 < /dev/null || code=$?
  row "$what" "$wanted" "$code" "$text"
}

inputs() {
  local port listener
  printf 'load:\n  usres: 5\n' > "$home/misspelt.yaml"
  printf 'load: {users: [1\n' > "$home/broken.yaml"
  bad "misspelt command" 4 "did you mean 'run'?" rnu
  bad "misspelt option" 4 "did you mean '--users'?" run --user 5
  bad "misspelt setting in a file" 4 "unknown setting 'usres' (misspelt.yaml:2: load.usres); did you mean 'users'?" run -c "$home/misspelt.yaml"
  bad "misspelt setting on the command line" 4 "did you mean 'count'?" run --set appServers.cuont=2
  bad "negative users" 4 "users must be > 0: -5 (--users: load.users)" run --users -5
  bad "users that are no number" 4 "users must be a whole number: many" run --users many
  bad "file that does not exist" 4 "configuration file does not exist: nowhere.yaml" run -c nowhere.yaml
  bad "file that is no YAML" 4 "not valid YAML: " run -c "$home/broken.yaml"
  bad "profile that does not exist" 4 "profile must be a built-in name (\`gavel profiles\`) or a file: $PWD/nowhere.yaml" run --profile nowhere.yaml
  printf 'name: mine\n' > "$home/profile.yaml"
  bad "profile that is none" 4 "profile.yaml" run --profile "$home/profile.yaml"
  everywhere
  bad "unknown deployment" 4 "unknown deployment: mine" run --deployment mine
  bad "result that does not exist" 4 "no result there" report nowhere

  port=24815
  listen "$port" > "$home/listening" 2>&1 &
  listener=$!
  until grep -q listening "$home/listening"; do sleep 0.1; done
  bad "port in use" 3 "port $port is in use (appServers.port)" run --set appServers.port=$port
  bad "port in use, asked before" 3 "port $port is in use (appServers.port)" doctor --set appServers.port=$port
  kill "$listener"
  rm -f "/tmp/$$-Listen.java"
  wait "$listener" 2> /dev/null

  mkdir -p "$home/old/bin"
  echo 'JAVA_VERSION="17.0.1"' > "$home/old/release"
  printf '#!/bin/sh\n' > "$home/old/bin/javac"
  chmod +x "$home/old/bin/javac"
  with=(GAVEL_JAVA_HOME="$home/old")
  bad "wrong JDK named" 3 "is 17 (GAVEL_JAVA_HOME)" run
  with=(JAVA_HOME="$home/old" GAVEL_JDKS=/nowhere PATH="$(path_without_javac)")
  bad "only a wrong JDK" 3 "a JDK 25 or later is needed, found: $home/old (17)" run
  with=()

  rm -rf "$home/.gavel"
  : > "$home/.gavel"
  bad "run directory that cannot be made" 3 "choose a place that can be written" run
  rm "$home/.gavel"
  rm -rf "$home/results"
  : > "$home/results"
  bad "results that cannot be written" 3 "results cannot be written to" run
  rm "$home/results"
  if [[ "$(id -u)" == 0 ]]; then
    mkdir -p "$home/.gavel" "$home/results"
    mount -t tmpfs -o size=20m none "$home/.gavel"
    bad "full disk below the run directory" 3 "disk: 20 MiB free" run
    mount -o remount,ro,size=2g "$home/.gavel"
    bad "read-only run directory" 3 "Read-only file system; choose a place that can be written" run
    umount "$home/.gavel"
    mount -t tmpfs -o size=1m none "$home/results"
    bad "full disk below the results" 3 "results cannot be written to" run
    umount "$home/results"
  else
    echo "full disk: skipped, mounting a small file system needs root"
  fi
}

# What no command may take, each by every command that would.
everywhere() {
  local command
  for command in run plan doctor up peak "scale --app-servers 1,2 --set hosts.appServers.cpu=0.1"; do
    # shellcheck disable=SC2086
    bad "${command%% *}: misspelt profile" 4 "unknown profile: liveaution (--profile: load.profile); did you mean 'liveauction'?" $command --profile liveaution
    # shellcheck disable=SC2086
    bad "${command%% *}: a flag the JVM refuses" 4 "the JVM does not start with these flags: Unrecognized VM option 'Turbo'" $command --set appServers.jvmFlags=-XX:+Turbo
  done
  bad "several at once" 4 "--repeat must be >= 1: 0" run --repeat 0 --users 0 --junit nowhere/x.xml
  bad "several at once, the second" 4 "users must be > 0: 0" run --repeat 0 --users 0 --junit nowhere/x.xml
  bad "several at once, the third" 4 "the directory of the outcome does not exist: " run --repeat 0 --users 0 --junit nowhere/x.xml
  bad "profile that is nothing" 4 "profile must have a value: null" run --profile ""
  bad "quota beyond the machine" 4 "the cores of this machine: 500.0 (appServers.cpu)" plan --set appServers.cpu=500
  bad "memory without a unit" 4 "memory must be an amount of memory with its unit" plan --set appServers.memory=512
  bad "memory too small" 4 "memory must be >= 128m: 1m" plan --set appServers.memory=1m
  bad "ports past the last" 4 "port must be 1..65534, as each of 2 has the next one: 65535" plan --set appServers.port=65535 --app-servers 2
  bad "flags that are one" 4 "jvmFlags must be a list such as" plan --set appServers.jvmFlags=-Xa,-Xb
  bad "a tier that is not there" 4 "count is for webServers.implementation=nginx and httpd: 3" plan --set webServers.count=3
  bad "a number too large" 4 "users must be <= 2147483647: 99999999999" plan --users 99999999999
  bad "part of a second" 4 "measure must be whole seconds, at most 168h: 1500ms" plan --set load.measure=1500ms
  bad "a password in an address" 4 "must hold no password" plan --set relational.implementation=external --set "relational.url=jdbc:postgresql://h/d?password=hush"
  grep -q hush "$out" && { failures=$((failures + 1)); echo "NOT OK: the password is printed"; }
  printf '# f\xfcr\n' > "$home/latin.yaml"
  bad "file that is not UTF-8" 4 "is not UTF-8 text from line 1 on: save it as UTF-8" plan -c "$home/latin.yaml"
  mkdir -p "$home/beside"
  printf '\xef\xbb\xbfTime,Users\r\n0,10\r\n60,40\r\n' > "$home/beside/day.csv"
  printf 'load: {users: 40, path: {shape: csv, file: day.csv}}\n' > "$home/beside/day.yaml"
  bad "a path beside its configuration" 0 "40 users" plan -c "$home/beside/day.yaml"
  bad "a configuration through a pipe" 0 "7 users" plan -c <(echo 'load: {users: 7}')
  bad "one notation of time" 0 "length custom" plan --set load.measure=1m30s
  bad "a budget of no probe" 4 "which one measurement can take: 1.0 s (--budget)" peak --budget 1s
  bad "users of a search" 4 "a search finds the number of users" peak --users 5
  bad "a result that is a repeat of itself" 4 "a result is named twice" compare R,R R
  bad "a driver without time" 4 "the measurement must take at least 1 s: 0" drive --target http://127.0.0.1:1 --users 5 --duration 0s
  bad "a target with a path" 4 "and nothing else: http://127.0.0.1:1/app" drive --target http://127.0.0.1:1/app --users 5
  bad "a profile that is none, checked" 4 "profile.yaml" profiles check "$home/profile.yaml"
  bad "help" 0 "Usage: gavel" --help
}

# Holds a port until it is ended.
listen() { # port
  cat > "/tmp/$$-Listen.java" <<'JAVA'
class Listen {
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        try (var socket = new java.net.ServerSocket(port, 1, java.net.InetAddress.getLoopbackAddress())) {
            System.out.println("listening");
            socket.accept();
        }
    }
}
JAVA
  exec "$("$home/gavel" --print-java)" "/tmp/$$-Listen.java" "$1"
}

path_without_javac() {
  local directory result=""
  while read -r directory; do
    [[ -x "$directory/javac" ]] || result+="${result:+:}$directory"
  done < <(tr ':' '\n' <<< "$PATH")
  mkdir -p "$home/tools"
  for tool in bash dirname readlink sed find timeout; do
    ln -sf "$(command -v "$tool")" "$home/tools/$tool"
  done
  echo "$home/tools${result:+:$result}"
}

# Ctrl-C as a terminal does it: SIGINT to the whole process group, once the phase before is done.
interrupt() { # phase
  local phase="$1" before="" title pid code
  for title in "${phases[@]}"; do
    [[ "$title" == "$phase" ]] && break
    before="$title"
  done
  : > "$out"
  set -m
  # A shell without a terminal has its background jobs ignore SIGINT, and what they start inherits that.
  env --default-signal=INT "$home/gavel" run --users 20 --set load.ramp=4s --set load.warmUp=4s --set load.measure=6s --set load.rampDown=4s \
    > "$out" 2>&1 < /dev/null &
  pid=$!
  run_group=$pid
  set +m
  until [[ -z "$before" ]] || grep -qF "✓ $before" "$out" || ! kill -0 "$pid" 2> /dev/null; do sleep 0.05; done
  sleep 0.3
  kill -INT -- "-$pid" 2> /dev/null
  code=0
  wait "$pid" || code=$?
  run_group=""
  # So early that the program may not yet be there to say anything.
  [[ -n "$before" ]] && row "Ctrl-C: $phase" 130 "$code" "nterrupted" || row "Ctrl-C: $phase" 130 "$code" ""
}

phases=('check this machine' 'start data services' 'load or reset data' 'audit the data before the load'
  'start application servers' 'verify through the front door' 'start drivers' 'ramp' 'warm up' 'measure' 'ramp down'
  'audit the data after the load' 'stop')

case "${1:-}" in
  ctrl-c)
    shift
    chosen=("$@")
    [[ "${#chosen[@]}" -gt 0 ]] || chosen=("${phases[@]}")
    for phase in "${chosen[@]}"; do
      interrupt "$phase"
    done
    ;;
  *) inputs ;;
esac
echo
[[ "$failures" == 0 ]] && echo "all as it should be" || echo "$failures not as they should be"
[[ "$failures" == 0 ]]
