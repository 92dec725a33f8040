/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The names of a function: registers, parameters, local variables, in nested
   scopes, and labels; and the registers and constants themselves.  */

#include "ptx/decoder.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void
names_init (struct decoder *d)
{
  for (unsigned i = 0; i < NAME_BUCKETS; i++)
    d->bucket[i] = -1;
}

static unsigned
hash (const char *start, size_t length)
{
  unsigned h = 5381;
  for (size_t i = 0; i < length; i++)
    h = h * 33 + (unsigned char)start[i];
  return h % NAME_BUCKETS;
}

void
names_enter (struct decoder *d)
{
  if (d->depth == MAX_DEPTH)
    ptx_fail (&d->l, "blocks are nested too deeply");
  else
    d->scope[d->depth++] = d->name_count;
}

void
names_leave (struct decoder *d)
{
  unsigned old = d->scope[--d->depth];
  while (d->name_count > old)
    {
      const struct name *n = &d->names[--d->name_count];
      d->bucket[hash (n->start, n->length)] = n->next;
    }
}

struct name *
names_add (struct decoder *d, const char *start, size_t length,
           enum name_kind kind, enum ptx_type type)
{
  GROW (d->names, d->name_count, d->name_room);
  unsigned h = hash (start, length);
  struct name *n = &d->names[d->name_count];
  *n = (struct name){ .start = start,
                      .length = length,
                      .kind = kind,
                      .type = type,
                      .elements = 1,
                      .next = d->bucket[h] };
  d->bucket[h] = (int)d->name_count++;
  return n;
}

static const struct name *
find (const struct decoder *d, const char *start, size_t length)
{
  int n = d->bucket[hash (start, length)];
  while (n >= 0
         && (d->names[n].length != length
             || memcmp (d->names[n].start, start, length) != 0))
    n = d->names[n].next;
  return n >= 0 ? &d->names[n] : NULL;
}

static bool
is_range (const struct name *n)
{
  return n->kind == NAME_RANGE || n->kind == NAME_PARAMETERS;
}

/* %r12 of %r<COUNT>.  */
static const struct name *
find_in_range (const struct decoder *d, const char *start, size_t length,
               unsigned *reg)
{
  size_t stem = length;
  while (stem > 1 && start[stem - 1] >= '0' && start[stem - 1] <= '9')
    stem--;
  for (; stem < length; stem++)
    {
      const struct name *n = find (d, start, stem);
      unsigned long k = strtoul (start + stem, NULL, 10);
      if (n && is_range (n) && k < n->elements)
        {
          *reg = n->first + (unsigned)k;
          return n;
        }
    }
  return NULL;
}

/* %r.x */
static const struct name *
find_component (struct decoder *d, const char *start, size_t length,
                unsigned *reg)
{
  static const char letters[] = "xyzw";
  if (length < 3 || start[length - 2] != '.')
    return NULL;
  const char *letter = strchr (letters, start[length - 1]);
  const struct name *n = find (d, start, length - 2);
  if (!n || !letter || (unsigned)(letter - letters) >= n->elements)
    return NULL;
  *reg = n->first + (unsigned)(letter - letters);
  return n;
}

const struct name *
names_find (struct decoder *d, unsigned *reg)
{
  const char *start = d->l.start;
  size_t length = d->l.length;
  const struct name *n = find (d, start, length);
  if (n && !is_range (n))
    {
      *reg = n->first;
      return n;
    }
  n = find_in_range (d, start, length, reg);
  return n ? n : find_component (d, start, length, reg);
}

unsigned
new_registers (struct decoder *d, unsigned count)
{
  unsigned first = d->registers;
  d->registers += count;
  if (d->registers > MAX_REGISTERS)
    {
      ptx_fail (&d->l, "too many registers");
      d->registers = first;
    }
  return first;
}

unsigned
new_register (struct decoder *d)
{
  return new_registers (d, 1);
}

unsigned
new_constant (struct decoder *d, uint64_t value)
{
  unsigned k = 0;
  while (k < d->constant_count && d->constants[k] != value)
    k++;
  if (k == MAX_CONSTANTS)
    {
      ptx_fail (&d->l, "too many constants");
      return TRUE_PREDICATE;
    }
  if (k == d->constant_count)
    {
      GROW (d->constants, d->constant_count, d->constant_room);
      d->constants[d->constant_count++] = value;
    }
  return k | CONSTANT;
}

struct label *
label_find (struct decoder *d, const char *start, size_t length)
{
  for (unsigned i = 0; i < d->label_count; i++)
    if (d->labels[i].length == length
        && memcmp (d->labels[i].start, start, length) == 0)
      return &d->labels[i];
  GROW (d->labels, d->label_count, d->label_room);
  struct label *new = &d->labels[d->label_count++];
  *new = (struct label){ start, length, UINT_MAX };
  return new;
}
