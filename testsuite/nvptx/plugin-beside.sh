# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Events that meet eight threads with regions in flight on the plugin under
# test: a reset of the device, a pause of OpenMP's resources, a fork.  Also an
# exit while two regions are in flight, one of which waits for the other.  Each
# case ends soon, with a message: nothing waits for what will not come.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > beside.c <<'EOC'
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 8

static sem_t launched;
static int stop;

/* Regions that are waited for and others, long enough that some run whenever
   another thread does something.  */
static void *
launch (void *unused)
{
  for (int k = 0; !__atomic_load_n (&stop, __ATOMIC_ACQUIRE); k++)
    {
      int x = k, y = k;
#pragma omp target map(tofrom: y) nowait
      for (volatile int i = 0; i < 1000; i++)
        y += i == 999;
#pragma omp target map(tofrom: x)
      for (volatile int i = 0; i < 1000; i++)
        x += i == 999;
#pragma omp taskwait
      if (x != k + 1 || y != k + 1)
        {
          printf ("wrong: %d %d %d\n", k, x, y);
          abort ();
        }
      if (k == 0)
        sem_post (&launched);
    }
  return unused;
}

static void
reset (void)
{
  int (*call) (int)
      = (int (*) (int))dlsym (dlopen ("libcuda.so.1", RTLD_NOW),
                              "cuDevicePrimaryCtxReset_v2");
  printf ("reset: %d\n", call (0));
  fflush (stdout);
}

static void
pause_all (omp_pause_resource_t kind)
{
  for (int i = 0; i < 20; i++)
    {
      int all = omp_pause_resource_all (kind);
      int one = omp_pause_resource (kind, 0);
      if (i == 0)
        printf ("paused: %d %d\n", all, one);
      usleep (1000);
    }
}

/* The child uses the device, exits, or ends with what its parent had begun.  */
static void
make_child (const char *what)
{
  int status = 0, x = 0;
  pid_t child = fork ();
  if (child == 0)
    {
      if (!strcmp (what, "use"))
        {
#pragma omp target map(tofrom: x)
          x++;
        }
      if (!strcmp (what, "later"))
        {
#pragma omp target map(tofrom: x) nowait
          x++;
#pragma omp taskwait
        }
      if (!strcmp (what, "host"))
        {
#pragma omp target map(tofrom: x) if(0)
          x += 3;
          _exit (x);
        }
      exit (0);
    }
  waitpid (child, &status, 0);
  printf ("%s: %d\n", what, WIFEXITED (status) ? WEXITSTATUS (status) : -1);
}

int
main (int argc, char **argv)
{
  pthread_t thread[THREADS];
  setvbuf (stdout, NULL, _IONBF, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, launch, NULL);
  for (int i = 0; i < THREADS; i++)
    sem_wait (&launched);
  if (!strcmp (argv[1], "reset"))
    {
      reset ();
      pthread_join (thread[0], NULL);
    }
  else if (!strcmp (argv[1], "soft"))
    pause_all (omp_pause_soft);
  else if (!strcmp (argv[1], "hard"))
    pause_all (omp_pause_hard);
  else
    for (int i = 0; i < 4; i++)
      make_child (argv[1]);
  __atomic_store_n (&stop, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < THREADS; i++)
    pthread_join (thread[i], NULL);
  printf ("all ended\n");
  return 0;
}
EOC

# ends NAME STATUS TEXT ARGUMENT: the program has this status, not that of a
# time limit or of a signal, and TEXT was printed.
ends () {
  on_device ./program "$4"
  status=$?
  if test "$status" = "$2" && grep -q "$3" out; then
    pass "$1"
  else
    cat out
    fail "$1: status $status"
  fi
}

# children NAME STATUS: four had this status, and the parent was right.
children () {
  ends "$1" 0 "^all ended$" "$3"
  check "$1: each child's status" \
    test "$(grep -c "^$3: $2\$" out)" = 4
}

compile_or_stop "the program compiles" "$GCC" -O2 beside.c -ldl
runtime=$LIBDIR
for round in 1 2 3; do
  ends "a reset" 1 \
    "^libgomp: device 0 (nvptx, CUDA stand-in 0): .*CUDA_ERROR_" reset
done
ends "a soft pause" 0 "^all ended$" soft
ends "a hard pause" 0 "^all ended$" hard
children "a child that uses the device" 1 use
check "says why it cannot" test \
  "$(grep -c "cannot be used in this process: it was forked" out)" = 4
children "a child that uses it with nowait" 1 later
children "a child that exits" 0 exit
children "a child that uses the host" 3 host

cat > hold.c <<'EOC'
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int stop;

/* A region without an end, and another thread's, which waits for it: it maps the
   same.  */
static void *
spin (void *unused)
{
#pragma omp target map(tofrom: stop)
  for (volatile long n = 0; !stop; n++)
    ;
  return unused;
}

static void *
add (void *unused)
{
#pragma omp target map(tofrom: stop)
  stop++;
  return unused;
}

int
main (void)
{
  pthread_t thread;
  pthread_create (&thread, NULL, spin, NULL);
  usleep (200000);
  pthread_create (&thread, NULL, add, NULL);
  usleep (200000);
  exit (0);
}
EOC

compile_or_stop "threads that wait for each other compile" "$GCC" -O2 hold.c
on_device ./program
status=$?
check "an exit beside a thread that waits for a kernel" test $status = 0
finish
