# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Random programs: the tool grammar finds no violation, and they print the same as
# without a tool.  SEEDS="1 2" chooses them.
. "$testsuite/lib/script.sh"
. "$testsuite/ompt/tools.inc"

if ! command -v python3 >/dev/null; then
  unsupported "there is no python3"
  finish
fi
tool grammar "$here"/grammar*.c

# Without optimization, all static loops have events.
for seed in ${SEEDS:-501 502 503}; do
  python3 "$testsuite/extra/random/host.py" "$seed" >random.c
  for options in -O0 -O2; do
    program random random.c $options -I"$testsuite/extra/random" -lm
    for n in 1 4; do
      run OMP_NUM_THREADS=$n ./random
      cp out wanted
      under grammar OMP_NUM_THREADS=$n ./random || echo "status $?" >>err
      { cat err; cmp wanted out; } 2>&1 \
        | report "seed $seed, $options, $n threads"
    done
  done
done
finish
