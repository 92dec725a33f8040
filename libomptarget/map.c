/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Decodes map entries to clauses: what an entry means for the beginning of a
   construct, for its end, and for an update.  Belongs to the encountering
   thread.

   Pointers are attached when all objects are mapped, so those clauses come
   last.  A structure of which members are mapped is one object here, from the
   first to the last of them; they are copied by themselves.  */

#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "named_image.h"

/* New storage is aligned so, in log2: the largest alignment of C's types.  */
#define ALIGN_LOG 4
#define ALIGN ((uintptr_t)1 << ALIGN_LOG)

/* ---- Lists of clauses.  */

static void
start (struct clauses *c)
{
  c->list = (struct gomp_clause_list){ .count = 0 };
  c->many = NULL;
  c->room = CLAUSES_INLINE;
  c->list.hosts = c->hosts = c->few_hosts;
  c->list.sizes = c->sizes = c->few_sizes;
  c->list.kinds = c->kinds = c->few_kinds;
}

static COLD void
grow (struct clauses *c)
{
  size_t count = c->list.count, room = 4 * c->room;
  char *memory = malloc (
      room * (sizeof (c->hosts[0]) + sizeof (size_t) + sizeof (c->kinds[0])));
  if (memory == NULL)
    omptarget_fatal ("out of memory for %zu map clauses", room);
  void **hosts = (void **)(void *)memory;
  size_t *sizes = (size_t *)(hosts + room);
  unsigned short *kinds = (unsigned short *)(sizes + room);
  memcpy (hosts, c->hosts, count * sizeof (*hosts));
  memcpy (sizes, c->sizes, count * sizeof (*sizes));
  memcpy (kinds, c->kinds, count * sizeof (*kinds));
  free (c->many);
  c->many = memory;
  c->room = room;
  c->list.hosts = c->hosts = hosts;
  c->list.sizes = c->sizes = sizes;
  c->list.kinds = c->kinds = kinds;
}

/* MARK: GOMP_CLAUSE_INTERNAL or 0.  */
static inline void
put_marked (struct clauses *c, enum gomp_clause_operation operation,
            unsigned flags, unsigned mark, const void *host, size_t size)
{
  if (unlikely (c->list.count == c->room))
    grow (c);
  size_t i = c->list.count++;
  c->hosts[i] = (void *)(uintptr_t)host;
  c->sizes[i] = size;
  c->kinds[i]
      = (unsigned short)(core.codes[operation][flags] | ALIGN_LOG << 8 | mark);
}

/* What an entry of the program is.  */
static inline void
put (struct clauses *c, enum gomp_clause_operation operation, unsigned flags,
     const void *host, size_t size)
{
  put_marked (c, operation, flags, 0, host, size);
}

/* What an entry needs besides.  */
static inline void
add (struct clauses *c, enum gomp_clause_operation operation, unsigned flags,
     const void *host, size_t size)
{
  put_marked (c, operation, flags, GOMP_CLAUSE_INTERNAL, host, size);
}

void
omptarget_map_free (struct clauses *c)
{
  free (c->many);
}

/* ---- Single entries.  */

static inline char *
load (const char *address)
{
  char *value;
  memcpy (&value, address, sizeof (value));
  return value;
}

static inline bool
is_capture (const struct map_entry *e)
{
  return (e->type & MAP_CAPTURE) == MAP_CAPTURE;
}

static inline bool
is_value (const struct map_entry *e)
{
  return (e->type & (MAP_LITERAL | MAP_PRIVATE)) != 0;
}

static inline bool
has_pointer (const struct map_entry *e)
{
  return (e->type & MAP_PTR_AND_OBJ) != 0;
}

/* Does it only ask for the device address?  */
static inline bool
is_question (const struct map_entry *e)
{
  return (e->type & MAP_RETURN_PARAM) && e->size == 0;
}

/* Is anything mapped for it?  */
static inline bool
is_object (const struct map_entry *e)
{
  return !is_value (e) && (e->type & MAP_ATTACH) == 0 && !is_question (e);
}

/* Where the object begins: some bytes earlier if that keeps the alignment of
   members, but not before the structure.  */
static char *
begin_of (const struct map_entry *e)
{
  uintptr_t base = (uintptr_t)e->base, begin = (uintptr_t)e->begin;
  if (!e->is_whole || has_pointer (e) || base > begin)
    return e->begin;
  uintptr_t align = base & -base;
  if (align == 0 || align > ALIGN)
    align = ALIGN;
  return (char *)(begin & -align);
}

