# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Libraries with target regions that are loaded and unloaded: their regions run,
# and nothing of them is left, each time.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
if ! has_clang_offload \
  || test ! -e "$llvm/libomptarget.so"; then
  unsupported "libraries of clang: no clang-tools-19, or no libomptarget.so"
  finish
fi

cat >part.c <<'END'
#pragma omp declare target
static int count = FIRST;
#pragma omp end declare target
int
next (void)
{
  int value;
#pragma omp target map(from : value)
  value = count++;
  return value;
}
END
cat >main.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  for (int round = 0; round < 3; round++)
    for (int i = 1; i < argc; i++)
      {
        void *library = dlopen (argv[i], RTLD_NOW);
        int (*next) (void)
            = library == NULL ? NULL : (int (*) (void))dlsym (library, "next");
        if (next == NULL)
          return puts (dlerror ());
        for (int k = 0; k < 3; k++)
          printf ("%d ", next ());
        dlclose (library);
      }
  return 0;
}
END
counts='10 11 12 20 21 22 '
right () {
  test "$(OMP_TARGET_OFFLOAD=mandatory ./main ./one.so ./two.so 2>&1)" \
    = "$counts$counts$counts"
}
for clang in $CLANGS; do
  flags="-O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fPIC -shared
    -L$llvm -Wl,-rpath,$llvm"
  if $clang $flags -DFIRST=10 part.c -o one.so \
    && $clang $flags -DFIRST=20 part.c -o two.so \
    && "$GCC" main.c -o main; then
    check "libraries of $clang" right
  else
    fail "libraries of $clang: not built"
  fi
done
finish
