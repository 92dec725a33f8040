# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Target updates that were sent ahead in a chain behind a region that ends its
# device, or its node: what is said, and what the host has then.
. "$testsuite/lib/script.sh"
. "$testsuite/diag/cluster.inc"

needs_nodes
unset OMP_TARGET_OFFLOAD

# KEPT is on the device from the beginning.  OWN comes and goes with a region,
# which may run elsewhere.  Nothing ends before the gate is open: all has been
# sent by then.
cat >program.c <<'EOP'
#include <fcntl.h>
#include <omp.h>
#include "cluster.h"
static int kept[8], own[8], victim;
#pragma omp declare target
static void
pass_gate (void)
{
  while (access ("gate", F_OK) != 0)
    usleep (1000);
}
static void
strike (int victim)
{
  pass_gate ();
  if (!omp_is_initial_device () && omp_get_device_num () == 0)
    end_process (victim);
}
#pragma omp end declare target

static void
region_strikes (void)
{
#pragma omp target nowait depend (inout: own) map (tofrom: own) \
    firstprivate (victim)
  {
    strike (victim);
    own[0] = own[0] * 2 + 1;
  }
}

/* The update has ended before the device does.  */
static void
update_before (void)
{
#pragma omp target nowait depend (inout: own) map (tofrom: kept)
  {
    pass_gate ();
    kept[0] = 5;
  }
#pragma omp target update from (kept) nowait depend (inout: own)
  region_strikes ();
}

static void
from_behind (void)
{
  region_strikes ();
#pragma omp target update from (kept[1:4]) nowait depend (inout: own)
}

/* What the update should have brought is not needed any more.  */
static void
to_behind (void)
{
  region_strikes ();
  kept[0] = 5;
#pragma omp target update to (kept) nowait depend (inout: own)
#pragma omp target nowait depend (inout: own) map (tofrom: own)
  own[0]++;
}

/* The second region needs it.  */
static void
to_needed (void)
{
  region_strikes ();
#pragma omp target update to (kept) nowait depend (inout: own)
#pragma omp target nowait depend (inout: own) map (tofrom: kept)
  kept[0]++;
}

/* The update itself finds the node lost.  */
static void
update_first (void)
{
  kill (victim, SIGKILL);
  while (kill (victim, 0) == 0)
    usleep (1000);
#pragma omp target update from (kept[1:4]) nowait depend (inout: own)
}

int main (int argc, char **argv)
{
  static const struct
  {
    const char *what;
    void (*run) (void);
  } ways[] = { { "before", update_before }, { "from", from_behind },
               { "to", to_behind },         { "needed", to_needed },
               { "first", update_first } };
  unlink ("gate");
  if (argc < 3 || omp_get_num_devices () == 0)
    return 3;
  victim = find_victim (argv[1]);
  own[0] = 3;
#pragma omp target enter data map (to: kept)
  for (size_t i = 0; i < sizeof (ways) / sizeof (ways[0]); i++)
    if (strcmp (argv[2], ways[i].what) == 0)
      ways[i].run ();
  close (open ("gate", O_WRONLY | O_CREAT, 0600));
#pragma omp taskwait
#pragma omp target exit data map (delete: kept)
  printf ("%d %d\n", kept[0], own[0]);
  return 0;
}
EOP
$GCC -B"$TOOLCHAIN" -I"$testsuite/diag" -fopenmp -g program.c -o program ||
  fail 'compile'
printf '#!/bin/sh\necho $$ >number\nexec "$@"\n' >noted
chmod +x noted
export OFFLOAD_LAUNCH=./noted OFFLOAD_HEARTBEAT=0 OFFLOAD_HOSTS=launch,localhost

node=$(uname -n | cut -d . -f 1)
lost="a target update from device 0 (x86emul on $node) needs data that are \
lost: kept at "

# is_right NAME TEXT: the program has the data that it shall have, and was told
# of the loss once.
is_right () {
  check "$1: the data" test "$(cat out)" = "$2"
  check "$1: it is said once" test "$(grep -c 'from now on' err)" = 1
}

for victim in device node; do
  for OFFLOAD_LOST in host again; do
    export OFFLOAD_LOST
    who="$victim, $OFFLOAD_LOST"
    ends "$who, update before" 0 ./program $victim before
    is_right "$who, update before" '5 7'
    ends "$who, update to behind" 0 ./program $victim to
    is_right "$who, update to behind" '5 8'
    ends "$who, update to, needed" 1 ./program $victim needed
    says "$who, update to, needed: which" \
      'data of the region is on the device: kept at'
    ends "$who, update from behind" 1 ./program $victim from
    says "$who, update from behind: node and variable" "$lost"
  done
  export OFFLOAD_LOST=stop
  for what in before from to needed; do
    ends "$victim, stop, $what" 1 ./program $victim $what
    says "$victim, stop, $what: the region and the node" \
      "target region 'region_strikes._omp_fn.0' (program.c:24) on device 0 (x86e\
mul on $node)"
  done
done
for OFFLOAD_LOST in stop host; do
  export OFFLOAD_LOST
  ends "$OFFLOAD_LOST, update first" 1 ./program node first
  says "$OFFLOAD_LOST, update first: why" "device 0 (x86emul on $node): the \
node's server has ended"
done
finish