static inline size_t
size_of (const struct map_entry *e)
{
  return e->size + (size_t)(e->begin - begin_of (e));
}

/* The address that the region or the program knows for the object.  */
static inline char *
base_of (const struct map_entry *e)
{
  return has_pointer (e) ? load (e->base) : e->base;
}

static unsigned
copies (const struct map_entry *e)
{
  unsigned flags = (e->type & MAP_TO ? GOMP_CLAUSE_TO : 0)
                   | (e->type & MAP_FROM ? GOMP_CLAUSE_FROM : 0);
  return flags != 0 && (e->type & MAP_ALWAYS) ? flags | GOMP_CLAUSE_ALWAYS
                                              : flags;
}

/* Only its end releases the reference (ompx_hold).  */
static unsigned
lasts (const struct map_entry *e)
{
  return e->type & MAP_HOLD ? GOMP_CLAUSE_LASTING : 0;
}

/* ---- The beginning.  */

/* LASTING: see lasts, or 0.  */
static inline void
put_object (struct clauses *c, const struct map_entry *e, bool keeps,
            unsigned lasting)
{
  unsigned flags = copies (e);
  if (e->size == 0)
    put (c, GOMP_CLAUSE_ZERO_LENGTH, keeps ? GOMP_CLAUSE_OPTIONAL : 0, e->begin,
         0);
  else if (e->type & MAP_PRESENT)
    put (c, GOMP_CLAUSE_PRESENT, flags | lasting, begin_of (e), size_of (e));
  else if (e->is_member && !has_pointer (e))
    put (c, GOMP_CLAUSE_MEMBER, flags, e->begin, e->size);
  else
    put (c, GOMP_CLAUSE_MAP,
         flags | lasting
             | ((e->type & MAP_IMPLICIT) && lasting == 0
                        && (flags & GOMP_CLAUSE_ALWAYS) == 0
                    ? GOMP_CLAUSE_IMPLICIT
                    : 0),
         begin_of (e), size_of (e));
}

/* The pointer itself, unless it is a member of what is mapped.  */
static void
put_pointer (struct clauses *c, const struct map_entry *e, unsigned lasting)
{
  if (has_pointer (e) && is_object (e) && !e->is_member)
    add (c, GOMP_CLAUSE_MAP, lasting, e->base, sizeof (void *));
}

/* A pointer of an entry of its own is attached only if it or the pointee is
   new, or always; one of its pointee's entry, if it is not attached to that. */
static unsigned
attach_flags (const struct map_entry *e)
{
  if (e->type & MAP_ATTACH)
    return GOMP_CLAUSE_OPTIONAL
           | (e->type & MAP_ALWAYS ? GOMP_CLAUSE_ALWAYS : GOMP_CLAUSE_NEW);
  return (e->size == 0 ? GOMP_CLAUSE_OPTIONAL : 0) | GOMP_CLAUSE_ALWAYS;
}

static void
put_attachment (struct clauses *c, const struct map_entry *e)
{
  if (is_capture (e))
    add (c, GOMP_CLAUSE_CAPTURE, 0, e->base,
         (size_t)(e->begin - load (e->base)));
  else if ((e->type & MAP_ATTACH) || (has_pointer (e) && is_object (e)))
    add (c, GOMP_CLAUSE_ATTACH, attach_flags (e), e->base,
         (size_t)(e->begin - load (e->base)));
}

void
omptarget_map_begin (struct clauses *c, const struct entry_list *l)
{
  start (c);
  for (size_t i = 0; i < l->count; i++)
    {
      unsigned lasting = lasts (&l->entries[i]);
      put_pointer (c, &l->entries[i], lasting);
      if (is_object (&l->entries[i]))
        put_object (c, &l->entries[i], true, lasting);
    }
  for (size_t i = 0; i < l->count; i++)
    put_attachment (c, &l->entries[i]);
  for (size_t i = 0; i < l->count; i++)
    if (l->entries[i].type & MAP_RETURN_PARAM)
      put_marked (c, GOMP_CLAUSE_USE_DEVICE, GOMP_CLAUSE_OPTIONAL,
                  is_object (&l->entries[i]) ? GOMP_CLAUSE_INTERNAL : 0,
                  l->entries[i].begin, 0);
}

void
omptarget_map_return (const struct clauses *c, const struct entry_list *l,
                      void **bases)
{
  size_t k = c->list.count;
  for (size_t i = l->count; i-- > 0;)
    {
      const struct map_entry *e = &l->entries[i];
      if (e->type & MAP_RETURN_PARAM)
        bases[e->origin] = (char *)c->hosts[--k] - (e->begin - base_of (e));
    }
}

