#!/usr/bin/env bash
# Lives with the page in headless Chromium against a real server.
#   Tests/Page/page.sh                      all scenarios
#   Tests/Page/page.sh --only join offline  some of them
# What drives Chromium comes from PyPI, once, into a virtual environment below .build. Without Chromium or PyPI nothing is tried, and
# continuous integration fails (HEARTH_SKIP_NOTHING=1).
set -euo pipefail
cd "$(dirname "$0")/../.."
source deploy/python-packages.bash

folder=.build/page
command -v chromium >/dev/null || left_out "the page was not tried" "There is no Chromium. On Debian: apt-get install chromium"
python_packages Tests/Page/requirements.txt "$folder" "the page was not tried" --no-deps
exec "$folder/python/bin/python" Tests/Page/run.py --hearthd .build/debug/hearthd --hearth .build/debug/hearth "$@"
