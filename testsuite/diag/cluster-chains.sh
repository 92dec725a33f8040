# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target tasks on a node that depend on each other: which are sent before their
# predecessors have ended, and what they do when one of these fails.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD

# The first region of each chain waits until the program opens the gate.  Until
# then only those that were sent ahead are on the line.
cat >program.c <<'EOP'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <omp.h>
#include "cluster.h"
#include "wire.h"
#define N 10
static int x[8], y[8], right = 1, sent;
#pragma omp declare target
static void
pass_gate (int gate)
{
  while (gate && access ("gate", F_OK) != 0)
    usleep (1000);
}
#pragma omp end declare target
static int
regions_sent (void)
{
  int (*sent) (int) = (int (*) (int)) dlsym (RTLD_DEFAULT, "messages_sent");
  return sent != NULL ? sent (CLUSTER_REGION) : 0;
}
/* Open the gate, and note how many regions were sent before.  */
static void
open_gate (void)
{
  sent = regions_sent ();
  close (open ("gate", O_WRONLY | O_CREAT, 0600));
}
/* x = ((x * 3 + 0) * 3 + 1) ... */
static int
expected (int value, int steps)
{
  for (int i = 0; i < steps; i++)
    value = value * 3 + i;
  return value;
}

static void
chain (int gate)
{
  for (int i = 0; i < N; i++)
    {
#pragma omp target nowait depend (inout: x) map (tofrom: x) firstprivate (i)
      {
        pass_gate (gate && i == 0);
        x[0] = x[0] * 3 + i;
      }
    }
}

/* One writes, several read, one writes.  */
static void
fan (void)
{
#pragma omp target nowait depend (out: x) map (tofrom: x)
  {
    pass_gate (1);
    x[0] = 5;
  }
  for (int i = 1; i < 8; i++)
    {
#pragma omp target nowait depend (in: x) depend (out: y[i]) \
    map (tofrom: x, y) firstprivate (i)
      y[i] = x[0] + i;
    }
#pragma omp target nowait depend (inout: x) map (tofrom: x, y)
  for (int i = 1; i < 8; i++)
    x[0] += y[i];
}

/* The second reads what a task of the host makes of x.  */
static void
host_between (void)
{
  int sum = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp target nowait depend (inout: x) map (tofrom: x)
  {
    pass_gate (1);
    x[0] = 7;
  }
#pragma omp task depend (inout: x) shared (sum)
  sum = 4;
#pragma omp target nowait depend (inout: x) map (tofrom: x) map (to: sum)
  x[0] += sum;
#pragma omp target nowait depend (inout: x) map (tofrom: x)
  x[0] *= 2;
  open_gate ();
  }
}

/* The data come and go with each region: a predecessor's results are on the
   host when its task is complete.  */
static void
own_data (void)
{
  int z = 2, seen = 0;
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp target nowait depend (out: z) map (tofrom: z)
  {
    pass_gate (1);
    z = 6;
  }
#pragma omp task depend (in: z) shared (seen, z)
  seen = z;
#pragma omp target nowait depend (in: z) depend (out: y) map (tofrom: z) \
    map (tofrom: y)
  y[0] = z;
  open_gate ();
  }
  right &= seen == 6;
}

/* Each brings data of its own, and takes them back.  */
static void
brought (void)
{
  static int in[N], out[N], both[N];
  for (int i = 0; i < N; i++)
    {
      in[i] = i;
      both[i] = 100 + i;
#pragma omp target nowait depend (inout: x) map (tofrom: x, both[i]) \
    map (to: in[i]) map (from: out[i]) firstprivate (i)
      {
        pass_gate (i == 0);
        x[0] = x[0] * 3 + in[i];
        both[i] += x[0];
        out[i] = x[0];
      }
    }
  open_gate ();
#pragma omp taskwait
  for (int i = 0, value = 1; i < N; i++)
    {
      value = value * 3 + i;
      right &= out[i] == value && both[i] == 100 + i + value;
    }
}

