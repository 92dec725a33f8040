/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Two words that all copies of this library in a process share.  They cannot
   share a symbol: bundled copies have other names, and copies may be in other
   link-map namespaces.

   They meet at a fixed address.  The first copy maps a page there;
   MAP_FIXED_NOREPLACE lets only one succeed.  The others recognise the page by
   its first bytes.  The page is private memory, so a forked child has its own.
   If something else lies at the address, it is left alone, and the copies do
   not see each other.

   Owns the page.  Any thread may call; every call gives the same words.  */

#include "os/shared_count.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/os.h"

/* Far below the libraries and stacks, within the range that ThreadSanitizer
   expects for a program's memory; a multiple of all page sizes in use.  */
#if defined __riscv && UINTPTR_MAX > 0xffffffffu
/* Programs may have no more than 38 bits.  */
#  define COUNT_ADDRESS 0x1066670000u
#elif UINTPTR_MAX > 0xffffffffu
#  define COUNT_ADDRESS 0x7e8066670000u
#else
/* Below the programs, which begin at 0x8048000 on i386.  */
#  define COUNT_ADDRESS 0x6660000u
#endif
#define COUNT_SIZE 4096
#define MAGIC "offgomp census\1"

struct page
{
  char magic[16];      /* MAGIC, once the rest can be used */
  atomic_uint threads; /* the counter */
  atomic_uint tool;    /* the other word */
};

/* Is there a page of ours at P?  The system reads it, since P may be anything.
   Memory that is all zero may be an unfinished page.  */
static bool
is_shared_count (const struct page *p)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char magic[sizeof (p->magic)] = "";
  int ends[2];
  if (pipe2 (ends, O_CLOEXEC | O_NONBLOCK) != 0)
    return false;
  ssize_t n = 0;
  for (int i = 0; i < 1000 && magic[0] == '\0'; i++)
    {
      if (i > 0)
        os_yield ();
      n = write (ends[1], p->magic, sizeof (p->magic));
      if (n != sizeof (magic) || read (ends[0], magic, sizeof (magic)) != n)
        break;
    }
  close (ends[0]);
  close (ends[1]);
  return n == sizeof (magic) && memcmp (magic, MAGIC, sizeof (magic)) == 0;
}

static struct page *
find_page (void)
{
  void *wanted = (void *)(uintptr_t)COUNT_ADDRESS;
  if (wanted == NULL)
    return NULL;
  struct page *p
      = mmap (wanted, COUNT_SIZE, PROT_READ | PROT_WRITE,
              MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == wanted)
    {
      /* Write the first byte last: it shows that the others are there.  */
      memcpy (p->magic + 1, &MAGIC[1], sizeof (p->magic) - 1);
      __atomic_store_n (&p->magic[0], MAGIC[0], __ATOMIC_RELEASE);
      return p;
    }
  /* A kernel before 4.17 treats the address as a hint.  */
  if (p != MAP_FAILED)
    munmap (p, COUNT_SIZE);
  else if (errno != EEXIST)
    return NULL;
  p = wanted;
  return is_shared_count (p) ? p : NULL;
}

static struct page *
get_page (void)
{
  int saved = errno;
  struct page *p = find_page ();
  errno = saved;
  return p;
}

atomic_uint *
os_shared_count (void)
{
  struct page *p = get_page ();
  return p != NULL ? &p->threads : NULL;
}

atomic_uint *
os_shared_tool (void)
{
  struct page *p = get_page ();
  return p != NULL ? &p->tool : NULL;
}
