# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Signal handlers ask where a thread is, at any instruction.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

tool sampler "$here/sampler.c"
program constructs "$here/constructs.c"

for construct in nested tasks groups taskloops reductions locks criticals \
    ordered dependent_tasks; do
  check "$construct, again and again" under sampler OMP_NUM_THREADS=4 \
    SAMPLER_MUST_ASK=1 ./constructs "$construct" 0.3
done
finish
