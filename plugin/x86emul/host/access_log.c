/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's part of notes; see access_log.h.

   Any thread.  A device's check_lock guards which notes are given.  One that is
   belongs to the device's threads while its launch is under way, then to the
   thread that looks at it and clears it.  */

#include "host/access_log.h"

#include <string.h>

#include "host/check.h"
#include "host/failure.h"
#include "os/memory.h"
#include "os/os.h"

static _Thread_local unsigned given;

void
x86emul_note_create (struct x86emul_device *d, uint64_t room)
{
  void *p;
  uint64_t start = (room + os_page_size () - 1) & -(uint64_t)os_page_size ();
  if (os_shared_resize (d->shadow_fd, start + sizeof (struct x86emul_notes))
          != 0
      || os_shared_map (d->shadow_fd, start, sizeof (struct x86emul_notes),
                        OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
             != 0)
    return;
  d->notes = p;
  d->notes_start = start;
}

void
x86emul_note_destroy (struct x86emul_device *d)
{
  if (d->notes != NULL)
    os_unmap (d->notes, sizeof (*d->notes));
  d->notes = NULL;
  d->notes_start = d->notes_given = 0;
}

unsigned
x86emul_note_give (struct x86emul_device *d)
{
  given = 0;
  if (d->notes == NULL)
    return 0;
  gomp_mutex_lock (&d->check_lock);
  for (unsigned i = 0; i < X86EMUL_NOTES && given == 0; i++)
    if ((d->notes_given & UINT64_C (1) << i) == 0)
      {
        d->notes_given |= UINT64_C (1) << i;
        given = i + 1;
        /* The launch orders it before the region.  */
        atomic_fetch_add (&d->notes->given, 1);
      }
  gomp_mutex_unlock (&d->check_lock);
  return given;
}

unsigned
x86emul_note_take (void)
{
  unsigned number = given;
  given = 0;
  return number;
}

/* The marks of the byte at OFFSET of the arena, or NULL.  */
static const unsigned char *
marks_at (struct x86emul_device *d, unsigned number, uint64_t offset)
{
  struct x86emul_notes *notes = d->notes;
  uint64_t word;
  uint32_t chunk;
  if (x86emul_note_find (&notes->note[number - 1], offset / X86EMUL_NOTE_PAGE,
                         &word)
          == NULL
      || word == 0)
    return NULL;
  chunk = (uint32_t)word;
  if (chunk == 0 || chunk > X86EMUL_NOTE_CHUNKS)
    {
      x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_NOTES);
      return NULL;
    }
  return notes->marks[chunk - 1] + offset % X86EMUL_NOTE_PAGE;
}

const unsigned char *
x86emul_note_marks (struct x86emul_device *d, unsigned number, uint64_t address,
                    size_t *size)
{
  const unsigned char *states = x86emul_check_shadow (d, address, *size);
  if (d->notes == NULL || states == NULL)
    return NULL;
  uint64_t offset = (uint64_t)(states - d->shadow);
  uint64_t rest = X86EMUL_NOTE_PAGE - offset % X86EMUL_NOTE_PAGE;
  if (*size > rest)
    *size = rest;
  return marks_at (d, number, offset);
}

/* Whether CHUNK may be the I-th of a list.  */
static bool
is_chunk (unsigned chunk, unsigned i)
{
  return chunk <= X86EMUL_NOTE_CHUNKS && i < X86EMUL_NOTE_CHUNKS;
}

bool
x86emul_note_sound (struct x86emul_device *d, unsigned number)
{
  if (d->notes == NULL || number == 0)
    return true;
  unsigned chunk = atomic_load_explicit (&d->notes->note[number - 1].used,
                                         memory_order_relaxed);
  for (unsigned i = 0; chunk != 0; i++)
    {
      if (!is_chunk (chunk, i))
        {
          x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_NOTES);
          return false;
        }
      chunk = ((volatile struct x86emul_note_link *)d->notes->links)[chunk - 1]
                  .next;
    }
  return true;
}

/* Clear CHUNK of NOTE; returns the next in its list.  Volatile: each number is
   read once, as a region may write there meanwhile.  */
static unsigned
clear_chunk (struct x86emul_notes *notes, struct x86emul_note *note,
             unsigned chunk)
{
  volatile struct x86emul_note_link *link = &notes->links[chunk - 1];
  unsigned next = link->next;
  unsigned entry = link->entry;
  if (entry < X86EMUL_NOTE_ENTRIES)
    atomic_store_explicit (&note->entries[entry], 0, memory_order_relaxed);
  memset (notes->marks[chunk - 1], 0, X86EMUL_NOTE_PAGE);
  link->next = atomic_load_explicit (&note->spare, memory_order_relaxed);
  atomic_store_explicit (&note->spare, chunk, memory_order_relaxed);
  return next;
}

/* False: what should be a list of chunks is none.  */
static bool
clear_chunks (struct x86emul_notes *notes, struct x86emul_note *note)
{
  /* Relaxed: the end of the launch has ordered what its threads did.  */
  unsigned chunk = atomic_load_explicit (&note->used, memory_order_relaxed);
  for (unsigned i = 0; chunk != 0; i++)
    {
      if (!is_chunk (chunk, i))
        return false;
      chunk = clear_chunk (notes, note, chunk);
    }
  atomic_store_explicit (&note->used, 0, memory_order_relaxed);
  return true;
}

void
x86emul_note_clear (struct x86emul_device *d, unsigned number)
{
  struct x86emul_notes *notes = d->notes;
  if (notes == NULL || number == 0)
    return;
  struct x86emul_note *note = &notes->note[number - 1];
  if (!clear_chunks (notes, note))
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_NOTES);
  atomic_fetch_add (&note->times, 1);
  atomic_fetch_sub (&notes->given, 1);
  gomp_mutex_lock (&d->check_lock);
  d->notes_given &= ~(UINT64_C (1) << (number - 1));
  gomp_mutex_unlock (&d->check_lock);
}
