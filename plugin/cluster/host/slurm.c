/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The nodes of a job of Slurm, and which of them are this process's.  Owns no
   data; one thread.

   The processes of an MPI program divide the nodes among them.  */

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "settings.h"
#include "wire.h"

static bool
read_number (const char *name, unsigned *number)
{
  const char *text = getenv (name);
  uint64_t value;
  if (text == NULL || !gomp_number_parse (text, "", &value)
      || value > CLUSTER_NODES_MAX)
    return false;
  *number = (unsigned)value;
  return true;
}

/* This process among those that an MPI launcher has started together.  */
static void
find_rank (unsigned *rank, unsigned *size)
{
  static const char *const name[][2]
      = { { "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE" },
          { "PMI_RANK", "PMI_SIZE" },
          { "SLURM_PROCID", "SLURM_STEP_NUM_TASKS" } };
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (name); i++)
    if (read_number (name[i][0], rank) && read_number (name[i][1], size)
        && *rank < *size)
      return;
  *rank = 0;
  *size = 1;
}

/* Of NODES nodes, those of this process: *COUNT, at least 1, from *FIRST on. */
static void
find_share (unsigned nodes, unsigned *first, unsigned *count)
{
  unsigned rank, size;
  find_rank (&rank, &size);
  *first = (unsigned)((uint64_t)rank * nodes / size);
  unsigned end = (unsigned)((uint64_t)(rank + 1) * nodes / size);
  *count = end > *first ? end - *first : 1;
}

enum gomp_status
cluster_slurm_read (struct cluster_element *p, unsigned *count)
{
  unsigned nodes, first;
  if ((!read_number ("SLURM_JOB_NUM_NODES", &nodes)
       && !read_number ("SLURM_NNODES", &nodes))
      || nodes == 0 || getenv ("SLURM_JOB_ID") == NULL)
    {
      gomp_error_set (GOMP_ERR_INVALID,
                      "OFFLOAD_HOSTS=slurm needs a job of Slurm");
      gomp_error_hint ("run the program by salloc or sbatch");
      return GOMP_ERR_INVALID;
    }
  find_share (nodes, &first, count);
  snprintf (p->job_option[0], sizeof (p->job_option[0]), "--nodes=%u", *count);
  snprintf (p->job_option[1], sizeof (p->job_option[1]), "--ntasks=%u", *count);
  snprintf (p->job_option[2], sizeof (p->job_option[2]), "--relative=%u",
            first);
  return GOMP_OK;
}
