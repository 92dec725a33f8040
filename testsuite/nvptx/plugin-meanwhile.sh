# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What other threads can do while a region is in flight that has mapped its data
# for itself.  With other data, and other devices, they wait for nothing: the
# region ends only when they have done all that.  With the same data they wait
# for the region's end, and get the right results, whenever they come.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

cat > meanwhile.c <<'EOC'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

#define IS(name) (!strcmp (what, name))

/* More than one copy there, and more than one back.  */
enum { MANY = 400000 };
static int same[MANY], same_too[MANY];
/* With a pointer that is attached.  */
static struct { int n; int *p; } list;
static int of_list[10], regions;
static int table[100], begun, go;
static const char *what;
static pid_t holding;

/* One CPU, on which the thread that holds comes last: whoever waits for it is
   done before it goes on.  */
static void
use_one_cpu (void)
{
  cpu_set_t one;
  CPU_ZERO (&one);
  CPU_SET (sched_getcpu (), &one);
  sched_setaffinity (0, sizeof (one), &one);
}

static void *
hold (void *unused)
{
  holding = (pid_t)syscall (SYS_gettid);
#pragma omp target map(tofrom: same, same_too, list, list.p[:10]) \
    map(alloc: begun, go)
  {
    list.n += list.p[1]++;
    same[0] += 10;
    __atomic_store_n (&begun, 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n (&go, __ATOMIC_ACQUIRE))
      ;
    same[0] += 100;
    same_too[MANY - 1] = same[0];
  }
  return unused;
}

static int
has_begun (void)
{
  int seen;
#pragma omp target map(from: seen) map(alloc: begun)
  seen = __atomic_load_n (&begun, __ATOMIC_ACQUIRE);
  return seen;
}

static void
let_go (void)
{
#pragma omp target map(alloc: go)
  __atomic_store_n (&go, 1, __ATOMIC_RELEASE);
}

/* ---- Other data.  */

static void
use_directives (void)
{
  int own = 1, later = 1, data = 1;
#pragma omp target map(tofrom: own) map(to: table)
  own += table[1];
#pragma omp target map(tofrom: later) nowait
  later++;
#pragma omp target data map(tofrom: data)
  {
#pragma omp target map(tofrom: data)
    data++;
#pragma omp target update from(data)
    CHECK (data == 2);
  }
#pragma omp taskwait
  CHECK (own == 2 && later == 2 && data == 2);
#pragma omp target update to(table)
#pragma omp target update from(table)
#pragma omp target enter data map(to: own)
  CHECK (omp_target_is_present (&own, 0));
#pragma omp target exit data map(delete: own)
}

static void
use_routines (void)
{
  static int kept[10];
  int to = 3, from = 0;
  void *p = omp_target_alloc (sizeof (kept), 0);
  int host = omp_get_initial_device ();
  CHECK (p != NULL);
  CHECK (omp_target_memcpy (p, &to, sizeof (to), 0, 0, 0, host) == 0);
  CHECK (omp_target_memcpy (&from, p, sizeof (to), 0, 0, host, 0) == 0);
  CHECK (from == 3);
  CHECK (omp_target_associate_ptr (kept, p, sizeof (kept), 0, 0) == 0);
#pragma omp target update from(kept[0])
  CHECK (kept[0] == 3);
  CHECK (omp_target_disassociate_ptr (kept, 0) == 0);
  omp_target_free (p, 0);
  CHECK (omp_pause_resource (omp_pause_soft, 0) == 0);
}

/* Its child has nobody to wait for.  */
static void
use_fork (void)
{
  int status;
  pid_t child = fork ();
  if (child == 0)
    {
      close (2);
#pragma omp target update from(same[0])
      _exit (0);
    }
  CHECK (waitpid (child, &status, 0) == child);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 1);
}

static void
do_other_things (void)
{
  use_directives ();
  use_routines ();
#pragma omp target map(tofrom: same) device(1)
  same[1]++;
  use_fork ();
}

/* ---- The same.  */

static void
add (void)
{
  __atomic_fetch_add (&regions, 1, __ATOMIC_RELAXED);
#pragma omp target map(tofrom: same, same_too, list, list.p[:10])
  {
#pragma omp atomic
    same[0] += 1000;
#pragma omp atomic
    list.n += 100;
#pragma omp atomic
    list.p[1]++;
  }
}

