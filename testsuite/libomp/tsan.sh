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
/* The two accesses that race follow each other, and both threads have left the
   barrier before: the sanitizer may miss accesses of one moment, and the end of
   thread 0's part could come before thread 1's start.  */
static int left, written;
static void
wait_for (int *flag)
{
  while (__atomic_load_n (flag, __ATOMIC_RELAXED) == 0)
    ;
}
static void
race (int thread)
{
  if (thread == 0)
    {
      wait_for (&left);
      mine_race ();
      __atomic_store_n (&written, 1, __ATOMIC_RELAXED);
    }
  if (thread == 1)
    {
      __atomic_store_n (&left, 1, __ATOMIC_RELAXED);
      wait_for (&written);
      theirs_race ();
    }
}
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
    if (argc > 1)
      race (omp_get_thread_num ());
  }
  printf ("%d %d %ld\n", v[999], x, total);
  return 0;
}
END
cat >ended.c <<'END'
/* A task has ended, by its event, when something comes that depends on it.  The
   event is fulfilled by a thread that nothing else orders with this one.  */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#if __clang_major__ >= 16
#  define NOWAIT nowait
#else
#  define NOWAIT
#endif
static int value, ended;
static omp_event_handle_t handle;
static void *
fulfil (void *arg)
{
  omp_event_handle_t event;
  do
    __atomic_load (&handle, &event, __ATOMIC_RELAXED);
  while (event == 0);
  value++;
  omp_fulfill_event (event);
  __atomic_store_n (&ended, 1, __ATOMIC_RELAXED);
  return arg;
}
static pthread_t
predecessor (void)
{
  pthread_t thread;
  omp_event_handle_t event, none = 0;
  __atomic_store (&handle, &none, __ATOMIC_RELAXED);
  __atomic_store_n (&ended, 0, __ATOMIC_RELAXED);
  pthread_create (&thread, NULL, fulfil, NULL);
#pragma omp task detach(event) depend(out : value)
  ;
#pragma omp taskyield
  __atomic_store (&handle, &event, __ATOMIC_RELAXED);
  while (__atomic_load_n (&ended, __ATOMIC_RELAXED) == 0)
    ;
  return thread;
}
int
main (int argc, char **argv)
{
  static int other;
  (void)argv;
#pragma omp parallel num_threads(1)
  {
    pthread_t thread = predecessor ();
    switch (argc)
      {
      case 1:
        {
#pragma omp task if (0) depend(inout : value)
          value++;
        }
        break;
      case 2:
        {
#pragma omp task depend(inout : value)
          value++;
        }
        break;
      case 3:
        {
#pragma omp taskwait depend(inout : value)
          value++;
        }
        break;
      default:
        {
#pragma omp taskwait depend(in : value) depend(out : other) NOWAIT
#pragma omp task depend(in : other)
          value++;
        }
      }
    pthread_join (thread, NULL);
  }
  printf ("%d\n", value);
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

# ended ARGUMENT...
ended () {
  test "$(LD_LIBRARY_PATH=$llvm:$LIBDIR ./ended "$@" 2>&1 | tee out)" = 2 && return
  cat out
  return 1
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
  if $clang $flags -w -fopenmp-version=51 -Iheaders -c ended.c \
    && "$GCC" -fsanitize=thread ended.o -L"$llvm" -lomp -o ended; then
    check "tsan: a task at once after one that has ended, $clang" ended
    check "tsan: a task after one that has ended, $clang" ended 1
    check "tsan: taskwait after a task that has ended, $clang" ended 1 2
    check "tsan: taskwait nowait after such a task, $clang" ended 1 2 3
  else
    fail "tsan: tasks that have ended, $clang: not built"
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
