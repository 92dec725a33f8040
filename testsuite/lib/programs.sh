# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# For tests that build a program of several files in several ways; sourced.  The
# test defines build, which makes the programs from the options that it gets,
# and sets programs, their names, and result, the text that each prints after
# "on device: " or "on host: " (runs of blanks count as one).

. "$testsuite/lib/script.sh"

# run_program NAME PROGRAM WHERE POLICY
run_program () {
  output=$(OMP_TARGET_OFFLOAD=$4 ./"$2" 2>&1 | tr -s ' ')
  if test "$output" = "on $3: $result"; then
    pass "$1"
  else
    echo "$output"
    fail "$1"
  fi
}

# try NAME OPTION...
try () {
  name=$1
  shift
  if messages=$(build "$@" 2>&1) && test -z "$messages"; then
    pass "$name: builds"
    for program in $programs; do
      run_program "$name: $program on the device" "$program" device mandatory
      run_program "$name: $program on the host" "$program" host disabled
    done
  else
    echo "$messages"
    fail "$name: builds"
  fi
}
