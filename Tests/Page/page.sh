#!/usr/bin/env bash
# Lives with the page in headless Chromium against a real server.
#   Tests/Page/page.sh                      all scenarios
#   Tests/Page/page.sh --only join offline  some of them
# What drives Chromium comes from PyPI, once, into a virtual environment below .build. Without Chromium or PyPI nothing is tried, and
# continuous integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=.build/page
leave() {
  echo "$1" >&2
  [ -z "${HEARTH_SKIP_NOTHING:-}" ] || exit 2
  echo "Left out: the page was not tried." >&2
  exit 0
}

command -v chromium >/dev/null || leave "There is no Chromium. On Debian: apt-get install chromium"
mkdir -p "$folder"
if ! cmp -s Tests/Page/requirements.txt "$folder/installed.txt"; then
  echo "==> Installing what drives Chromium into $folder (once)"
  rm -rf "$folder/python"
  { "${PYTHON:-python3}" -m venv "$folder/python" \
    && "$folder/python/bin/pip" install --quiet --disable-pip-version-check --no-deps -r Tests/Page/requirements.txt; } \
    >"$folder/install.log" 2>&1 || leave "It could not be installed; $folder/install.log says why. It needs PyPI, and Debian's python3-venv."
  cp Tests/Page/requirements.txt "$folder/installed.txt"
fi
exec "$folder/python/bin/python" Tests/Page/run.py --hearthd .build/debug/hearthd --hearth .build/debug/hearth "$@"
