# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The PTX of the stand-in's tests can be written to files; if NVIDIA's assembler
# is installed, it accepts them.
. "$testsuite/lib/script.sh"

tests=$top_builddir/testsuite/built/standin

# accepts FILE
accepts () {
  test -s "$1" || return
  command -v ptxas >/dev/null 2>&1 || return 0
  ptxas -c -arch="$architecture" "$1" -o /dev/null >out 2>&1 && return
  echo "$1"
  cat out
  return 1
}

# The oldest architecture that has all that the tests use.
architecture=sm_80
if "$tests/opcodes" opcodes.ptx >/dev/null && test -s opcodes.ptx; then
  check "each instruction that computes" accepts opcodes.ptx
else
  unsupported "no values: python3 is not installed"
fi
for test in kernels functions together; do
  mkdir $test
  TEST_PTX_DIRECTORY=$test "$tests/$test" >/dev/null
  result=pass
  for text in $test/*.ptx; do
    accepts "$text" || result=fail
  done
  $result "$test: $(ls $test | wc -l) kernels"
done
finish
