/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Conflicts between the iterations of a simd loop; see simd.h.

   The iterations run one after the other here, but fewer than SAFELEN
   successive ones may run at once: then none of them may write what another one
   accesses, except in ordered simd.  A thread has a cache of the words that its
   loop accessed, and which iteration was the last one to read and write each
   byte.  A word that another one has replaced is forgotten.  Of nested simd
   loops, the outermost one counts.

   Each thread has its own data.  The cache is allocated with the first simd
   loop of a thread, and stays; without memory no conflicts are found.  */

#include "target/simd.h"

#include "base/mem.h"
#include "check_location.h"

#define WORD ((uint64_t)4)
#define CACHE_BITS 15

struct word
{
  uint64_t address;
  unsigned loop;        /* whose word this is */
  unsigned read[WORD];  /* for each byte: the last iteration, or 0 */
  unsigned wrote[WORD]; /* likewise */
};

_Thread_local unsigned x86emul_simd_loop;
static _Thread_local unsigned last_loop;
static _Thread_local unsigned depth; /* of loops that have begun */
static _Thread_local bool ordered;
static _Thread_local size_t length; /* SAFELEN of the loop */
static _Thread_local unsigned iteration;
static _Thread_local struct word *cache;

static void
begin (size_t safelen)
{
  if (depth++ != 0)
    return;
  if (cache == NULL)
    cache = gomp_alloc_zeroed (sizeof (*cache) << CACHE_BITS);
  if (cache == NULL)
    return;
  x86emul_simd_loop = ++last_loop;
  length = safelen;
  iteration = 0;
  ordered = false;
}

static void
end (void)
{
  if (depth != 0 && --depth == 0)
    x86emul_simd_loop = 0;
}

void
x86emul_simd_mark (size_t what, size_t safelen)
{
  switch (what)
    {
    case OFFGOMP_SIMD_BEGIN:
      begin (safelen);
      break;
    case OFFGOMP_SIMD_NEXT:
      iteration += depth == 1;
      break;
    case OFFGOMP_SIMD_END:
      end ();
      break;
    default:
      ordered = what == OFFGOMP_SIMD_ORDERED;
    }
}

static struct word *
word_at (uint64_t address)
{
  struct word *w
      = &cache[address * UINT64_C (0x9e3779b97f4a7c15) >> (64 - CACHE_BITS)];
  if (w->address != address || w->loop != x86emul_simd_loop)
    *w = (struct word){ .address = address, .loop = x86emul_simd_loop };
  return w;
}

/* May the iteration BEFORE, or 0, run at the same time as this one?  */
static bool
is_concurrent (unsigned before)
{
  return before != 0 && before != iteration && iteration - before < length;
}

/* In ordered simd, what other iterations did there is no conflict; as it is not
   recorded, neither is one with what they did elsewhere found.  */
bool
x86emul_simd_conflicts (uint64_t address, size_t size, bool is_write)
{
  bool conflicts = false;
  if (ordered)
    return false;
  for (uint64_t at = address; at < address + size; at++)
    {
      struct word *w = word_at (at & -WORD);
      unsigned i = (unsigned)(at & (WORD - 1));
      conflicts |= is_concurrent (w->wrote[i])
                   || (is_write && is_concurrent (w->read[i]));
      if (is_write)
        w->wrote[i] = iteration;
      else
        w->read[i] = iteration;
    }
  return conflicts;
}