/* Updates between regions: each region gets one value and gives another.  */
static void
updates (void)
{
  for (int i = 0; i < 5; i++)
    {
      y[i] = 10 + i;
#pragma omp target nowait depend (inout: x) map (tofrom: x, y) firstprivate (i)
      {
        pass_gate (i == 0);
        x[0] = x[0] * 3 + i + y[i];
      }
#pragma omp target update to (y[i:1]) nowait depend (inout: x)
#pragma omp target nowait depend (inout: x) map (tofrom: x, y) firstprivate (i)
      {
        x[0] += y[i];
        x[1 + i] = x[0];
      }
#pragma omp target update from (x[1 + i:1]) nowait depend (inout: x)
    }
  open_gate ();
#pragma omp taskwait
  for (int i = 0, value = 1; i < 5; i++)
    {
      value = value * 3 + i + 10 + i;
      right &= x[1 + i] == value;
    }
}

/* The second update sends what the first one has stored.  */
static void
to_after_from (void)
{
#pragma omp target nowait depend (inout: x) map (tofrom: x)
  {
    pass_gate (1);
    x[0] = 7;
  }
#pragma omp target update from (x[0:2]) nowait depend (inout: x)
#pragma omp target update to (x[0:1]) nowait depend (inout: x)
#pragma omp target nowait depend (inout: x) map (tofrom: x)
  x[0]++;
  open_gate ();
#pragma omp taskwait
}

/* Predecessors on both devices.  */
static void
two_devices (void)
{
#pragma omp target nowait depend (out: x) map (tofrom: x)
  {
    pass_gate (1);
    x[0] = 3;
  }
#pragma omp target nowait depend (in: x) depend (out: y) device (1)
  pass_gate (1);
#pragma omp target nowait depend (inout: x, y) map (tofrom: x)
  x[0]++;
  open_gate ();
#pragma omp taskwait
}

static void
mutual (void)
{
#pragma omp target nowait depend (out: x) map (tofrom: x)
  {
    pass_gate (1);
    x[0] = 1;
  }
  for (int i = 0; i < 4; i++)
    {
#pragma omp target nowait depend (mutexinoutset: x) map (tofrom: x)
      x[0] *= 2;
    }
#pragma omp target nowait depend (inout: x) map (tofrom: x)
  x[0]++;
  open_gate ();
#pragma omp taskwait
}

static void
cancelled (void)
{
#pragma omp parallel num_threads (1)
#pragma omp taskgroup
  {
    chain (1);
#pragma omp task if (0)
    {
#pragma omp cancel taskgroup
    }
    open_gate ();
  }
}

/* Regions without data, in the file "ran"; the third one ends a process.  */
static void
values (int victim)
{
  for (int i = 0; i < 6; i++)
    {
#pragma omp target nowait depend (inout: x) firstprivate (i, victim)
      {
        int there = !omp_is_initial_device () && omp_get_device_num () == 0;
        char digit = '0' + i;
        pass_gate (i == 0);
        if (i == 2 && there)
          end_process (victim);
        int f = open ("ran", O_WRONLY | O_CREAT | O_APPEND, 0600);
        if (write (f, &digit, 1) != 1)
          abort ();
        close (f);
      }
    }
  open_gate ();
#pragma omp taskwait
}

/* The third one ends a process, or fails.  */
static void
fatal (int victim)
{
  for (int i = 0; i < 6; i++)
    {
#pragma omp target nowait depend (inout: x) map (tofrom: x) \
    firstprivate (i, victim)
      {
        pass_gate (i == 0);
        if (i == 2 && victim < 0)
          abort ();
        if (i == 2)
          end_process (victim);
        x[0] += i;
      }
    }
  open_gate ();
#pragma omp taskwait
}

static void
in_team (void)
{
#pragma omp parallel num_threads (4)
#pragma omp single
  {
    chain (1);
    open_gate ();
  }
}

static void
fanned (void)
{
  fan ();
  open_gate ();
#pragma omp taskwait
}

static void
chained (void)
{
  chain (1);
  open_gate ();
#pragma omp taskwait
}

