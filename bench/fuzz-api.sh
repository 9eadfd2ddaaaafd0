#!/usr/bin/env bash
# Sends generated requests, valid and not, to one application server by its own OpenAPI document, signed in and not, with schemathesis (which
# it installs from PyPI for itself), and prints what came back. No answer may be a 500, have a status the document does not name, or a body
# that does not fit its schema. Everything happens in an installation of its own under /tmp. 20,000 requests take about five minutes.
#   bench/fuzz-api.sh [REQUESTS] [SEED]
set -uo pipefail
source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/private-home.sh"
requests="${1:-20000}"
seed="${2:-1}"
private_home
cd "$home" # schemathesis keeps files where it is started
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
checks+=,unsupported_method,ignored_auth,missing_required_header

python3 -m venv "$home/venv" && "$home/venv/bin/pip" -q install schemathesis==4.32.5 || exit 3
"$home/gavel" up --deployment fuzz --users 20 > "$home/up.txt" 2>&1 || { cat "$home/up.txt"; exit 3; }
address="$("$home/gavel" status | sed -n 's/.* address *\(http[^ ]*\).*/\1/p' | head -1)"
log="$home/.gavel/fuzz/logs/app1.log"
password="$(< "$home/.gavel/fuzz/settings/account-password")"

token() { # number of a loaded account
  curl -s "$address/api/sessions" -H 'Content-Type: application/json' -d "{\"email\":\"u$1@gavel.example\",\"password\":\"$password\"}" \
    | sed 's/.*"token":"\([^"]*\)".*/\1/'
}

sent=0
failures=0
broken=0
# One worker, which is as fast as more. In chunks, so that a report fits into memory. Requests that wait for news wait half
# a minute each, so they have a small chunk of their own.
fuzz() { # name, further arguments …
  local name="$1"
  shift
  "$home/venv/bin/st" run "$address/v3/api-docs" --no-color --checks "$checks" --workers 1 --seed "$seed" --continue-on-failure \
    --generation-database none --suppress-health-check all --phases coverage,fuzzing --warnings off --request-timeout 60 \
    --report har --report-har-path "$home/$name.har" "$@" > "$home/$name.txt" 2>&1 || {
    if grep -q '^=* FAILURES' "$home/$name.txt"; then
      failures=$((failures + 1))
      echo "findings of $name:"
      grep -v '^$' "$home/$name.txt" | tail -n 150 | cut -c1-300
    else
      broken=$((broken + 1))
      echo "schemathesis itself failed in a part of $name: $(grep -m 1 'Error:\|mismatch' "$home/$name.txt")"
    fi
  }
  "$home/venv/bin/python" - "$home/$name.har" "$home/statuses.txt" << 'PYTHON'
import collections, json, sys
entries = json.load(open(sys.argv[1]))["log"]["entries"]
counts = collections.Counter(entry["response"]["status"] for entry in entries)
with open(sys.argv[2], "a") as out:
    for status, count in counts.items():
        print(status, count, file=out)
PYTHON
  rm -f "$home/$name.har"
  sent="$(awk '{ n += $2 } END { print n + 0 }' "$home/statuses.txt")"
}

begun="$SECONDS"
fuzz live --max-examples 5 --include-path-regex '/live$' --header "Authorization: Bearer $(token 1)"
while (( sent < requests && failures < 5 && broken < 100 )); do
  seed=$((seed + 1))
  fuzz "signed-in-$seed" --max-examples 60 --exclude-path-regex '/live$|/sessions/current$' --header "Authorization: Bearer $(token 1)"
  fuzz "signed-out-$seed" --max-examples 20 --exclude-path-regex '/live$'
done

echo "status   answers"
awk '{ n[$1] += $2 } END { for (s in n) printf "%-8s %7d\n", s, n[s] }' "$home/statuses.txt" | sort
errors="$(grep -c ' ERROR ' "$log")"
traces="$(grep -cP '^\tat ' "$log")"
echo "$sent requests in $((SECONDS - begun)) s; runs with findings: $failures, with failures of the tool: $broken; in the log: $errors errors, $traces lines of traces"
(( failures == 0 && errors == 0 && traces == 0 ))
