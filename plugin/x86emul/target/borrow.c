/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pages of the host that regions use without a map; see borrow.h.

   A program that requires shared memory is to go on after the mapping checker
   has reported an access that only shared memory allows.  The access faults,
   as the host's addresses are reserved here; then the page gets a copy of the
   host's.  When a region ends, what differs from that copy is written back,
   and the page is reserved again: the next region sees what the host has
   changed meanwhile.  Host and region do not see each other's changes while
   both run.

   The lock guards the list.  A signal handler takes it: so no function that
   allocates is called, and nobody may fault on such a page with the lock held.
   A page appears as a whole.  A thread that uses it while it is given back
   faults, waits for the lock, and gets it again.  */

#include "target/borrow.h"

#include <stddef.h>
#include <string.h>

#include "os/foreign.h"
#include "os/memory.h"
#include "os/os.h"
#include "sync/mutex.h"
#include "target/address_window.h"

#define PAGES 4096u

static struct borrow_state
{
  struct gomp_mutex lock;
  int host;           /* its process; 0: gives no pages */
  uint64_t page;      /* bytes of a page */
  unsigned count;     /* pages here */
  uint64_t at[PAGES]; /* their addresses */
  char *copy[PAGES];  /* what each was; NULL: unused */
} borrow_state;

void
x86emul_borrow_start (int host)
{
  borrow_state.page = os_page_size ();
  borrow_state.host = host;
}

bool
x86emul_borrow_is_on (void)
{
  return borrow_state.host != 0;
}

/* A copy of the host's page at ADDRESS; NULL: impossible.  */
static char *
fetch (struct borrow_state *b, uint64_t address)
{
  void *copy;
  if (os_sparse_map (b->page, &copy) != 0)
    return NULL;
  if (os_foreign_read (b->host, copy, address, b->page) == 0)
    return copy;
  os_unmap (copy, b->page);
  return NULL;
}

/* Put a page with the contents of COPY at ADDRESS.  */
static bool
place (struct borrow_state *b, uint64_t address, const char *copy)
{
  void *page;
  if (os_sparse_map (b->page, &page) != 0)
    return false;
  memcpy (page, copy, b->page);
  if (os_page_move (page, b->page, (void *)(uintptr_t)address) == 0)
    return true;
  os_unmap (page, b->page);
  return false;
}

static bool
borrow (struct borrow_state *b, uint64_t address)
{
  for (unsigned i = 0; i < b->count; i++)
    if (b->at[i] == address)
      return true;
  if (b->count == PAGES)
    return false;
  char *copy = fetch (b, address);
  if (copy == NULL)
    return false;
  if (!place (b, address, copy))
    {
      os_unmap (copy, b->page);
      return false;
    }
  b->at[b->count] = address;
  b->copy[b->count++] = copy;
  return true;
}

bool
x86emul_borrow_page (uint64_t address)
{
  struct borrow_state *b = &borrow_state;
  if (b->host == 0 || !x86emul_address_window_is_host (address))
    return false;
  gomp_mutex_lock_raw (&b->lock);
  bool ok = borrow (b, address & ~(b->page - 1));
  gomp_mutex_unlock_raw (&b->lock);
  return ok;
}

/* Write the bytes of the page at ADDRESS that differ from COPY to the host.
   What the host itself may not write stays as it is.  */
static void
write_changes (struct borrow_state *b, uint64_t address, const char *copy)
{
  const char *page = (const char *)(uintptr_t)address;
  for (uint64_t i = 0; i < b->page; i++)
    {
      uint64_t start = i;
      while (i < b->page && page[i] != copy[i])
        i++;
      if (i > start)
        os_foreign_write (b->host, address + start, page + start, i - start);
    }
}

/* From now on threads fault when they write to the page, then at all.  */
static void
give_back (struct borrow_state *b, uint64_t address, char *copy)
{
  void *page = (void *)(uintptr_t)address;
  os_protect (page, b->page, OS_PROT_READ);
  write_changes (b, address, copy);
  os_page_drop (page, b->page);
  os_unmap (copy, b->page);
}

void
x86emul_borrow_return (void)
{
  struct borrow_state *b = &borrow_state;
  if (b->host == 0)
    return;
  gomp_mutex_lock_raw (&b->lock);
  while (b->count > 0)
    {
      b->count--;
      give_back (b, b->at[b->count], b->copy[b->count]);
    }
  gomp_mutex_unlock_raw (&b->lock);
}