static void *
meet (void *first)
{
  if (IS ("region"))
    add ();
  else if (IS ("nowait"))
    {
#pragma omp target map(tofrom: same) nowait
      {
#pragma omp atomic
        same[0] += 1000;
      }
#pragma omp taskwait
    }
  else if (IS ("data"))
#pragma omp target data map(tofrom: same)
    {
#pragma omp target data use_device_addr(same)
      {
        int *p = same;
#pragma omp target is_device_ptr(p)
        {
#pragma omp atomic
          p[0] += 1000;
        }
      }
    }
  else if (IS ("enter"))
    {
#pragma omp target enter data map(to: same, list) map(to: list.p[:10])
      add ();
#pragma omp target exit data map(from: list.p[:10]) map(from: same, list)
    }
  else if (IS ("to") && first != NULL)
    {
#pragma omp target update to(same)
    }
  else if (IS ("from"))
    {
#pragma omp target update from(same)
      CHECK (same[0] == 111);
    }
  else if (IS ("exit"))
    {
#pragma omp target exit data map(from: same)
      CHECK (same[0] == 111);
    }
  else if (IS ("delete"))
    {
#pragma omp target exit data map(delete: same)
    }
  return first;
}

/* These wait for nothing.  (One of them GCC's library does not have yet.)  */
static void
ask (void)
{
  void *(*get) (const void *, int)
      = (void *(*) (const void *, int))dlsym (RTLD_DEFAULT,
                                              "omp_get_mapped_ptr");
  CHECK (omp_target_is_present (same, 0));
  CHECK (get (same, 0) != NULL);
  CHECK (!omp_target_is_present (same, 1));
}

/* It comes last for a second: others on the machine could keep the CPU from it
   for very long.  */
static void
join_holder (pthread_t holder)
{
  struct timespec end;
  clock_gettime (CLOCK_REALTIME, &end);
  end.tv_sec++;
  if (pthread_timedjoin_np (holder, NULL, &end) == 0)
    return;
  sched_setscheduler (holding, sched_getscheduler (0),
                      &(struct sched_param){ 0 });
  pthread_join (holder, NULL);
}

int
main (int argc, char **argv)
{
  pthread_t holder, other[2];
  what = argv[1];
  use_one_cpu ();
  table[1] = same[0] = 1;
  of_list[1] = 7;
  list.p = of_list;
#pragma omp target enter data map(to: table, begun, go)
  pthread_create (&holder, NULL, hold, NULL);
  while (!has_begun ())
    ;
  ask ();
  do_other_things ();
  for (int i = 0; i < 2; i++)
    pthread_create (&other[i], NULL, meet, i == 0 ? &same : NULL);
  usleep (20000);
  ask ();
  do_other_things ();
  sched_setscheduler (holding, SCHED_IDLE, &(struct sched_param){ 0 });
  let_go ();
  join_holder (holder);
  for (int i = 0; i < 2; i++)
    pthread_join (other[i], NULL);
  int added = same[0] - 111;
  CHECK (same_too[MANY - 1] == 111);
  CHECK (!omp_target_is_present (same, 0));
  add ();
  CHECK (same[0] == 1111 + added);
  CHECK (!omp_target_is_present (&list, 0));
  CHECK (list.p == of_list && of_list[1] == 8 + regions);
  CHECK (list.n == 7 + 100 * regions);
  printf ("added %d\n", added);
  return 0;
}
EOC

# meets NAME ADDED ARGUMENT: two threads that come with the same data.
meets () {
  on_device ./program "$3"
  grep -qx "added $2" out
  conclude "$1"
}

compile_or_stop "the program compiles" "$GCC" -O2 \
  -I"$testsuite/libgomp.c" meanwhile.c -ldl
runtime=$LIBDIR
meets "regions" 2000 region
meets "regions with nowait" 2000 nowait
meets "data regions, with device addresses" 2000 data
meets "enter data" 2000 enter
# Nothing orders this copy with that of the region's end, of the same values.
export STANDIN_CUDA_ORDER=0
meets "update to" 0 to
unset STANDIN_CUDA_ORDER
meets "update from" 0 from
meets "exit data" 0 exit
meets "exit data, delete" 0 delete
finish
