/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The read-only data of the program; see readonly.h.  Owns a table of the
   read-only ranges of all loaded objects, under its lock; any thread.

   The dynamic linker counts the objects that it has loaded and unloaded.  If
   these counts have changed, the table is made anew.  A thread that calls this
   from a constructor may hold the linker's lock; so the table's lock is taken
   inside the linker's, never around it.  */

#include "readonly.h"

#include <link.h>
#include <stdint.h>
#include <stdlib.h>

#include "sync/mutex.h"

struct span
{
  uintptr_t start, end;
};

struct spans
{
  struct span *span;
  size_t count, room;
  unsigned long long loaded, unloaded; /* counts of the dynamic linker */
  bool is_whole;                       /* no range is missing for lack of
                                          memory */
};

static struct gomp_mutex lock; /* protects `kept' */
static struct spans kept;

struct question
{
  struct span about;
  bool is_answered; /* by the table */
  bool answer;
  bool has_begun; /* an object was looked at */
  struct spans found;
};

static bool
contains (const struct spans *s, const struct span *about)
{
  for (size_t i = 0; i < s->count; i++)
    if (s->span[i].start < about->end && about->start < s->span[i].end)
      return true;
  /* If the table is not whole, assume that the data are read-only.  */
  return !s->is_whole;
}

static void
add (struct spans *s, uintptr_t start, uintptr_t end)
{
  if (s->count == s->room)
    {
      size_t room = 2 * s->room + 64;
      struct span *more = realloc (s->span, room * sizeof (*more));
      if (more == NULL)
        {
          s->is_whole = false;
          return;
        }
      s->span = more;
      s->room = room;
    }
  s->span[s->count++] = (struct span){ start, end };
}

static void
ask_kept (struct question *q)
{
  gomp_mutex_lock (&lock);
  if (kept.is_whole && kept.loaded == q->found.loaded
      && kept.unloaded == q->found.unloaded)
    {
      q->is_answered = true;
      q->answer = contains (&kept, &q->about);
    }
  gomp_mutex_unlock (&lock);
}

static int
look_at_object (struct dl_phdr_info *info, size_t size, void *data)
{
  struct question *q = data;
  (void)size;
  if (!q->has_begun)
    {
      q->has_begun = q->found.is_whole = true;
      q->found.loaded = info->dlpi_adds;
      q->found.unloaded = info->dlpi_subs;
      ask_kept (q);
    }
  for (int i = 0; i < info->dlpi_phnum && !q->is_answered; i++)
    {
      const ElfW (Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t start = info->dlpi_addr + p->p_vaddr;
      if ((p->p_type == PT_LOAD && (p->p_flags & PF_W) == 0)
          || p->p_type == PT_GNU_RELRO)
        add (&q->found, start, start + p->p_memsz);
    }
  return q->is_answered;
}

bool
nvptx_readonly_has (const void *start, size_t size)
{
  struct question q
      = { .about = { (uintptr_t)start, (uintptr_t)start + size } };
  dl_iterate_phdr (look_at_object, &q);
  if (q.is_answered)
    return q.answer;
  q.answer = contains (&q.found, &q.about);
  gomp_mutex_lock (&lock);
  struct span *old = kept.span;
  kept = q.found;
  gomp_mutex_unlock (&lock);
  free (old);
  return q.answer;
}
