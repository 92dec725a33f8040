# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which driver calls the distribution's libgomp and plugin make for a construct:
# the measure for a better plugin.
. "$testsuite/nvptx/calls.inc"

need_same_interface "the calls of GCC 12's plugin"
expect_column 3
finish
