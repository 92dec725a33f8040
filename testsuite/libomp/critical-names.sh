# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A critical construct of one name in code of gcc and of clang is one lock, as
# one without a name is: no increment by either is lost.
. "$testsuite/lib/script.sh"

clang=$(command -v clang-19)
llvm=$LIBDIR/offgomp/llvm
cat >part.c <<'END'
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2 (a, b)
void
PASTE (NAME, _named) (volatile long *counter)
{
#pragma omp critical(both)
  ++*counter;
}
void
PASTE (NAME, _unnamed) (volatile long *counter)
{
#pragma omp critical
  ++*counter;
}
END
cat >main.c <<'END'
#include <stdio.h>
#define TIMES 100000
void gccs_named (volatile long *);
void gccs_unnamed (volatile long *);
void clangs_named (volatile long *);
void clangs_unnamed (volatile long *);
int
main (void)
{
  volatile long named = 0, unnamed = 0, expected = 0;
#pragma omp parallel
  {
#pragma omp atomic
    expected += 2 * TIMES;
    for (int i = 0; i < TIMES; i++)
      {
        clangs_named (&named);
        gccs_named (&named);
        gccs_unnamed (&unnamed);
        clangs_unnamed (&unnamed);
      }
  }
  puts (named == expected && unnamed == expected ? "right" : "wrong");
  return 0;
}
END

gcc_flags="-O2 -fopenmp -L$LIBDIR"
clang_flags="-O2 -fopenmp -L$llvm"
build () {
  "$GCC" $gcc_flags -fPIC -DNAME=gccs -c part.c -o gccs.o \
    && "$clang" $clang_flags -fPIC -DNAME=clangs -c part.c -o clangs.o \
    && "$GCC" $gcc_flags -shared gccs.o -o gccs.so \
    && "$clang" $clang_flags -shared clangs.o -o clangs.so \
    && "$clang" $clang_flags main.c gccs.o clangs.o "$LIBDIR/libgomp.so.1" \
      -o one-file \
    && "$clang" $clang_flags main.c clangs.o ./gccs.so -o gccs-library \
    && "$GCC" $gcc_flags main.c gccs.o ./clangs.so -o clangs-library \
    && "$clang" $clang_flags main.c ./gccs.so ./clangs.so -o libraries \
    && cp libraries stripped && strip stripped
}
right () {
  text=$(OMP_NUM_THREADS=$1 LD_LIBRARY_PATH=$llvm:$LIBDIR "./$2" 2>&1)
  test "$text" = right
}

if test -z "$clang" || test ! -e "$llvm/libomp.so.5"; then
  unsupported "names of critical: no clang-19, or no libomp.so.5"
elif build; then
  for n in 2 4 8; do
    for program in one-file gccs-library clangs-library libraries stripped; do
      check "$program, $n threads" right $n $program
    done
  done
else
  fail "names of critical: not built"
fi
finish
