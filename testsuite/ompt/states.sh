# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Every state of a thread that the library knows is one that tools and debuggers
# can enumerate: a signal handler may be told it at any time.
. "$testsuite/lib/script.sh"

for state in $(grep -rhow 'ompt_state_[a-z_]*[a-z]' "$top_srcdir"/libgomp/abi \
    "$top_srcdir"/libgomp/ompt "$top_srcdir"/libgomp/tasking \
    "$top_srcdir"/libgomp/team | sort -u); do
  case $state in
    ompt_state_t | ompt_state_undefined) continue ;; # no state of a thread
  esac
  check "$state" grep -qx "STATE (${state#ompt_state_})" \
    "$top_srcdir/include/observed_states.def"
done
finish
