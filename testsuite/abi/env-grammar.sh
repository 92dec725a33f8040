# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Which values the environment variables accept: the same as in GCC 12's
# library, except for intended differences (env/values.tsv); and the exact
# messages about wrong values (env/messages.txt).
. "$testsuite/lib/script.sh"

# What the whole suite may be run with.
unset OMP_NUM_THREADS OMP_WAIT_POLICY

# Every variable of the table has a message, unless it takes any text.
table () {
  sed -n 's/^ENV ("\([A-Z_]*\)", \([a-z_0-9]*\),.*/\1 \2/p' \
    "$top_srcdir/libgomp/icv/env.def" | grep -v -e ' foreign' -e ' text'
}

# without_message: the variables whose wrong values no line is about.
without_message () {
  table | while read -r variable parser; do
    grep -q "^$variable=" "$testsuite/abi/env/messages.txt" || echo "$variable"
  done
}

if test "$(echo __SIZEOF_LONG__ | $GCC -E -P -)" = 4; then
  unsupported "the table is for numbers of 64 bits"
  finish
fi
echo 'int main (void) { return 0; }' >empty.c
$GCC $SANITIZERS empty.c -o empty -Wl,--no-as-needed -fopenmp || exit 1
check 'every variable has a message' test -z "$(without_message)"

# The lines come in pairs; the least stack is the machine's.
grep -v '^#' "$testsuite/abi/env/messages.txt" | while IFS= read -r setting; do
  IFS= read -r message
  printf '\n%s\n' "$message" >expected
  text=$(printf "$(printf '%s' "$setting" | sed 's/%/%%/g')x")
  env "${text%x}" ./empty 2>&1 | sed 's/\(minimum of \)[0-9]*k/\116k/' >got
  check "message: $setting" cmp -s expected got
done

stock=$(dirname "$(realpath "$($GCC -print-file-name=libgomp.so.1)")")
if ! LD_LIBRARY_PATH=$stock OMP_DISPLAY_ENV=true ./empty 2>&1 \
    | grep -q "^  OMP_DYNAMIC = 'FALSE'"; then
  unsupported "the system's libgomp prints another format"
  finish
fi
$GCC -O1 "$testsuite/abi/env/compare.c" -o compare || exit 1
values=$testsuite/abi/env/values.tsv
if ! has_topology; then
  unsupported "OMP_PLACES, OMP_PROC_BIND: $NO_TOPOLOGY"
  grep -v -e OMP_PLACES -e OMP_PROC_BIND "$values" >values
  values=values
fi
./compare ./empty "$stock" "$LIBDIR" <"$values" || failed=1
finish
