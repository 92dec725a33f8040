/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part in large copies; see populate.h, and struct x86emul_bulk in
   proto.h.

   A separate thread obtains pages from the system, then maps those that the
   host obtained, so that no region has to.  The thread starts with the first
   such copy.  The main thread puts jobs into free slots; the other thread takes
   and frees them.  So each job belongs to one of the two threads at a time.  It
   is no error if pages cannot be populated: no thread relies on them.  */

#include "target/populate.h"

#include <pthread.h>

#include "base/invariant.h"
#include "os/memory.h"
#include "os/process.h"
#include "sync/wait.h"
#include "target/process.h"

/* The thread needs little stack, but the C library may need some for
   itself.  */
#define STACK (256u << 10)
#define JOBS (2 * X86EMUL_BULKS)

enum stage
{
  FREE = 0, /* belongs to the main thread; jobs in other stages to the other
               one */
  GETTING,  /* obtaining pages from the system, from the end on */
  MAPPING   /* mapping pages that the host obtained, from the front on */
};

struct job
{
  atomic_uint stage;         /* enum stage */
  struct x86emul_populate p; /* as the host said */
  uint64_t count;            /* chunks */
  uint64_t end;              /* chunks from here on are done */
  uint64_t front;            /* chunks before this one are done */
};

static struct job jobs[JOBS];
/* Counts the jobs.  */
static struct gomp_wait_word given;

/* Populate chunk I of J; false: the job has to end.  */
static bool
populate (const struct job *j, uint64_t i, bool written)
{
  struct x86emul_range part = x86emul_bulk_part (j->p.offset, j->p.size, i);
  return os_populate (x86emul_process.arena + part.start, part.size, written)
         == 0;
}

/* Do one chunk of J, which has STAGE; return its next stage.  */
static enum stage
work_on (struct job *j, enum stage stage)
{
  struct x86emul_bulk *b = &x86emul_process.control->bulks[j->p.bulk];
  gomp_invariant (j->front <= j->end && j->end <= j->count,
                  "of %llu chunks the first %llu are done, and those from %llu",
                  (unsigned long long)j->count, (unsigned long long)j->front,
                  (unsigned long long)j->end);
  if (stage == GETTING)
    {
      if (j->end == 0 || !x86emul_bulk_claim (b, j->p.number, j->count))
        return MAPPING;
      return populate (j, --j->end, true) ? GETTING : FREE;
    }
  if (j->front == j->end || !populate (j, j->front++, false))
    return FREE;
  return MAPPING;
}

/* Find a job; those that obtain pages come first, since they save the host
   time.  */
static struct job *
find_job (enum stage *stage)
{
  struct job *found = NULL;
  *stage = FREE;
  for (unsigned i = 0; i < JOBS && *stage != GETTING; i++)
    {
      /* Acquire: pairs with the release in x86emul_populate.  */
      enum stage s
          = atomic_load_explicit (&jobs[i].stage, memory_order_acquire);
      if (s != FREE)
        {
          *stage = s;
          found = &jobs[i];
        }
    }
  return found;
}

static void *
serve (void *unused)
{
  for (;;)
    {
      unsigned seen = gomp_wait_value (&given);
      enum stage stage;
      struct job *j;
      while ((j = find_job (&stage)) != NULL)
        /* Release: pairs with the acquire in x86emul_populate.  */
        atomic_store_explicit (&j->stage, work_on (j, stage),
                               memory_order_release);
      gomp_wait_sleep (&given, seen, GOMP_WAIT_PRIVATE, -1);
    }
  return unused;
}

static bool
is_served (void)
{
  static bool tried, started;
  unsigned long id;
  if (!tried)
    {
      started = os_thread_start (serve, NULL, STACK, &id) == 0
                || os_thread_start (serve, NULL, 0, &id) == 0;
      if (started)
        pthread_detach ((pthread_t)id);
    }
  tried = true;
  return started;
}

static bool
is_possible (const struct x86emul_populate *p)
{
  uint64_t size = x86emul_process.arena_size;
  return p->bulk < X86EMUL_BULKS && p->size > 0 && p->size <= size
         && p->offset <= size - p->size;
}

bool
x86emul_populate (const struct x86emul_populate *p)
{
  if (!is_possible (p))
    return false;
  /* The host may send the next message from now on.  Relaxed: no data depend on
     it.  */
  atomic_store_explicit (&x86emul_process.control->bulks[p->bulk].seen,
                         p->number, memory_order_relaxed);
  struct job *j = jobs;
  while (j < jobs + JOBS
         && atomic_load_explicit (&j->stage, memory_order_acquire) != FREE)
    j++;
  if (j == jobs + JOBS || !is_served ())
    return true;
  if (p->huge)
    os_want_huge (x86emul_process.arena + p->offset, p->size);
  j->p = *p;
  j->count = j->end = x86emul_bulk_count (p->offset, p->size);
  j->front = 0;
  atomic_store_explicit (&j->stage, GETTING, memory_order_release);
  gomp_wait_set (&given, gomp_wait_value (&given) + 1, GOMP_WAIT_PRIVATE);
  return true;
}
