#!/usr/bin/env bash
# bench/listeners.sh [plain|encrypted]
# What listens where while a deployment on six machines is under load, here and on each of them (ss -ltn), who may speak with it, and whether it
# takes TLS (a handshake is tried with each). What Gavel itself opens (harness, dashboard, far ends, drivers) must stay on the loopback; what a
# deployment serves beyond it must be a server that is named here. With `encrypted` the tiers encrypt (encryption.betweenTiers), and whatever
# listens beyond the loopback must take TLS. Then it looks for secrets on every command line and in every log. Stand-ins (bench/stand-ins.sh base
# haproxy nginx postgresql rabbitmq-server); needs root and openssl; about four minutes.
set -uo pipefail
mode="${1:-plain}"
case "$mode" in
  plain) between=false ;;
  encrypted) between=true ;;
  *) echo "bench/listeners.sh [plain|encrypted]" >&2; exit 2 ;;
esac
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
private_home
stand_in_machines
failed=0

# Beyond the loopback: program, how many ports a machine may have of it, what protects them.
known() {
  case "$1" in
    haproxy | nginx) echo "front door: TLS; figures: token" ;;
    postgres) echo "password (SCRAM)" ;;
    beam.smp) echo "password" ;;
    java) echo "application: its people log in; figures: token; data: password" ;;
    sshd) echo "not Gavel's" ;;
    *) return 1 ;;
  esac
}

# A handshake of a client whose balancer passes its connection on: a line of the PROXY protocol comes first.
passed_on() { # place, command before python3
  local place="$1"
  shift
  timeout 5 "$@" python3 - "${place%:*}" "${place##*:}" << 'PY'
import socket, ssl, sys
with socket.create_connection((sys.argv[1], int(sys.argv[2])), 4) as connection:
    connection.sendall(b"PROXY TCP4 192.0.2.1 192.0.2.2 1 443\r\n")
    unverified = ssl._create_unverified_context()
    unverified.minimum_version = ssl.TLSVersion.TLSv1_2
    unverified.wrap_socket(connection).close()
PY
}

# TLS or plain: what somebody who begins a handshake is told. Databases want to be asked for one.
handshake() { # program, place, command before openssl
  local program="$1" place="$2" start=()
  case "$program" in
    postgres) start=(-starttls postgres) ;;
    mariadbd) start=(-starttls mysql) ;;
  esac
  shift 2
  if timeout 5 "$@" openssl s_client -brief -connect "$place" "${start[@]}" < /dev/null 2>&1 | grep -q '^Protocol version: TLSv1\.[23]'; then
    echo TLS
  elif [[ "$program" == nginx ]] && passed_on "$place" "$@" 2> /dev/null; then
    echo TLS
  else
    echo plain
  fi
}

# Of one network namespace: address, port and program of whatever listens, and whether it encrypts. Threads and proxies of the same are one line.
listening() { # name, command before ss
  local name="$1" address port program why tls
  shift
  "$@" ss -Hltnp | awk '{ split($NF, who, "\""); print $4, who[2] }' | sort -u | while read -r place program; do
    address="${place%:*}"
    port="${place##*:}"
    case "$address" in
      127.* | '[::1]' | '[::ffff:127.'*) printf '%-6s %-22s %-10s %-5s %s\n' "$name" "$place" "$program" - "loopback" ;;
      *)
        tls="$(handshake "$program" "$place" "$@")"
        if [[ "$name" != here ]] && why="$(known "$program")" && [[ "$address" != 0.0.0.0 && "$address" != '*' && "$address" != '[::]' || "$program" == sshd ]]; then
          printf '%-6s %-22s %-10s %-5s %s\n' "$name" "$place" "$program" "$tls" "$why"
        else
          printf '%-6s %-22s %-10s %-5s %s\n' "$name" "$place" "$program" "$tls" "NOT KNOWN"
        fi ;;
    esac
  done
}

"$stand_ins" down > /dev/null 2>&1
MEMORY=4G "$stand_ins" up 6 || exit 3
before="$(ss -Hltn | awk '{ print $4 }' | sort -u)"
"$home/gavel" run -c hosts-small --users 60 --set "encryption.betweenTiers=$between" --dashboard > "$home/run.txt" 2>&1 < /dev/null &
run=$!
until grep -q "✓ warm" "$home/run.txt" || ! kill -0 $run 2> /dev/null; do sleep 0.5; done
kill -0 $run 2> /dev/null || { tail -n 20 "$home/run.txt" >&2; exit 3; }
listening here env > "$home/here.txt"
while read -r line; do
  # What was there before is not Gavel's.
  grep -qxF -- "$(awk '{ print $2 }' <<< "$line")" <<< "$before" || echo "$line"
done < "$home/here.txt" | tee "$home/all.txt"
for i in {1..6}; do listening "si$i" nsenter --net="/run/netns/si$i"; done | tee -a "$home/all.txt"
grep -q 'NOT KNOWN' "$home/all.txt" && failed=1
if [[ $mode == encrypted ]] && grep -vE ' (loopback|not Gavel.s)$' "$home/all.txt" | grep ' plain '; then
  echo "… is not encrypted" >&2
  failed=1
fi
# The driver's machine and this one serve nobody.
grep -E '^(here|si6) ' "$home/all.txt" | grep -v -e ' loopback$' -e ' sshd ' && failed=1

secrets="$(python3 - "$home"/.gavel/*/ << 'PY'
import json, pathlib, sys
for run in sys.argv[1:]:
    for file in pathlib.Path(run).rglob("secrets*.json"):
        print("\n".join(value for value in json.loads(file.read_text()).values() if isinstance(value, str) and len(value) > 15))
PY
)"
echo "secrets: $(wc -l <<< "$secrets")"
[[ -n "$secrets" ]] || { echo "no secrets were found to look for" >&2; failed=1; }
for place in /proc/[0-9]*/cmdline; do
  { tr '\0' '\n' < "$place"; } 2> /dev/null | grep -qF -f <(echo "$secrets") && { echo "a secret on the command line of ${place#/proc/}"; failed=1; }
done
wait $run
for place in "$home"/results/*/ "$home"/.gavel/*/logs "$directory"/si*/root/var/tmp/gavel/deployments/*/logs; do
  [[ -e "$place" ]] && grep -rlF -f <(echo "$secrets") "$place" && { echo "… has a secret"; failed=1; }
done
"$home/gavel" clean --all > /dev/null 2>&1
[[ $failed == 0 ]] && echo "as it should be"
exit $failed
