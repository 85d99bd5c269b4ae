# Sourced by scripts whose tools come from PyPI.

# python_packages FILE FOLDER WHAT [OPTION …]: installs the packages that FILE names, once, into a virtual environment below FOLDER; its programs are in
# FOLDER/python/bin. Without PyPI the script ends: with 0, after saying WHAT is left out, or with 2 where nothing may be left out (HEARTH_SKIP_NOTHING=1).
# The options are pip's.
python_packages() {
  local file=$1 folder=$2 what=$3
  shift 3
  mkdir -p "$folder"
  if cmp -s "$file" "$folder/installed.txt"; then return; fi
  echo "==> Installing the packages of $file into $folder (once)"
  rm -rf "$folder/python"
  { "${PYTHON:-python3}" -m venv "$folder/python" && "$folder/python/bin/pip" install --quiet --disable-pip-version-check "$@" -r "$file"; } \
    >"$folder/install.log" 2>&1 || left_out "$what" "They could not be installed; $folder/install.log says why. It needs PyPI, and Debian's python3-venv."
  cp "$file" "$folder/installed.txt"
}

# left_out WHAT WHY: ends the script, since something that it needs is not here.
left_out() {
  echo "$2" >&2
  [ -z "${HEARTH_SKIP_NOTHING:-}" ] || exit 2
  echo "Left out: $1." >&2
  exit 0
}
