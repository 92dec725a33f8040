# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs with code of gcc and of clang under the thread sanitizer: what one
# orders, the other sees; a race of the two is reported.
. "$testsuite/lib/script.sh"

llvm=$LIBDIR/offgomp/llvm
cat >part.c <<'END'
/* Both compilers' part, as NAME.  */
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2 (a, b)
extern long total, unordered;
void
PASTE (NAME, _loop) (int *v)
{
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    v[i]++;
}
void
PASTE (NAME, _share) (int *v)
{
#pragma omp for schedule(dynamic)
  for (int i = 0; i < 1000; i++)
    v[i]++;
#pragma omp critical(both)
  total++;
#pragma omp barrier
#pragma omp single
  total += 100;
}
void
PASTE (NAME, _task) (int *v)
{
#pragma omp task depend(inout : *v)
  ++*v;
}
void
PASTE (NAME, _race) (void)
{
  unordered++;
}
END
cat >main.c <<'END'
#include <stdio.h>
#define DECLARE(name)                                                          \
  void name##_loop (int *), name##_share (int *), name##_task (int *),         \
      name##_race (void);
DECLARE (mine)
DECLARE (theirs)
int omp_get_thread_num (void);
long total, unordered;
int
main (int argc, char **argv)
{
  static int v[1000];
  int x = 0;
  (void)argv;
  mine_loop (v), theirs_loop (v);
#pragma omp parallel num_threads(4)
  {
    mine_share (v), theirs_share (v);
    for (int round = 0; round < 50; round++)
      {
#pragma omp single
        for (int i = 0; i < 20; i++)
          mine_task (&x), theirs_task (&x);
      }
    if (argc > 1 && omp_get_thread_num () == 0)
      mine_race ();
    if (argc > 1 && omp_get_thread_num () == 1)
      theirs_race ();
  }
  printf ("%d %d %ld\n", v[999], x, total);
  return 0;
}
END
right () {
  test "$(OMP_NUM_THREADS=4 LD_LIBRARY_PATH=$llvm:$LIBDIR ./program 2>&1)" \
    = '4 2000 208'
}
reported () {
  LD_LIBRARY_PATH=$llvm:$LIBDIR ./program race >out 2>&1
  grep -q 'data race' out && grep -q ' theirs_race ' out \
    && grep -q ' mine_race ' out
}

untied () {
  for n in 1 2 4 8; do
    OMP_CANCELLATION=true OMP_MAX_TASK_PRIORITY=9 OMP_NUM_THREADS=$n \
      LD_LIBRARY_PATH=$llvm:$LIBDIR ./untied 2>&1 || return 1
  done
}

test -z "$SANITIZERS" || { unsupported 'another sanitizer'; finish; }
flags='-O1 -g -fopenmp -fsanitize=thread'
if ! has_clang_offload || test ! -e "$llvm/libomp.so"; then
  unsupported 'programs of gcc and clang: no clang-tools-19, or no libomp'
  finish
fi
mkdir headers
cp "$(clang-19 -print-file-name=include/omp.h)" headers
for clang in $CLANGS; do
  if $clang $flags -w -Iheaders -c "$testsuite/libomp/untied.c" \
      -o untied.o \
    && "$GCC" -fsanitize=thread untied.o -L"$llvm" -lomp -o untied; then
    check "tsan: nothing to report of untied tasks, $clang" untied
  else
    fail "tsan: untied tasks, $clang: not built"
  fi
  for name in mine theirs; do
    other=mine
    test $name = mine && other=theirs
    if $clang $flags -DNAME=$name -c part.c -o part.o \
      && "$GCC" $flags -DNAME=$other main.c part.c part.o -L"$llvm" -lomp \
        -o program; then
      check "tsan: nothing to report, $name of $clang" right
      check "tsan: a race is reported, $name of $clang" reported
    else
      fail "tsan: $name of $clang: not built"
    fi
  done
done
finish
