/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running OpenACC regions; see gangs.h.  Called by threads that run regions.

   The gangs of a region are the teams of a league: the region runs as if a
   teams construct were around its code.  So libgomp runs gangs side by side if
   there are CPUs (team/league.c).  One gang needs no league: it is the
   region.  */

#include "target/gangs.h"

#include <dlfcn.h>

#include "os/os.h"

/* A function of libgomp; NULL: libgomp is too old for teams.  */
static bool (*next_team) (unsigned low, unsigned high, unsigned thread_limit,
                          bool first);
static unsigned cpus;

void
x86emul_gangs_init (void *libgomp)
{
  next_team = (__typeof__ (next_team))dlsym (libgomp, "GOMP_teams4");
  cpus = os_num_procs ();
}

/* The function that compilers make of a region with a teams construct: libgomp
   may call it in several threads.  */
static void
run_gangs (void *data)
{
  const struct x86emul_gangs_region *r = data;
  for (bool first = true; next_team (r->count, r->count, 1, first);
       first = false)
    r->function (r->block);
}

void
x86emul_gangs_wrap (struct offgomp_device_region *region,
                    struct x86emul_gangs_region *store)
{
  if (region->num_teams <= 0)
    region->num_teams = (int)cpus;
  region->thread_limit = 0;
  if (next_team == NULL || region->num_teams == 1)
    return;
  store->function = region->function;
  store->block = region->block;
  store->count = (unsigned)region->num_teams;
  region->function = run_gangs;
  region->block = store;
}
