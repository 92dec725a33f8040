# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A few random programs with OpenACC's constructs, the same in every run.
. "$testsuite/extra/random/random.inc"

try_seeds openacc 1-3
finish
