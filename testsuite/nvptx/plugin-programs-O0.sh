# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin, the libgomp and the mkoffload under test: programs compiled with
# -O0.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

runtime=$LIBDIR
library=ours
ours=yes
try_programs -O0
finish
