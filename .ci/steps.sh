# What .ci/run and .ci/nightly share. Steps are run one after the other; the first that fails ends the run.

step_running=''
steps_passed=0
steps_skipped=0
steps_since=$SECONDS

# step <what> <command...>
step() {
  local since=$SECONDS
  step_running=$1
  printf '\n== %s\n' "$step_running"
  shift
  # Not within a condition, where bash would let a failure in the middle of a function pass.
  "$@"
  steps_passed=$((steps_passed + 1))
  printf -- '-- %s: %s s\n' "$step_running" $((SECONDS - since))
  step_running=''
}

# For the trap on EXIT: says which step ended the run.
say_failed() {
  [[ -z $step_running ]] ||
    printf '\nFAILED: %s\n%s passed, 1 failed, %s skipped\n' "$step_running" "$steps_passed" "$steps_skipped"
}

# skip <what> <why>
skip() {
  printf '\n== SKIPPED: %s (%s)\n' "$1" "$2"
  steps_skipped=$((steps_skipped + 1))
}

close_steps() {
  printf '\n== All is well, in %s minutes; steps:\n' $(((SECONDS - steps_since + 59) / 60))
  printf '%s passed, 0 failed, %s skipped\n' "$steps_passed" "$steps_skipped"
}

# Copies the files of this clone, without .git, modules and what was built.
copy_to() {
  git ls-files -z | xargs -0 cp --parents -t "$1"
}

# Where the tax authority's material is, or would be.
material() {
  echo "${SAT_MATERIAL:-../shared/sat}"
}

has_material() {
  [[ -d $(material)/schemas ]]
}

# The tools that tests judge documents by, independent of our own code.
install_oracles() {
  local -A package=([xmllint]=libxml2-utils [xsltproc]=xsltproc [xmlsec1]=xmlsec1 [openssl]=openssl [xxd]=xxd
    [pdftotext]=poppler-utils)
  local missing=() tool
  for tool in "${!package[@]}"; do
    command -v "$tool" >/dev/null || missing+=("${package[$tool]}")
  done
  ((${#missing[@]} == 0)) && return
  if [[ $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
    echo "Installing: ${missing[*]}"
    if (apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      "${missing[@]}") >/tmp/timbra-ci-apt.log 2>&1; then
      return
    fi
    tail -n 5 /tmp/timbra-ci-apt.log
  fi
  echo "CANNOT INSTALL ${missing[*]}: install them as root (Debian: apt-get install ${missing[*]})."
  echo "Tests that need them will say that they are skipped."
}
