#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Each operator of reductions on each type at each level of loops, as
# ../lib/acc-reductions.tsv has them.
language=fortran
. "$testsuite/lib/acc-reductions.inc"
