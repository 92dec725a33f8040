# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Who takes the answers of a node: the threads of the program that wait for them,
# whatever these do meanwhile; else the plugin's own.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
export OMP_TARGET_OFFLOAD=mandatory OFFLOAD_START_TIMEOUT=30

cat >program.c <<'EOP'
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#define THREADS 6
#define ROUNDS 300

/* Regions that are awaited, and others that are not, of many threads.  */
static void *
work (void *sum)
{
  int n = omp_get_num_devices ();
  for (int i = 0; i < ROUNDS; i++)
    {
      int a = i, b = 0, c[4] = { 0 };
#pragma omp target device (i % n) map (tofrom: a)
      a++;
      for (int j = 0; j < 4 && i % 8 == 0; j++)
        {
#pragma omp target nowait device (j % n) map (tofrom: c[j:1])
          c[j] = j + 1;
        }
#pragma omp target device (i % n) map (from: b)
      b = 1;
#pragma omp taskwait
      *(long *) sum += a == i + 1 && b == 1
                       && (i % 8 != 0 || c[0] + c[1] + c[2] + c[3] == 10);
    }
  return NULL;
}

static void
many_threads (void)
{
  pthread_t thread[THREADS];
  long sum[THREADS] = { 0 }, all = 0;
  for (int i = 0; i < THREADS; i++)
    pthread_create (&thread[i], NULL, work, &sum[i]);
  for (int i = 0; i < THREADS; i++)
    {
      pthread_join (thread[i], NULL);
      all += sum[i];
    }
  printf ("%ld wrong\n", THREADS * ROUNDS - all);
}

static void
leave (int number)
{
  (void) number;
  printf ("leaves\n");
  exit (7);
}

static volatile sig_atomic_t ticks;
static void
tick (int number)
{
  (void) number;
  ticks++;
}

static void
set_timer (void (*handler) (int), int first_us, int next_us)
{
  struct itimerval timer = { .it_value.tv_usec = first_us,
                             .it_interval.tv_usec = next_us };
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &timer, NULL);
}

int
main (int argc, char **argv)
{
  int what = argc > 1 ? atoi (argv[1]) : 0, done = 0;
#pragma omp target
  ;
  if (what == 1)
    many_threads ();
  /* The region never ends.  */
  if (what == 2)
    {
      set_timer (leave, 100000, 0);
#pragma omp target map (tofrom: done)
      while (!*(volatile int *) &done)
        usleep (1000);
    }
  /* The line is silent meanwhile, but for its signs of life.  */
  if (what == 3)
    {
      set_timer (tick, 500, 500);
#pragma omp target map (tofrom: done)
      {
        usleep (2500000);
        done = 1;
      }
      printf ("done %d, %s\n", done, ticks > 100 ? "interrupted" : "not");
    }
  if (what == 4)
    for (int i = 0; i < 1000; i++)
      {
#pragma omp target
        ;
      }
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp program.c -o program || fail 'compile'

# ends NAME STATUS TEXT WHAT
ends () {
  timeout $((60 * ${TEST_SLOWNESS:-1})) ./program "$4" >out 2>err
  status=$?
  test "$status $(cat out)" = "$2 $3" || { echo "status $status"; cat out err; }
  check "$1" test "$status $(cat out)" = "$2 $3"
}
for line in stream ucx; do
  export OFFLOAD_LINE=$line OFFLOAD_HOSTS=localhost
  ./program >out 2>err || { unsupported "$line: $(head -n 1 err)"; continue; }
  ends "$line: many threads" 0 '0 wrong' 1
  OFFLOAD_HOSTS=localhost*2,localhost
  ends "$line: on several nodes" 0 '0 wrong' 1
  OFFLOAD_HOSTS=localhost
  ends "$line: exit by a handler of a signal" 7 leaves 2
  OFFLOAD_HEARTBEAT=1
  export OFFLOAD_HEARTBEAT
  ends "$line: interrupts are no silence" 0 'done 1, interrupted' 3
  unset OFFLOAD_HEARTBEAT
done
unset OFFLOAD_LINE

# The thread that waits for a region takes its answer, so no other one wakes it.
cat >takes.c <<'EOC'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
static pthread_t program;
static int taken;
ssize_t
recv (int fd, void *to, size_t size, int flags)
{
  static ssize_t (*real) (int, void *, size_t, int);
  if (real == NULL)
    real = (ssize_t (*) (int, void *, size_t, int)) dlsym (RTLD_NEXT, "recv");
  ssize_t n = real (fd, to, size, flags);
  taken += n > 0 && pthread_equal (pthread_self (), program);
  return n;
}
__attribute__ ((constructor)) static void
begin (void)
{
  program = pthread_self ();
  unsetenv ("LD_PRELOAD");
}
__attribute__ ((destructor)) static void
show (void)
{
  fprintf (stderr, "%s\n", taken > 100 ? "takes them itself" : "is woken");
}
EOC
$GCC -shared -fPIC takes.c -ldl -o takes.so || fail 'compile'
LD_PRELOAD="${LD_PRELOAD:+$LD_PRELOAD }$PWD/takes.so" ./program 4 >out 2>err
says 'a thread takes its own answers' 'takes them itself'
finish
