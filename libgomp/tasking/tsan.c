/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Informs ThreadSanitizer about tasks; see tsan.h and base/tsan.h.

   The object of a task is its block: the spawning thread releases it, and the
   task acquires it when it begins.  At its end the task releases the objects
   that its waiters acquire: of its parent (taskwait), of its taskgroup, of the
   team's barrier.

   Dependences.  The tool learns the order of tasks by addresses, not by the
   edges of the graph, since an edge from a finished task is not made.  For each
   address there is an object for each kind of access.  A task releases the
   objects of its own accesses, and acquires those of the kinds that it comes
   after: an out access all, an in access all but in, an inoutset access all but
   inoutset.  Only siblings depend on each other, so a hash of the parent and
   the address chooses the objects; if two addresses share one, a race may stay
   hidden.

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

struct gomp_depend_tsan
{
  size_t count; /* dependences */
  struct
  {
    struct address *address;
    enum gomp_depend_kind kind;
  } at[];
};

void
gomp_task_tsan_start (struct gomp_task *task)
{
  gomp_tsan_acquire (task);
  if (task->depend != NULL)
    gomp_depend_tsan_start (task->depend->tsan);
}

void
gomp_task_tsan_end (struct gomp_task *task)
{
  struct gomp_task *parent = gomp_task_of (task->env.parent);
  struct gomp_team *team = task->member->tasks->team;
  gomp_tsan_acquire (task);
  if (task->depend != NULL)
    gomp_depend_tsan_end (task->depend->tsan);
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

/* omp_all_memory, an out access to the address NULL, is ordered with all
   accesses: each access also counts as an inoutset access to NULL.  */
struct gomp_depend_tsan *
gomp_depend_tsan_note (struct gomp_task *parent, void **depend)
{
  size_t count = gomp_depend_count (depend);
  struct gomp_depend_tsan *noted
      = gomp_xalloc (sizeof (*noted) + (count + 1) * sizeof (noted->at[0]));
  noted->count = count + 1;
  noted->at[count].address = address_of (parent, NULL);
  noted->at[count].kind = GOMP_DEPEND_SET;
  for (size_t i = 0; i < count; i++)
    {
      void *address;
      noted->at[i].kind = gomp_depend_at (depend, i, &address);
      noted->at[i].address = address_of (parent, address);
    }
  gomp_tsan_release (noted);
  return noted;
}

void
gomp_depend_tsan_start (struct gomp_depend_tsan *noted)
{
  gomp_tsan_acquire (noted);
  for (size_t i = 0; noted != NULL && i < noted->count; i++)
    acquire (noted->at[i].address, noted->at[i].kind);
}

void
gomp_depend_tsan_end (struct gomp_depend_tsan *noted)
{
  for (size_t i = 0; noted != NULL && i < noted->count; i++)
    gomp_tsan_release (&noted->at[i].address->kind[noted->at[i].kind]);
  gomp_free (noted);
}

void
gomp_depend_tsan_waited (struct gomp_task *parent, void **depend)
{
  struct gomp_depend_tsan *noted = gomp_depend_tsan_note (parent, depend);
  gomp_depend_tsan_start (noted);
  gomp_free (noted);
}
