# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs whose images our mkoffload made, without optimization, on the
# distribution's libgomp and plugin.
. "$testsuite/nvptx/programs.inc"

ours=yes
try_programs -O0
finish
