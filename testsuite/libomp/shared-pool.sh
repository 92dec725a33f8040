# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Programs with code of gcc and of clang: one pool of threads, one set of
# settings, one lock behind omp_lock_t, whoever is called first and from where.
. "$testsuite/lib/script.sh"

clang=$(command -v clang-19)
llvm=$LIBDIR/offgomp/llvm

cat >part.c <<'END'
/* Both compilers' part, as NAME.  */
#define PASTE_2(a, b) a##b
#define PASTE(a, b) PASTE_2 (a, b)
int omp_get_thread_num (void);
int omp_get_num_threads (void);
int omp_get_max_threads (void);
int omp_get_level (void);
void omp_set_num_threads (int);
/* A loop in a region of its own.  */
long
PASTE (NAME, _sum) (int n)
{
  long sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
/* INNER in each thread of a region.  */
int
PASTE (NAME, _call) (int (*inner) (int), int level)
{
  int total = 0;
#pragma omp parallel num_threads(2) reduction(+ : total)
  total += inner (level + 1) * (omp_get_level () == level + 1);
  return total;
}
/* Work-shared by the team of the caller.  */
long
PASTE (NAME, _share) (int n)
{
  static long sum;
#pragma omp barrier
#pragma omp single
  sum = 0;
#pragma omp for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += i;
  return sum;
}
int
PASTE (NAME, _team) (int level)
{
  return omp_get_num_threads () + 10 * (omp_get_level () == level);
}
int
PASTE (NAME, _settings) (int n)
{
  omp_set_num_threads (n);
  return omp_get_max_threads ();
}
/* Tasks of the caller's task, each after the one before it.  */
void
PASTE (NAME, _append) (long *value, int digit)
{
#pragma omp task depend(inout : *value) firstprivate(value, digit)
  *value = *value * 10 + digit;
}
/* A tree of tasks, of which every other level is OTHER's.  */
long
PASTE (NAME, _tree) (int depth, long (*other) (int, void *), void *mine)
{
  long a = 1, b = 1;
  if (depth == 0)
    return 1;
#pragma omp task shared(a)
  a = other (depth - 1, mine);
#pragma omp task shared(b)
  b = other (depth - 1, mine);
#pragma omp taskwait
  return a + b;
}
/* The numbers of the threads of a region, as a sum of powers of ten.  */
int
PASTE (NAME, _numbers) (void)
{
  int sum = 0;
#pragma omp parallel num_threads(3)
  {
    int n = omp_get_thread_num ();
#pragma omp atomic
    sum += n == 0 ? 1 : n == 1 ? 10 : 100;
  }
  return sum;
}
END

cat >main.c <<'END'
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define DECLARE(name)                                                          \
  extern long name##_sum (int), name##_share (int);                            \
  extern void name##_append (long *, int);                                     \
  extern long name##_tree (int, long (*) (int, void *), void *);               \
  extern int name##_call (int (*) (int), int), name##_team (int),              \
      name##_settings (int), name##_numbers (void);
DECLARE (mine)
DECLARE (theirs)
int omp_get_max_threads (void);
void omp_set_max_active_levels (int);
static int bad;
#define EXPECT(condition)                                                      \
  (condition ? (void)0                                                         \
             : (bad++, (void)printf ("%d: %s\n", __LINE__, #condition)))
static int
threads (void)
{
  int n = 0;
  DIR *tasks = opendir ("/proc/self/task");
  for (struct dirent *e = readdir (tasks); e != NULL; e = readdir (tasks))
    n += e->d_name[0] != '.';
  closedir (tasks);
  return n;
}
static long
mine_level (int depth, void *both)
{
  long (**tree) (int, void *) = both;
  return mine_tree (depth, tree[1], both);
}
static long
theirs_level (int depth, void *both)
{
  long (**tree) (int, void *) = both;
  return theirs_tree (depth, tree[0], both);
}
static void
tasks (void)
{
  long (*both[]) (int, void *) = { mine_level, theirs_level };
  long value = 0, leaves = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 1; i < 16; i++)
      (i % 2 ? mine_append : theirs_append) (&value, i % 10);
    leaves = mine_level (10, both);
#pragma omp taskwait
  }
  EXPECT (value == 123456789012345 && leaves == 1024);
}
static void
everything (void)
{
  int n = omp_get_max_threads ();
  EXPECT (mine_sum (1000) == 499500);
  EXPECT (threads () == n);
  EXPECT (theirs_sum (1000) == 499500);
  EXPECT (threads () == n);
  for (int i = 0; i < 100; i++)
    EXPECT (mine_sum (i) == theirs_sum (i));
  tasks ();
  EXPECT (mine_numbers () == 111 && theirs_numbers () == 111);
#pragma omp parallel
  for (int i = 0; i < 50; i++)
    EXPECT (mine_share (i) + theirs_share (i) == (long)i * (i - 1));
}
int
main (void)
{
  int n = omp_get_max_threads ();
  everything ();
  /* One region had three.  */
  EXPECT (threads () == (n < 3 ? 3 : n));
  EXPECT (mine_settings (n + 1) == n + 1);
  EXPECT (theirs_settings (n) == n && mine_settings (n) == n);
  omp_set_max_active_levels (2);
  EXPECT (mine_call (theirs_team, 0) == 2 * 12);
  EXPECT (theirs_call (mine_team, 0) == 2 * 12);
  pid_t child = fork ();
  if (child == 0)
    {
      everything ();
      _exit (bad != 0);
    }
  int status = -1;
  EXPECT (waitpid (child, &status, 0) == child && status == 0);
  puts (bad == 0 ? "right" : "wrong");
  return bad != 0;
}
END

# The program by COMPILER, the library by OTHER; then the reverse.
gcc_flags="-O2 -fopenmp -L$LIBDIR"
clang_flags="-O2 -fopenmp -L$llvm"
build () {
  "$GCC" $gcc_flags -shared -fPIC -DNAME=theirs part.c -o by-gcc.so \
    && "$GCC" $gcc_flags -shared -fPIC -DNAME=mine part.c -o my-gcc.so \
    && "$clang" $clang_flags -shared -fPIC -DNAME=theirs part.c -o by-clang.so \
    && "$clang" $clang_flags main.c -DNAME=mine part.c ./by-gcc.so -o of-clang \
    && "$GCC" $gcc_flags main.c -DNAME=mine part.c ./by-clang.so -o of-gcc \
    && "$clang" $clang_flags main.c ./my-gcc.so ./by-clang.so -o of-both
}

right () {
  test "$(OMP_NUM_THREADS=$1 LD_LIBRARY_PATH=$2 "./$3" 2>&1)" = right
}

# clang's program, which a program without OpenMP loads.
cat >loader.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  long sum = 0;
  for (int i = 1; i < argc; i++)
    {
      void *library = dlopen (argv[i], RTLD_NOW);
      long (*function) (int)
          = library == NULL ? NULL
                            : (long (*) (int))dlsym (library, "theirs_sum");
      if (function == NULL)
        {
          puts (dlerror ());
          return 1;
        }
      sum += function (100);
      dlclose (library);
    }
  printf ("%ld\n", sum);
  return 0;
}
END
loads () {
  "$GCC" loader.c -o loader \
    && test "$(LD_LIBRARY_PATH=$llvm ./loader "$@" 2>&1)" = "$((4950 * $#))"
}

if test -z "$clang" || test ! -e "$llvm/libomp.so.5"; then
  unsupported "programs of gcc and clang: no clang-19, or no libomp.so.5"
elif build; then
  for n in 1 2 4; do
    for program in of-clang of-gcc of-both; do
      check "$program, $n threads" right $n "$llvm" $program
    done
  done
  check "of-clang, the libraries in two directories" \
    right 4 "$LIBDIR:$llvm" of-clang
  check "loaded late" loads ./by-clang.so
  check "both loaded late" loads ./by-gcc.so ./by-clang.so ./by-gcc.so
  check "clang's first" loads ./by-clang.so ./by-gcc.so ./by-clang.so
else
  fail "programs of gcc and clang: not built"
fi
finish