/* WHAT is none of these: chained.  */
static void
run (const char *what, const char *victim)
{
  static const struct
  {
    const char *what;
    void (*run) (void);
  } ways[] = { { "team", in_team },
               { "host", host_between },
               { "own", own_data },
               { "brought", brought },
               { "updates", updates },
               { "to-after-from", to_after_from },
               { "two", two_devices },
               { "mutual", mutual },
               { "cancelled", cancelled },
               { "fan", fanned } };
  for (size_t i = 0; i < sizeof (ways) / sizeof (ways[0]); i++)
    if (strcmp (what, ways[i].what) == 0)
      {
        ways[i].run ();
        return;
      }
  if (strcmp (what, "values") == 0)
    values (find_victim (victim));
  else if (strcmp (what, "fatal") == 0)
    fatal (strcmp (victim, "abort") == 0 ? -1 : find_victim (victim));
  else
    chained ();
}

int main (int argc, char **argv)
{
  static const struct
  {
    const char *what;
    int x, y;
  } results[] = { { "fan", 5 + 7 * 5 + 28, 0 }, { "host", 22, 0 },
                  { "own", 1, 6 },              { "two", 4, 0 },
                  { "mutual", 17, 0 },          { "values", 1, 0 },
                  { "updates", 1569, 10 },      { "to-after-from", 8, 0 } };
  int value = expected (1, N), other = 0;
  unlink ("gate");
  unlink ("ran");
  x[0] = 1;
  if (argc < 2 || omp_get_num_devices () == 0)
    return 3;
  const char *what = argv[1];
  if (strcmp (what, "values") != 0)
    {
#pragma omp target enter data map (to: x, y)
    }
  int own = regions_sent ();
  run (what, argc > 2 ? argv[2] : "");
  if (strcmp (what, "values") != 0)
    {
#pragma omp target exit data map (from: x, y)
    }
  for (unsigned i = 0; i < sizeof (results) / sizeof (*results); i++)
    if (strcmp (what, results[i].what) == 0)
      {
        value = results[i].x;
        other = results[i].y;
      }
  right &= x[0] == value && y[0] == other;
  printf ("%d %s\n", sent - own, right ? "right" : "wrong");
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -I"$testsuite/diag" -I"$top_srcdir/plugin/cluster" \
  -fopenmp -g program.c -o program -ldl || fail 'compile'
$GCC -shared -fPIC "$testsuite/lib/cluster-counting.c" -ldl -o counting.so ||
  fail 'compile'

# ahead WHAT COUNT [CASE]: so many regions are sent before the first one has
# ended.
ahead () {
  OMP_TARGET_OFFLOAD=mandatory OMP_CANCELLATION=true OFFLOAD_HEARTBEAT=0 \
    OFFLOAD_HOSTS='localhost*2' timeout -k 5 120 \
    env LD_PRELOAD="$PWD/counting.so" ./program "$1" >out 2>err
  grep -v '^counted ' err
  test "$(cat out)" = "$2 right" || cat out
  check "$1${3:+, $3}: $2 are sent ahead" test "$(cat out)" = "$2 right"
}
ahead chain 10
ahead team 10
ahead fan 9
ahead cancelled 10
ahead brought 10
ahead updates 10
# Those whose predecessors are other tasks are not.
ahead host 1
ahead two 1
ahead mutual 1
# What an update sends is read on the host.
ahead to-after-from 1
# A task may read the results of its predecessor first.
ahead own 1
OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=localhost timeout -k 5 120 ./program own >out
check 'results of a predecessor are on the host in time' grep -q right out

# Nor is anything while somebody listens to target events: he is told of a region
# when its predecessors have ended.
GOMP_OFFLOAD_TRACE=trace.json ahead chain 1 traced
check 'the trace has all regions' \
  test "$(grep -o '"name":"[^"]*chain._omp_fn[^"]*"' trace.json | wc -l)" -ge 10
cat >tool.c <<'EOT'
#include <omp-tools.h>
static void
target (void)
{
}
static int
initialize (ompt_function_lookup_t lookup, int device, ompt_data_t *data)
{
  ompt_set_callback_t set
      = (ompt_set_callback_t) lookup ("ompt_set_callback");
  return set (WHICH, (ompt_callback_t) target) != ompt_set_error;
}
static void
finalize (ompt_data_t *data)
{
}
ompt_start_tool_result_t *
ompt_start_tool (unsigned version, const char *runtime)
{
  static ompt_start_tool_result_t result = { initialize, finalize, { 0 } };
  return &result;
}
EOT
for which in target_emi:1 thread_begin:10; do
  $GCC -shared -fPIC -I"$top_srcdir/libgomp/user" \
    -DWHICH=ompt_callback_${which%:*} tool.c -o tool.so || fail 'compile'
  OMP_TOOL_LIBRARIES=$PWD/tool.so ahead chain ${which#*:} \
    "a tool that asks for ${which%:*}"
done

# Random graphs, made by several threads.
$GCC -B"$TOOLCHAIN" -fopenmp "$testsuite/libgomp.c/target-chains.c" -o graphs ||
  fail 'compile'
for threads in 1 2 4 8; do
  OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=localhost OMP_TARGET_OFFLOAD=mandatory \
    OMP_NUM_THREADS=$threads timeout -k 5 300 ./graphs
  check "random graphs of $threads threads" test $? = 0
done

# Regions, updates in both directions, and tasks of the host.  HERE and THERE are
# what both copies shall be.
cat >updates.c <<'EOP'
#include <stdint.h>
#define N 8
static uint64_t state;
static int
next (int n)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (int)((state >> 33) % n);
}
static void
steps (uint64_t *x, uint64_t *here, uint64_t *there)
{
  for (int k = 0; k < 300; k++)
    {
      int i = next (N), j = next (N), what = next (6);
      if (what == 0)
        {
#pragma omp target update from(x[i:1]) nowait depend(inout: x[i])
          here[i] = there[i];
        }
      else if (what == 1)
        {
#pragma omp target update to(x[i:1]) nowait depend(inout: x[i])
          there[i] = here[i];
        }
      else if (what == 2)
        {
#pragma omp task depend(inout: x[i]) firstprivate(i, k)
          x[i] += k;
          here[i] += k;
        }
      else
        {
#pragma omp target nowait depend(inout: x[i]) depend(in: x[j]) \
    map(tofrom: x[:N]) firstprivate(i, j, k)
          x[i] = x[i] * 3 + x[j] + k;
          there[i] = there[i] * 3 + there[j] + k;
        }
    }
}
int main (void)
{
  int wrong = 0;
  for (int seed = 1; seed <= 10; seed++)
    {
      uint64_t x[N], here[N], there[N];
      state = seed;
      for (int i = 0; i < N; i++)
        x[i] = here[i] = there[i] = i + seed;
#pragma omp target enter data map(to: x)
#pragma omp parallel
#pragma omp single
      steps (x, here, there);
      for (int i = 0; i < N; i++)
        wrong += x[i] != here[i];
#pragma omp target exit data map(from: x)
      for (int i = 0; i < N; i++)
        wrong += x[i] != there[i];
    }
  return wrong != 0;
}
EOP
$GCC -B"$TOOLCHAIN" -fopenmp updates.c -o updates || fail 'compile'
for threads in 1 4; do
  OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=localhost OMP_TARGET_OFFLOAD=mandatory \
    OMP_NUM_THREADS=$threads timeout -k 5 300 ./updates
  check "random updates of $threads threads" test $? = 0
done

# ---------------------------------------------------------------- failures

printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0

for victim in device node; do
  for way in host again; do
    export OFFLOAD_LOST=$way OFFLOAD_HOSTS=launch,localhost
    ends "$victim killed, $way" 0 ./program values $victim
    check "$victim killed, $way: each region ran once, in order" \
      test "$(cat ran)" = 012345
    ends "$victim killed, $way, data" 1 ./program fatal $victim
    says "$victim killed, $way, data: why" 'the region cannot run elsewhere: '\
'its data was on the device before'
  done
  export OFFLOAD_LOST=stop
  ends "$victim killed, stop" 1 ./program values $victim
  check "$victim killed, stop: nothing ran after it" test "$(cat ran)" = 01
  says "$victim killed, stop: the region" "target region 'values._omp_fn."
done
ends 'a region fails' 1 ./program fatal abort
says 'a region fails: which' "target region 'fatal._omp_fn."
says 'a region fails: what happened' 'abort was called'
check 'a region fails: it is said once' test "$(grep -c 'abort was' err)" = 1
finish
