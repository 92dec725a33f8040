/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's part of access logs; see access_log.h.

   Called by any thread that runs a part of a region.  Several threads may make
   the same marks.  A chunk that a log gets becomes the entry of a page, or
   stays unused until the host clears the log.  So while threads share the
   lists, one of them only grows and the other only shrinks.  */

#include "target/access_log.h"

#include "target/fault.h"
#include "target/slot.h"

#define NO_CHUNK 0u

/* Return CHUNK, which was read from shared memory, if it is a valid number.  */
static inline uint32_t
checked (uint32_t chunk)
{
  if (unlikely (chunk > X86EMUL_ACCESS_LOG_CHUNKS))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LOGS);
  return chunk;
}

static uint32_t
take_chunk (struct x86emul_access_logs *logs, struct x86emul_access_log *log)
{
  unsigned chunk = checked (atomic_load (&log->spare));
  while (chunk != NO_CHUNK
         && !atomic_compare_exchange_weak (&log->spare, &chunk,
                                           logs->links[chunk - 1].next))
    checked (chunk);
  if (chunk != NO_CHUNK)
    return chunk;
  if (atomic_load (&logs->chunks) >= X86EMUL_ACCESS_LOG_CHUNKS)
    return NO_CHUNK;
  chunk = atomic_fetch_add (&logs->chunks, 1) + 1;
  return chunk <= X86EMUL_ACCESS_LOG_CHUNKS ? chunk : NO_CHUNK;
}

static void
keep_chunk (struct x86emul_access_logs *logs, struct x86emul_access_log *log,
            uint32_t chunk, uint32_t entry)
{
  unsigned first = atomic_load (&log->used);
  logs->links[chunk - 1].entry = entry;
  do
    logs->links[chunk - 1].next = first;
  while (!atomic_compare_exchange_weak (&log->used, &first, chunk));
}

/* Find or make the marks for PAGE; NULL: there is no room.  */
static unsigned char *
enter_page (struct x86emul_access_logs *logs, struct x86emul_access_log *log,
            uint64_t page)
{
  uint64_t word;
  for (;;)
    {
      atomic_uint_least64_t *e = x86emul_access_log_find (log, page, &word);
      if (e == NULL)
        return NULL;
      if (word != 0 && (uint32_t)word == NO_CHUNK)
        x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LOGS);
      if (word != 0)
        return logs->marks[checked ((uint32_t)word) - 1];
      uint32_t chunk = take_chunk (logs, log);
      if (chunk == NO_CHUNK)
        return NULL;
      /* Release: pairs with the acquire in x86emul_access_log_find.  */
      bool entered = atomic_compare_exchange_strong_explicit (
          e, &word, (page + 1) << 32 | chunk, memory_order_release,
          memory_order_relaxed);
      keep_chunk (logs, log, chunk,
                  entered ? (uint32_t)(e - log->entries)
                          : X86EMUL_ACCESS_LOG_ENTRIES);
    }
}

/* The address of the marks for a page in log NUMBER, valid until that log has
   been cleared more than TIMES times.  */
struct found
{
  uint64_t page;
  uint32_t number, times;
  unsigned char *marks;
};

/* Find the marks for PAGE.  A thread mostly stays on a page for a while, so it
   remembers its last pages.  Relaxed: the launch ordered what the host did with
   the log.  */
static inline unsigned char *
marks_of (struct x86emul_access_logs *logs, uint32_t number, uint64_t page)
{
  static _Thread_local struct found last[4];
  struct x86emul_access_log *log = &logs->log[number - 1];
  unsigned times = atomic_load_explicit (&log->times, memory_order_relaxed);
  struct found *l = &last[page % GOMP_ARRAY_SIZE (last)];
  if (likely (l->page == page && l->number == number && l->times == times))
    return l->marks;
  unsigned char *marks = enter_page (logs, log, page);
  if (marks != NULL)
    *l = (struct found){ page, number, times, marks };
  return marks;
}

/* Relaxed: the end of the region orders marks before the host reads them.  */
#define ADD_MARKS(type, p, marks)                                              \
  do                                                                           \
    if ((__atomic_load_n ((type *)(p), __ATOMIC_RELAXED) & (marks))            \
        != (marks))                                                            \
      __atomic_fetch_or ((type *)(p), (marks), __ATOMIC_RELAXED);              \
  while (0)

static void
add_marks (unsigned char *p, uint64_t size, unsigned char marks)
{
  const uint64_t each = UINT64_C (0x0101010101010101) * marks;
  while (size > 0)
    {
      uint64_t step = 1;
      if (size >= 8 && (uintptr_t)p % 8 == 0)
        {
          ADD_MARKS (uint64_t, p, each);
          step = 8;
        }
      else if (size >= 4 && (uintptr_t)p % 4 == 0)
        {
          ADD_MARKS (uint32_t, p, (uint32_t)each);
          step = 4;
        }
      else
        ADD_MARKS (unsigned char, p, marks);
      p += step;
      size -= step;
    }
}

void
x86emul_access_log_add (uint64_t offset, uint64_t size, unsigned char marks)
{
  struct x86emul_access_logs *logs = x86emul_process.logs;
  int slot = x86emul_slot_current ();
  uint32_t number
      = slot < 0
            ? 0
            : x86emul_log_number (x86emul_process.control->slots[slot].log);
  if (number == 0)
    return;
  if (unlikely (number > X86EMUL_ACCESS_LOGS))
    x86emul_fault_overwritten (X86EMUL_OVERWRITTEN_LAUNCHES);
  while (size > 0)
    {
      uint64_t inside = offset % X86EMUL_ACCESS_LOG_PAGE;
      uint64_t rest = X86EMUL_ACCESS_LOG_PAGE - inside;
      unsigned char *p
          = marks_of (logs, number, offset / X86EMUL_ACCESS_LOG_PAGE);
      if (rest > size)
        rest = size;
      if (p != NULL)
        add_marks (p + inside, rest, marks);
      offset += rest;
      size -= rest;
    }
}