/* ---- Regions.  */

static void
put_word (struct clauses *c, size_t value)
{
  add (c, GOMP_CLAUSE_VALUE, 0, (void *)value, 0);
}

/* A region uses a stream of the C library by its host address: the number of
   the stream (NAMED_IMAGE_STREAM), or -1.  */
static int
stream_of (const struct map_entry *e)
{
  const FILE *const streams[] = { stdin, stdout, stderr };
  if (likely (e->size != 0) || is_value (e) || has_pointer (e))
    return -1;
  for (int i = 0; i < 3; i++)
    if (e->begin == (const char *)streams[i])
      return i;
  return -1;
}

static void
put_argument (struct clauses *c, const struct map_entry *e, bool keeps)
{
  if (stream_of (e) >= 0)
    put (c, GOMP_CLAUSE_VALUE, 0, NULL, 0);
  else if (e->type & MAP_LITERAL)
    put (c, GOMP_CLAUSE_VALUE, 0, e->base, 0);
  else if (e->type & MAP_PRIVATE)
    put (c, GOMP_CLAUSE_FIRSTPRIVATE, 0, e->begin, e->size);
  else
    put_object (c, e, keeps, 0);
}

/* How an argument is to be changed, as a pair of named_image.h.  WORD 0 of the
   pair: MARK and the number of the argument.  */
struct change
{
  uint64_t mark; /* NAMED_IMAGE_STREAM or 0 */
  uint64_t word; /* the second */
  bool is_any;
};

/* The region knows an object by its base, the clause by its beginning.  */
static struct change
change_of (const struct map_entry *e)
{
  int stream = stream_of (e);
  if (unlikely (stream >= 0))
    return (struct change){ .mark = NAMED_IMAGE_STREAM,
                            .word = (uint64_t)stream,
                            .is_any = true };
  if (e->type & MAP_LITERAL)
    return (struct change){ .is_any = false };
  char *begin = e->type & MAP_PRIVATE ? e->begin : begin_of (e);
  ptrdiff_t distance = base_of (e) - begin;
  return (struct change){ .word = (uint64_t)distance, .is_any = distance != 0 };
}

/* The words of named_image.h.  */
static void
put_arguments (struct clauses *c, const struct entry_list *l, bool has_null,
               bool keeps)
{
  uint64_t count = 0, pairs = 0;
  put_word (c, 0);
  for (size_t i = 0; i < l->count; i++)
    if (l->entries[i].type & MAP_TARGET_PARAM)
      {
        put_argument (c, &l->entries[i], keeps);
        pairs += change_of (&l->entries[i]).is_any;
        count++;
      }
  c->hosts[0] = (void *)(count | pairs * NAMED_IMAGE_PAIR
                         | (has_null ? NAMED_IMAGE_NULL : 0));
  count = 0;
  for (size_t i = 0; i < l->count && pairs > 0; i++)
    if (l->entries[i].type & MAP_TARGET_PARAM)
      {
        struct change change = change_of (&l->entries[i]);
        if (change.is_any)
          {
            put_word (c, change.mark | count);
            put_word (c, change.word);
            pairs--;
          }
        count++;
      }
}

void
omptarget_map_region (struct clauses *c, const struct entry_list *l,
                      bool has_null, bool keeps)
{
  start (c);
  if (l->count == 0)
    return;
  put_arguments (c, l, has_null, keeps);
  size_t slots = c->list.count;
  for (size_t i = 0; i < l->count; i++)
    {
      const struct map_entry *e = &l->entries[i];
      put_pointer (c, e, 0);
      if ((e->type & MAP_TARGET_PARAM) == 0 && is_object (e))
        put_object (c, e, keeps, 0);
    }
  for (size_t i = 0; i < l->count; i++)
    put_attachment (c, &l->entries[i]);
  c->list.extra = c->list.count - slots;
}

/* ---- The end.  */

static inline void
put_release (struct clauses *c, const struct map_entry *e)
{
  unsigned flags = copies (e) & (GOMP_CLAUSE_FROM | GOMP_CLAUSE_ALWAYS);
  if (e->size == 0)
    put (c, e->type & MAP_DELETE ? GOMP_CLAUSE_DELETE : GOMP_CLAUSE_ZERO_LENGTH,
         e->type & MAP_DELETE ? GOMP_CLAUSE_ZERO : 0, e->begin, 0);
  else if (e->type & MAP_DELETE)
    put (c, GOMP_CLAUSE_DELETE, 0, begin_of (e), size_of (e));
  else if (flags & GOMP_CLAUSE_FROM)
    put (c, GOMP_CLAUSE_MAP, flags | lasts (e), begin_of (e), size_of (e));
  else
    put (c, GOMP_CLAUSE_RELEASE, lasts (e), begin_of (e), size_of (e));
}

