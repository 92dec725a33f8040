# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# libomp.so.5 beside a libgomp.so.1 that it cannot share: one message, and the
# program ends before it has begun.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
cat >main.c <<'END'
#include <stdio.h>
int __kmpc_global_thread_num (void *);
int
main (void)
{
  printf ("begun %d\n", __kmpc_global_thread_num (NULL));
  return 0;
}
END
cat >barrier.map <<'END'
GOMP_1.0 { global: GOMP_barrier; };
OFFGOMP_1.0 { global: offgomp_*; };
END
# Another project's, and one of another release.
make_library () {
  mkdir -p "$1" && "$GCC" -shared -fPIC -Wl,-soname,libgomp.so.1 \
    -Wl,--version-script=barrier.map "$1.c" -o "$1/libgomp.so.1"
}
echo 'void GOMP_barrier (void) {}' >foreign.c
cat foreign.c - >older.c <<'END'
#include <stddef.h>
const char *offgomp_version (void) { return "offgomp 0.0.9"; }
const void *
offgomp_core (const char *version, size_t size)
{
  return version[0] == '9' && size == 0 ? version : NULL;
}
END

# says DIRECTORY TEXT: what the program prints is one message, with TEXT.
says () {
  if LD_LIBRARY_PATH="$1:$llvm" ./main >out 2>&1; then return 1; fi
  cat out
  grep -q "^libgomp: .*/libomp.so.5 of offgomp .* $2\$" out \
    && grep -q '^  hint: ' out && test "$(grep -c . out)" = 2
}

if test ! -e "$llvm/libomp.so.5"; then
  unsupported "a foreign libgomp.so.1: no libomp.so.5"
elif "$GCC" main.c -o main "$llvm/libomp.so.5" && make_library foreign \
    && make_library older; then
  check "ours" test "$(LD_LIBRARY_PATH="$LIBDIR:$llvm" ./main)" = "begun 0"
  check "by the run path" \
    test "$(LD_LIBRARY_PATH=$llvm ./main)" = "begun 0"
  check "another project's" says ./foreign \
    "has loaded ./foreign/libgomp.so.1, which is another project's"
  check "another release's" says ./older \
    "has loaded ./older/libgomp.so.1, which is offgomp 0.0.9"
else
  fail "a foreign libgomp.so.1: not built"
fi
finish
