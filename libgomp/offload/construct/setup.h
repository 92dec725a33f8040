/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A construct being set up: shared by begin.c, resolve.c and pointer.c.
   Belongs to the encountering thread.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_SETUP_H
#define GOMP_OFFLOAD_CONSTRUCT_SETUP_H

#include <string.h>

#include "offload/construct/construct.h"

#define GOMP_SETUP_UNKNOWN SIZE_MAX

/* If the host cannot see the device's memory, writes to the new block wait, and
   are copied together: small ones are gathered, large ones are recorded by
   address.  Each is after the previous one.  */
#define GOMP_UPLOAD_SIZE 32768
#define GOMP_UPLOAD_GAP 4096
#define GOMP_UPLOAD_PARTS 32
struct gomp_upload_room
{
  struct gomp_host_part part[GOMP_UPLOAD_PARTS];
  char bytes[GOMP_UPLOAD_SIZE];
};

struct gomp_upload
{
  size_t start;   /* block offset of the bytes gathered last */
  size_t size;    /* how many these are; they come after all parts */
  size_t used;    /* bytes of the room before them, which parts have */
  size_t first;   /* block offset of the first part */
  size_t written; /* block offset after all data that no longer wait */
  unsigned count; /* parts */
  struct gomp_upload_room *room; /* while the block is filled */
};

struct gomp_setup
{
  struct gomp_construct *c;
  const struct gomp_clause_list *list;
  size_t first;             /* the clauses: from this */
  size_t last;              /* to before this */
  struct gomp_block *block; /* new storage, or NULL */
  size_t size;              /* of the block, so far */
  size_t align;             /* of the block */
  size_t gap;               /* further bytes between the items */
  unsigned fresh;           /* new mappings */
  unsigned owners;          /* those that refer to the block */
  bool locked;              /* we have the map's lock */
  bool guarded;             /* red zones between the items */
  bool with_arguments;      /* the block begins with an argument block */
  bool announced;           /* the new mappings' placement was announced */
  bool has_pointers;        /* there are pointer clauses */
  bool has_renewals;        /* `always' copies, or use_device clauses */
  bool has_later;           /* some wait for other constructs */
  bool has_others;          /* some mappings were there before */
  bool has_links;           /* some are new parts of link variables */
  bool has_own;             /* there are OWN items */
  bool has_attach;          /* there are attach clauses */
  bool has_absent;          /* there are pointers to what was not mapped */
  bool defers;              /* the copied data is for the region alone, until it
                               has ended */
  size_t taken_end;         /* after the last clause that was taken early */
  size_t whole_end;         /* after the last clause that may map a whole of
                               which others map parts; initially UNKNOWN */
  uint8_t whole_flags;      /* what such clauses have */
  struct gomp_upload stage;
};

/* resolve.c: find or make the mappings of all clauses.  Leaves the map locked
   or not, as S records.  */
HIDDEN enum gomp_status gomp_setup_resolve (struct gomp_setup *s) HOT;
HIDDEN void gomp_setup_lock (struct gomp_setup *s);

/* refer.c: has a structure, of which members lie from START to END, a reference
   to what is at TARGET?  It is at *WORD.  */
HIDDEN bool gomp_setup_find_reference (const struct gomp_setup *s,
                                       uintptr_t target, uintptr_t start,
                                       uintptr_t end, uintptr_t *word) COLD;
/* Is a pointer that a clause attaches referred to by an object of another?  */
HIDDEN bool gomp_clauses_refer (const struct gomp_clause_list *list);
/* Which pointers that are attached are referred to, after all clauses were
   taken, with the map's lock; and set the references to that at TARGET on the
   host, VALUE on the device.  */
HIDDEN void gomp_setup_resolve_references (struct gomp_setup *s) COLD;
HIDDEN enum gomp_status
gomp_setup_refer (struct gomp_setup *s, uintptr_t target, uintptr_t value) COLD;

/* resolve_struct.c: the end of the members of clause I's structure.  */
HIDDEN size_t gomp_clause_struct_end (const struct gomp_clause_list *list,
                                      size_t i);

/* Does clause K, which is stored in *CLAUSE, name a pointer in the descriptor
   of the earlier clause DESCRIPTOR?  */
static inline bool
gomp_setup_is_inside (const struct gomp_setup *s, size_t k,
                      const struct gomp_clause *descriptor,
                      struct gomp_clause *clause)
{
  if (k >= s->last)
    return false;
  *clause = gomp_clause_get (s->list, k);
  return (clause->operation == GOMP_CLAUSE_POINTER
          || clause->operation == GOMP_CLAUSE_ALWAYS_POINTER)
         && clause->host >= descriptor->host
         && clause->host + sizeof (void *)
                <= descriptor->host + descriptor->size;
}

/* upload.c.  */
HIDDEN enum gomp_status gomp_setup_stage (struct gomp_setup *s, size_t offset,
                                          const void *source, size_t size) HOT;
HIDDEN enum gomp_status gomp_setup_flush (struct gomp_setup *s);

static inline bool
gomp_upload_waits (const struct gomp_upload *stage)
{
  return stage->size > 0 || stage->count > 0;
}

/* Write SIZE bytes at OFFSET of the new block.  */
static inline enum gomp_status
gomp_setup_put (struct gomp_setup *s, size_t offset, const void *source,
                size_t size)
{
  struct gomp_upload *stage = &s->stage;
  char *to;
  if (s->block->view != NULL)
    {
      to = s->block->view + offset;
      if (unlikely (size >= GOMP_BULK_MIN))
        return gomp_device_write (s->c->device, s->block->address + offset, to,
                                  source, size);
    }
  else if (stage->size > 0 && offset == stage->start + stage->size
           && stage->used + stage->size + size <= GOMP_UPLOAD_SIZE)
    {
      to = stage->room->bytes + stage->used + stage->size;
      stage->size += size;
    }
  else
    return gomp_setup_stage (s, offset, source, size);
  memcpy (to, source, size);
  return GOMP_OK;
}

/* pointer.c: set the device copies of the pointers; with LATER also those in
   mappings of other constructs that are not filled yet.  */
HIDDEN enum gomp_status gomp_setup_pointers (struct gomp_setup *s, bool later);
/* Replace the host addresses of use_device clauses.  */
HIDDEN enum gomp_status gomp_setup_use_device (struct gomp_setup *s, size_t i);
/* What the argument block has for clause I.  */
HIDDEN uintptr_t gomp_setup_slot (struct gomp_setup *s, size_t i) HOT;

static inline bool
gomp_setup_owns (const struct gomp_setup *s, const struct gomp_mapping *mapping)
{
  return s->block != NULL && mapping->block == s->block;
}

#endif
