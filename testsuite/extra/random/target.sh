# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A few random programs with target constructs, the same in every run.
. "$testsuite/extra/random/random.inc"

try_seeds target 1-2
try_seeds target 1-3 --mutate
finish