void
omptarget_map_end (struct clauses *c, const struct entry_list *l)
{
  start (c);
  for (size_t i = 0; i < l->count; i++)
    {
      const struct map_entry *e = &l->entries[i];
      if ((e->type & MAP_ATTACH) || (has_pointer (e) && is_object (e)))
        add (c, GOMP_CLAUSE_DETACH, GOMP_CLAUSE_OPTIONAL, e->base, 0);
    }
  for (size_t i = 0; i < l->count; i++)
    {
      const struct map_entry *e = &l->entries[i];
      if (is_object (e))
        put_release (c, e);
      if (has_pointer (e) && is_object (e) && !e->is_member)
        add (c, GOMP_CLAUSE_RELEASE, lasts (e), e->base, sizeof (void *));
    }
}

/* ---- Updates.  */

/* A strided section: a loop for each dimension, the outermost first.  */
struct dimension
{
  uint64_t offset;
  uint64_t count;
  uint64_t stride; /* in bytes */
};

static inline void
put_copy (struct clauses *c, const struct map_entry *e, char *begin,
          size_t size)
{
  put (c, e->type & MAP_PRESENT ? GOMP_CLAUSE_PRESENT : GOMP_CLAUSE_MAP,
       copies (e) & (GOMP_CLAUSE_TO | GOMP_CLAUSE_FROM), begin, size);
}

/* The pieces of E at AT, of COUNT dimensions from D on.  */
static void
put_pieces (struct clauses *c, const struct map_entry *e, char *at,
            const struct dimension *d, size_t count)
{
  if (count == 1)
    {
      put_copy (c, e, at + d->offset * d->stride, d->count * d->stride);
      return;
    }
  for (uint64_t k = 0; k < d->count; k++)
    put_pieces (c, e, at + (d->offset + k) * d->stride, d + 1, count - 1);
}

void
omptarget_map_update (struct clauses *c, const struct entry_list *l)
{
  start (c);
  for (size_t i = 0; i < l->count; i++)
    {
      const struct map_entry *e = &l->entries[i];
      if (!is_object (e) || e->size == 0)
        continue;
      if (e->type & MAP_NON_CONTIGUOUS)
        put_pieces (c, e, e->base, (const void *)e->begin, e->size);
      else
        put_copy (c, e, e->begin, e->size);
    }
}

/* ---- Directives with nothing but objects.  */

/* The bits of an entry for which one clause stands.  */
#define MAP_OBJECT                                                             \
  (MAP_TO | MAP_FROM | MAP_ALWAYS | MAP_DELETE | MAP_TARGET_PARAM              \
   | MAP_IMPLICIT | MAP_PRESENT | MAP_HOLD)

static inline void
put_beginning (struct clauses *c, const struct map_entry *e)
{
  put_object (c, e, true, lasts (e));
}

static inline void
put_update (struct clauses *c, const struct map_entry *e)
{
  if (e->size != 0)
    put_copy (c, e, e->begin, e->size);
}

/* PUT_ENTRY makes the clause of an entry.  Inline, so that it is no call.  */
static inline __attribute__ ((always_inline)) bool
put_objects (struct clauses *c, const struct map_arrays *from,
             void (*put_entry) (struct clauses *, const struct map_entry *))
{
  uint64_t types = 0;
  for (size_t i = 0; i < from->count; i++)
    types |= from->types[i];
  if ((types & ~(uint64_t)MAP_OBJECT) != 0 || from->mappers != NULL)
    return false;
  start (c);
  for (size_t i = 0; i < from->count; i++)
    put_entry (c, &(struct map_entry){ .base = from->bases[i],
                                       .begin = from->begins[i],
                                       .size = (size_t)from->sizes[i],
                                       .type = from->types[i] });
  return true;
}

bool
omptarget_map_begin_objects (struct clauses *c, const struct map_arrays *from)
{
  return put_objects (c, from, put_beginning);
}

bool
omptarget_map_end_objects (struct clauses *c, const struct map_arrays *from)
{
  return put_objects (c, from, put_release);
}

bool
omptarget_map_update_objects (struct clauses *c, const struct map_arrays *from)
{
  return put_objects (c, from, put_update);
}
