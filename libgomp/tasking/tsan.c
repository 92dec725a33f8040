/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What ThreadSanitizer is told about tasks; see tsan.h and base/tsan.h.

   The object of a task is its block: the spawning thread releases it, the task
   acquires it when it begins.  At its end it releases what those acquire that
   wait for it: its parent (taskwait), its taskgroup, the team's barrier.

   Dependences.  Which tasks follow which is told by address, not by the edges
   of the graph, since an edge from a task that is over is not made.  For each
   address there is an object for each kind of access.  A task releases those
   of its own accesses, and acquires those of the kinds that it comes after:
   an out all, an in the others but in, an inoutset the others but inoutset.
   Only siblings depend on each other, so the objects are chosen by a hash of
   the parent and the address; where two share one, a race may go unseen.

   Owns the objects.  No lock: the tool has its own.  */

#include "tasking/tsan.h"

#include "base/mem.h"
#include "tasking/depend_node.h"
#include "tasking/group.h"
#include "tasking/task.h"

/* A power of 2.  */
#define ADDRESSES 8192

/* The objects of an address, by kind of access.  */
struct address
{
  char kind[GOMP_DEPEND_KINDS];
};
static struct address addresses[ADDRESSES];

struct gomp_depend_told
{
  size_t count; /* dependences */
  struct
  {
    struct address *address;
    enum gomp_depend_kind kind;
  } at[];
};

void
gomp_task_tell_start (struct gomp_task *task)
{
  gomp_tsan_acquire (task);
  if (task->depend != NULL)
    gomp_depend_tell_start (task->depend->told);
}

void
gomp_task_tell_end (struct gomp_task *task)
{
  struct gomp_task *parent = gomp_task_of (task->env.parent);
  struct gomp_team *team = task->member->tasks->team;
  gomp_tsan_acquire (task);
  if (task->depend != NULL)
    gomp_depend_tell_end (task->depend->told);
  if (task->group != NULL)
    gomp_tsan_release (task->group);
  gomp_tsan_release (&parent->refs);
  if (team != NULL)
    gomp_team_release_task (team);
  gomp_tsan_release (task);
}

static struct address *
address_of (const struct gomp_task *parent, const void *address)
{
  uint64_t h = ((uintptr_t)address + ((uintptr_t)parent << 8))
               * UINT64_C (0x9e3779b97f4a7c15);
  return &addresses[(h >> 32) & (ADDRESSES - 1)];
}

static void
acquire (struct address *address, enum gomp_depend_kind kind)
{
  for (int i = 0; i < GOMP_DEPEND_KINDS; i++)
    if (i != (int)kind || kind == GOMP_DEPEND_OUT)
      gomp_tsan_acquire (&address->kind[i]);
}

/* omp_all_memory, an out access to the address NULL, follows all and is
   followed by all: each access also counts as an inoutset one of NULL.  */
struct gomp_depend_told *
gomp_depend_tell (struct gomp_task *parent, void **depend)
{
  size_t count = gomp_depend_count (depend);
  struct gomp_depend_told *told
      = gomp_xalloc (sizeof (*told) + (count + 1) * sizeof (told->at[0]));
  told->count = count + 1;
  told->at[count].address = address_of (parent, NULL);
  told->at[count].kind = GOMP_DEPEND_SET;
  for (size_t i = 0; i < count; i++)
    {
      void *address;
      told->at[i].kind = gomp_depend_at (depend, i, &address);
      told->at[i].address = address_of (parent, address);
    }
  gomp_tsan_release (told);
  return told;
}

void
gomp_depend_tell_start (struct gomp_depend_told *told)
{
  gomp_tsan_acquire (told);
  for (size_t i = 0; told != NULL && i < told->count; i++)
    acquire (told->at[i].address, told->at[i].kind);
}

void
gomp_depend_tell_end (struct gomp_depend_told *told)
{
  for (size_t i = 0; told != NULL && i < told->count; i++)
    gomp_tsan_release (&told->at[i].address->kind[told->at[i].kind]);
  gomp_free (told);
}

void
gomp_depend_tell_waited (struct gomp_task *parent, void **depend)
{
  struct gomp_depend_told *told = gomp_depend_tell (parent, depend);
  gomp_depend_tell_start (told);
  gomp_free (told);
}
