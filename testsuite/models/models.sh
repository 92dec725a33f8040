# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Models of the library's lock-free protocols, for the model checker spin.
# Each must hold, and must fail with -DBROKEN, and each -DBROKEN_... that it has,
# which leave out what the protocol depends on: a model that cannot fail says
# nothing.
. "$testsuite/lib/script.sh"

if ! command -v spin >/dev/null; then
  unsupported "models: no spin"
  finish
fi

# The states reached and the errors found in MODEL under OPTION...
verify () {
  model=$1
  shift
  rm -f pan pan.* ./*.trail
  spin -a "$@" "$testsuite/models/$model" >spin.log 2>&1 \
    && "$GCC" -O1 -w -DSAFETY -DMEMLIM=400 -DNOFAIR -o pan pan.c \
    && timeout 600 ./pan -m200000 -w22 >pan.log 2>&1
}

holds () {
  verify "$@" && grep -q 'errors: 0' pan.log \
    && ! grep -q 'max search depth too small\|Search not completed' pan.log \
    || { cat spin.log pan.log; false; }
}

fails () { verify "$@"; grep -q 'errors: [1-9]' pan.log; }

for file in "$testsuite"/models/*.pml; do
  name=$(basename "$file")
  check "$name holds" holds "$name"
  check "$name fails when broken" fails "$name" -DBROKEN
  for variant in $(grep -o 'BROKEN_[A-Z_]*' "$file" | sort -u); do
    check "$name fails when $variant" fails "$name" "-D$variant"
  done
done
finish
