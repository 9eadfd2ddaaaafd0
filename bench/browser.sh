#!/usr/bin/env bash
# The web pages in Chromium, with a loaded data set and two application servers: every screen at 390, 800 and 1,440 pixels, light and
# dark, without a barrier that axe calls serious, a movement, an error, or a request to elsewhere; the first load in bytes and time;
# everything by keyboard; selling, wrong input, ended sessions, a lost connection; and two people who bid to the hammer while one of the
# servers is killed. The screens are left as pictures in auction-app/target/screens.
#   bench/browser.sh [--pictures]    about two minutes; the exit code is not 0 when anything was wrong, 3 without Chromium
#   --pictures     also makes the pictures of the documents anew, in docs/images
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
if ! command -v chromium chromium-browser google-chrome > /dev/null; then
  echo "browser: NOT TESTED, there is no Chromium: deploy/install-servers.sh chromium" >&2
  exit 3
fi
pictures=false
[[ "${1:-}" != --pictures ]] || pictures=true
mvn -q -Dquick -Pbrowser -pl auction-app verify -Dtest=NONE '-Dit.test=BrowserIT,TwoPeopleIT' -Dsurefire.failIfNoSpecifiedTests=false \
  -Dgavel.browser=true "-Dgavel.pictures=$pictures"
echo "browser: all as it should be; the screens are in auction-app/target/screens"
