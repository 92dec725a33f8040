/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Mnemonics, taken apart at their dots.  Owns nothing; any thread.  */

#include "ptx/decoder.h"

#include <string.h>

struct parts
parts_split (const char *start, size_t length)
{
  struct parts p = { .count = 0 };
  while (length && p.count < 12)
    {
      const char *dot = memchr (start, '.', length);
      size_t n = dot ? (size_t)(dot - start) : length;
      p.start[p.count] = start;
      p.length[p.count++] = n;
      n += dot != NULL;
      start += n;
      length -= n;
    }
  return p;
}

bool
parts_is (const struct parts *p, unsigned k, const char *word)
{
  return k < p->count && strlen (word) == p->length[k]
         && memcmp (p->start[k], word, p->length[k]) == 0;
}

bool
parts_have (const struct parts *p, const char *word)
{
  for (unsigned k = 1; k < p->count; k++)
    if (parts_is (p, k, word))
      return true;
  return false;
}

enum ptx_type
parts_type (const struct parts *p)
{
  unsigned last = p->count - 1;
  return p->count ? ptx_type_find (p->start[last], p->length[last]) : PTX_TYPES;
}
