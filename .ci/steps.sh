# What .ci/run and .ci/nightly share. Steps are run one after the other, or in lanes; the first that fails ends the run.

step_running=''
lane_running=''
lane_groups=()
lanes_folder=''
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
  [[ -z $lane_running ]] || printf -- '   (beside others) %s: %s s\n' "$step_running" $((SECONDS - since)) >&3
  step_running=''
}

# together <lane> <lane>...: functions that call `step`, side by side. What each printed comes whole when it has ended. The
# first lane that fails ends the others, and the run.
together() {
  local lane ended=0 since=$SECONDS
  lanes_folder=$(mktemp -d)
  printf '\n== Side by side: %s\n' "$*"
  for lane in "$@"; do
    start_lane "$lane"
  done
  while ((ended < $#)); do
    wait -n || true # how a lane ended is in its file
    for lane in "$@"; do
      [[ -f $lanes_folder/$lane.end ]] || continue
      ended=$((ended + 1))
      printf '\n==== %s, side by side with others:\n' "$lane"
      cat "$lanes_folder/$lane.log"
      take_lane "$lane"
    done
  done
  rm -rf "$lanes_folder"
  lanes_folder='' lane_groups=()
  printf -- '-- Side by side: %s s\n' $((SECONDS - since))
}

# In a group of processes of its own, so that it can be ended with all that it has started.
start_lane() {
  set -m
  (
    set +m
    lane_running=$1
    steps_passed=0
    steps_skipped=0
    trap 'printf "%s %s %s %s\n" $? "$steps_passed" "$steps_skipped" "$step_running" >"$lanes_folder/new.$lane_running"
      mv "$lanes_folder/new.$lane_running" "$lanes_folder/$lane_running.end"' EXIT
    exec 3>&1 >"$lanes_folder/$1.log" 2>&1 </dev/null
    "$1"
  ) &
  lane_groups+=($!)
  set +m
}

# Counts the steps of a lane that has ended; where it failed the run ends, as a step's failure does.
take_lane() {
  local code passed skipped failed
  read -r code passed skipped failed <"$lanes_folder/$1.end"
  rm "$lanes_folder/$1.end"
  steps_passed=$((steps_passed + passed))
  steps_skipped=$((steps_skipped + skipped))
  ((code == 0)) && return
  step_running=${failed:-$1}
  exit "$code"
}

# For the trap on EXIT: nothing of a lane outlives the run. Whoever has not ended in order within half a minute is killed.
end_lanes() {
  local group tenths
  for group in "${lane_groups[@]}"; do
    kill -TERM -- "-$group" 2>/dev/null || continue
    for ((tenths = 0; tenths < 300; tenths++)); do
      kill -0 -- "-$group" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$group" 2>/dev/null || true
  done
  [[ -z $lanes_folder ]] || rm -rf "$lanes_folder"
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
