# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The frames of tasks are those on the stack, at any instruction.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

case $(uname -m) in
x86_64) ;;
*) finish ;;
esac

tool frames "$here/frames.c"
program constructs "$here/constructs.c"

for hz in 1000 10000; do
  frames_are_right constructs $hz
done
finish
