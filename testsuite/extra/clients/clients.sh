#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs of the distribution, those that are installed, give the same results
# on this library as on the system's.
. "$testsuite/lib/script.sh"

if ! command -v python3 >/dev/null; then
  unsupported "clients: no python3"
  finish
fi
"$testsuite/extra/clients/compare" --check --threads "${OMP_NUM_THREADS:-2}" \
  --libdir "$LIBDIR" || failed=1
finish
