# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs with target regions, compiled with -O0, on the stand-in.
. "$testsuite/nvptx/programs.inc"

try_programs -O0
finish
