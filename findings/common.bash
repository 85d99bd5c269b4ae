# What the findings share: a temporary folder that is removed at the end, pinned public packages in it, and a comparison that fails the script.
set -euo pipefail

folder=$(mktemp -d)
children=()
at_end() {
  for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$folder"
}
trap at_end EXIT

# python_packages NAME==VERSION...: a virtual environment with just these; `python` then runs in it.
python_packages() {
  python3 -m venv "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "$@"
  echo "With $* from PyPI:"
}
python() { "$folder/venv/bin/python" -W ignore "$@"; }

# debian_packages NAME=VERSION...: unpacked below $folder/debian; the system stays as it is. A version may end with *.
debian_packages() {
  mkdir -p "$folder/debian" "$folder/packages"
  (cd "$folder/packages" && apt-get -qq -o APT::Sandbox::User=root download "$@")
  for package in "$folder"/packages/*.deb; do dpkg-deb -x "$package" "$folder/debian"; done
  export PATH="$folder/debian/usr/sbin:$folder/debian/usr/bin:$PATH"
  export LD_LIBRARY_PATH="$folder/debian/usr/lib/x86_64-linux-gnu"
  echo "With $* from Debian:"
}

# expect EXPECTED ACTUAL: shows what was seen, and fails when it is not what this finding says.
expect() {
  printf '%s\n' "$2" | sed 's/^/  /'
  [ "$1" = "$2" ] && return
  printf 'This has changed. The finding says:\n%s\n' "$1" >&2
  exit 1
}
