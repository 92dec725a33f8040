/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host's part of access logs; see access_log.h.

   Any thread.  A device's checker.lock protects the list of logs in use.  While
   its launch is in progress, a log belongs to the device's threads, afterwards
   to the thread that reads and clears it.  */

#include "host/access_log.h"

#include <string.h>

#include "host/device.h"
#include "host/failure.h"
#include "os/memory.h"
#include "os/os.h"

static _Thread_local unsigned given;

void
x86emul_access_log_create (struct x86emul_device *d, uint64_t room)
{
  void *p;
  uint64_t start = (room + os_page_size () - 1) & -(uint64_t)os_page_size ();
  if (os_shared_resize (d->checker.shadow_fd,
                        start + sizeof (struct x86emul_access_logs))
          != 0
      || os_shared_map (d->checker.shadow_fd, start,
                        sizeof (struct x86emul_access_logs),
                        OS_PROT_READ | OS_PROT_WRITE, NULL, &p)
             != 0)
    return;
  d->checker.logs = p;
  d->checker.logs_start = start;
  atomic_store (&d->is_logged, true);
}

void
x86emul_access_log_destroy (struct x86emul_device *d)
{
  if (d->checker.logs != NULL)
    os_unmap (d->checker.logs, sizeof (*d->checker.logs));
  d->checker.logs = NULL;
  d->checker.logs_start = d->checker.logs_given = 0;
}

unsigned
x86emul_access_log_give (struct x86emul_device *d)
{
  given = 0;
  if (d->checker.logs == NULL)
    return 0;
  gomp_mutex_lock (&d->checker.lock);
  for (unsigned i = 0; i < X86EMUL_ACCESS_LOGS && given == 0; i++)
    if ((d->checker.logs_given & UINT64_C (1) << i) == 0)
      {
        d->checker.logs_given |= UINT64_C (1) << i;
        given = i + 1;
        /* Ordered before the region by the launch.  */
        atomic_fetch_add (&d->checker.logs->given, 1);
      }
  gomp_mutex_unlock (&d->checker.lock);
  return given;
}

unsigned
x86emul_access_log_take (void)
{
  unsigned number = given;
  given = 0;
  return number;
}

/* The marks in log NUMBER of the byte at OFFSET of the arena, or NULL.  */
static const unsigned char *
marks_at (struct x86emul_device *d, unsigned number, uint64_t offset)
{
  struct x86emul_access_logs *logs = d->checker.logs;
  uint64_t word;
  uint32_t chunk;
  if (x86emul_access_log_find (&logs->log[number - 1],
                               offset / X86EMUL_ACCESS_LOG_PAGE, &word)
          == NULL
      || word == 0)
    return NULL;
  chunk = (uint32_t)word;
  if (chunk == 0 || chunk > X86EMUL_ACCESS_LOG_CHUNKS)
    {
      x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_LOGS);
      return NULL;
    }
  return logs->marks[chunk - 1] + offset % X86EMUL_ACCESS_LOG_PAGE;
}

const unsigned char *
x86emul_access_log_marks (struct x86emul_device *d, unsigned number,
                          uint64_t address, size_t *size)
{
  uint64_t offset = x86emul_memory_offset (d, address, *size);
  if (d->checker.logs == NULL || offset == X86EMUL_NO_OFFSET)
    return NULL;
  uint64_t rest = X86EMUL_ACCESS_LOG_PAGE - offset % X86EMUL_ACCESS_LOG_PAGE;
  if (*size > rest)
    *size = rest;
  return marks_at (d, number, offset);
}

/* Can CHUNK be the I-th of a list?  */
static bool
is_chunk (unsigned chunk, unsigned i)
{
  return chunk <= X86EMUL_ACCESS_LOG_CHUNKS && i < X86EMUL_ACCESS_LOG_CHUNKS;
}

bool
x86emul_access_log_is_sound (struct x86emul_device *d, unsigned number)
{
  if (d->checker.logs == NULL || number == 0)
    return true;
  unsigned chunk = atomic_load_explicit (&d->checker.logs->log[number - 1].used,
                                         memory_order_relaxed);
  for (unsigned i = 0; chunk != 0; i++)
    {
      if (!is_chunk (chunk, i))
        {
          x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_LOGS);
          return false;
        }
      chunk = ((volatile struct x86emul_access_log_link *)
                   d->checker.logs->links)[chunk - 1]
                  .next;
    }
  return true;
}

/* Clear CHUNK of LOG; returns the next in its list.  Volatile: each number is
   read once, as a region may write there meanwhile.  */
static unsigned
clear_chunk (struct x86emul_access_logs *logs, struct x86emul_access_log *log,
             unsigned chunk)
{
  volatile struct x86emul_access_log_link *link = &logs->links[chunk - 1];
  unsigned next = link->next;
  unsigned entry = link->entry;
  if (entry < X86EMUL_ACCESS_LOG_ENTRIES)
    atomic_store_explicit (&log->entries[entry], 0, memory_order_relaxed);
  memset (logs->marks[chunk - 1], 0, X86EMUL_ACCESS_LOG_PAGE);
  link->next = atomic_load_explicit (&log->spare, memory_order_relaxed);
  atomic_store_explicit (&log->spare, chunk, memory_order_relaxed);
  return next;
}

/* Clear all chunks of LOG; false: they do not form a list.  */
static bool
clear_chunks (struct x86emul_access_logs *logs, struct x86emul_access_log *log)
{
  /* Relaxed: the end of the launch has ordered what its threads did.  */
  unsigned chunk = atomic_load_explicit (&log->used, memory_order_relaxed);
  for (unsigned i = 0; chunk != 0; i++)
    {
      if (!is_chunk (chunk, i))
        return false;
      chunk = clear_chunk (logs, log, chunk);
    }
  atomic_store_explicit (&log->used, 0, memory_order_relaxed);
  return true;
}

void
x86emul_access_log_clear (struct x86emul_device *d, unsigned number)
{
  struct x86emul_access_logs *logs = d->checker.logs;
  if (logs == NULL || number == 0)
    return;
  struct x86emul_access_log *log = &logs->log[number - 1];
  if (!clear_chunks (logs, log))
    x86emul_failure_overwritten (d, X86EMUL_OVERWRITTEN_LOGS);
  atomic_fetch_add (&log->times, 1);
  atomic_fetch_sub (&logs->given, 1);
  gomp_mutex_lock (&d->checker.lock);
  d->checker.logs_given &= ~(UINT64_C (1) << (number - 1));
  gomp_mutex_unlock (&d->checker.lock);
}
