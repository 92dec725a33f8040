/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A construct that is being set up: shared by begin.c, resolve.c and
   pointer.c. Belongs to the encountering thread.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_SETUP_H
#define GOMP_OFFLOAD_CONSTRUCT_SETUP_H

#include <string.h>

#include "offload/construct/construct.h"

#define GOMP_SETUP_UNKNOWN SIZE_MAX

/* Writes to the new block, if the host cannot see the device's memory: they
   wait and are copied together.  Small ones are gathered; large ones are
   recorded by address (rows runtime-new-8 and transfers-8).  Each write is
   behind the one before it.  */
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
  size_t start;   /* block offset of the bytes that were gathered last */
  size_t size;    /* number of these bytes; they come after all parts */
  size_t used;    /* bytes of the room that parts have */
  size_t first;   /* block offset of the first part */
  size_t written; /* block offset after all data that no longer waits */
  unsigned count; /* parts */
  struct gomp_upload_room *room; /* while the block is filled */
};

struct gomp_setup
{
  struct gomp_construct *c;
  const struct gomp_clause_list *list;
  size_t first;             /* the clauses: the first */
  size_t last;              /* and the one after the last */
  struct gomp_block *block; /* new storage, or NULL */
  size_t size;              /* of the block, so far */
  size_t arguments;         /* of its first part, the argument block */
  size_t align;             /* of the block */
  size_t gap;               /* bytes between two items, besides alignment */
  unsigned fresh;           /* number of new mappings */
  unsigned owners;          /* number of new mappings in the block */
  bool locked;              /* this thread holds the map's lock */
  bool guarded;             /* there are red zones between the items */
  bool with_arguments;      /* the block begins with an argument block */
  bool announced;           /* the new mappings' addresses were announced */
  bool has_pointers;        /* there are pointer clauses */
  bool has_renewals;        /* there are `always' copies, or use_device
                               clauses */
  bool has_later;           /* some pointers wait for other constructs */
  bool has_others;          /* some mappings existed before */
  bool awaits;              /* and some were perhaps not filled then */
  bool has_missed;          /* some mappings were not found at once */
  bool has_links;           /* some are new parts of link variables */
  bool has_own;             /* there are OWN items */
  bool has_attach;          /* there are attach clauses */
  bool has_absent;          /* there are pointers to unmapped data */
  bool defers;              /* copied data is for the region alone until it has
                               ended */
  size_t taken_end;         /* after the last clause that was resolved early */
  size_t whole_end;         /* after the last clause that may map an object of
                               which others map parts; initially UNKNOWN */
  uint8_t whole_flags;      /* the flags of such clauses */
  struct gomp_upload upload;
};

/* resolve.c: find or make the mappings of all clauses.  S records if the map
   is locked on return.  */
HIDDEN enum gomp_status gomp_setup_resolve (struct gomp_setup *s) HOT;
HIDDEN void gomp_setup_lock (struct gomp_setup *s);

/* refer.c: the members of a structure are in [START, END).  Does it have a
   reference to TARGET?  *WORD: the address of the reference.  */
HIDDEN bool gomp_setup_find_reference (const struct gomp_setup *s,
                                       uintptr_t target, uintptr_t start,
                                       uintptr_t end, uintptr_t *word) COLD;
/* Does an object of another clause refer to a pointer that a clause
   attaches?  */
HIDDEN bool gomp_clauses_refer (const struct gomp_clause_list *list);
/* Called with the map's lock, after all clauses were resolved: find the
   attached pointers that references refer to.  gomp_setup_refer: let the
   references to TARGET on the host refer to VALUE on the device.  */
HIDDEN void gomp_setup_resolve_references (struct gomp_setup *s) COLD;
HIDDEN enum gomp_status
gomp_setup_refer (struct gomp_setup *s, uintptr_t target, uintptr_t value) COLD;

/* resolve_struct.c: the clause after the members of clause I's structure.  */
HIDDEN size_t gomp_clause_struct_end (const struct gomp_clause_list *list,
                                      size_t i);

/* Is clause K, a copy of which is in *CLAUSE, for a pointer in the descriptor
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
HIDDEN enum gomp_status gomp_upload_add (struct gomp_setup *s, size_t offset,
                                         const void *source, size_t size) HOT;
HIDDEN enum gomp_status gomp_upload_flush (struct gomp_setup *s);

static inline bool
gomp_upload_waits (const struct gomp_upload *upload)
{
  return upload->size > 0 || upload->count > 0;
}

/* Write SIZE bytes at OFFSET of the new block.  */
static inline enum gomp_status
gomp_setup_put (struct gomp_setup *s, size_t offset, const void *source,
                size_t size)
{
  struct gomp_upload *upload = &s->upload;
  char *to;
  if (s->block->view != NULL)
    {
      to = s->block->view + offset;
      if (unlikely (size >= GOMP_BULK_MIN))
        return gomp_device_write (s->c->device, s->block->address + offset, to,
                                  source, size);
    }
  else if (upload->size > 0 && offset == upload->start + upload->size
           && upload->used + upload->size + size <= GOMP_UPLOAD_SIZE)
    {
      to = upload->room->bytes + upload->used + upload->size;
      upload->size += size;
    }
  else
    return gomp_upload_add (s, offset, source, size);
  memcpy (to, source, size);
  return GOMP_OK;
}

/* The first SIZE bytes of the new block, into which nothing was written yet;
   NULL: they are written by gomp_setup_put.  */
static inline void *
gomp_setup_reserve (struct gomp_setup *s, size_t size)
{
  if (s->block->view != NULL)
    return size < GOMP_BULK_MIN ? s->block->view : NULL;
  if (s->upload.room == NULL || size > GOMP_UPLOAD_SIZE)
    return NULL;
  s->upload.start = 0;
  s->upload.size = size;
  return s->upload.room->bytes;
}

/* pointer.c: set the device copies of pointers.  LATER: also of those in
   mappings that other constructs have not filled yet.  */
HIDDEN enum gomp_status gomp_setup_pointers (struct gomp_setup *s, bool later);
/* Replace the host addresses of use_device clauses by device addresses.  */
HIDDEN enum gomp_status gomp_setup_use_device (struct gomp_setup *s, size_t i);
/* The word of the argument block for clause I.  */
HIDDEN uintptr_t gomp_setup_slot (struct gomp_setup *s, size_t i) HOT;

static inline bool
gomp_setup_owns (const struct gomp_setup *s, const struct gomp_mapping *mapping)
{
  return s->block != NULL && mapping->block == s->block;
}

#endif
