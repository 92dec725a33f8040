/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A construct's device data environment: the mappings of its clauses.  See
   begin.c.

   Functions that end in _observed are second instances for observed constructs
   (observe.h), so that unobserved ones cost nothing more.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_CONSTRUCT_H
#define GOMP_OFFLOAD_CONSTRUCT_CONSTRUCT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "offload/construct/clause.h"
#include "offload/construct/download.h"
#include "offload/device/device.h"

enum gomp_item_flags
{
  GOMP_ITEM_NEW = 1,         /* this construct made the mapping */
  GOMP_ITEM_COUNTED = 2,     /* has the construct's reference and hold */
  GOMP_ITEM_BACK = 4,        /* copy back when the mapping is removed */
  GOMP_ITEM_ALWAYS_BACK = 8, /* copy back at the end of the construct */
  GOMP_ITEM_ATTACHED = 16,   /* its pointer is detached at the end */
  GOMP_ITEM_DIED = 32,       /* this construct gave up the last reference */
  GOMP_ITEM_LATER = 64,      /* its pointer is set when another construct has
                                filled the mapping */
  GOMP_ITEM_IMPLICIT = 128,  /* no clause names it, so it may be constant */
  GOMP_ITEM_ALL = 256,       /* exit data: gives up all references */
  GOMP_ITEM_APART = 512,     /* not a part of the structure that it is passed
                                with */
  GOMP_ITEM_OWN = 1024,      /* a pointer or descriptor; the region has its own
                                copy, without a mapping */
  GOMP_ITEM_LINKED = 2048,   /* DIED; the mapping was of a link variable */
  GOMP_ITEM_REFERRED = 4096, /* an attached pointer, which references in mapped
                                data refer to */
  GOMP_ITEM_SPAN = 8192      /* the members of a structure; the construct maps
                                the first one */
};

/* The work for one clause.  */
struct gomp_item
{
  struct gomp_mapping *mapping;  /* held by this item or COUNTER; or NULL */
  struct gomp_mapping *attached; /* held: the mapping with the pointer that the
                                    clause attaches or detaches; or NULL */
  uintptr_t host;                /* address of the object */
  size_t length;                 /* its size */
  size_t offset;                 /* its offset in the block, if its storage is
                                    new */
  uint32_t counter;              /* the item that counts for the same mapping */
  uint32_t flags;                /* enum gomp_item_flags */
};

#define GOMP_CONSTRUCT_INLINE 16

struct gomp_construct
{
  struct gomp_device *device;
  const void *fn;           /* the target region's host function, or NULL */
  const char *directive;    /* "target", "target data", ...; for messages see
                               gomp_construct_directive */
  struct gomp_block *block; /* memory of the construct, or NULL */
  unsigned inserts;         /* enum gomp_mapping_flags: of its new mappings */
  bool runs_next;           /* the thread runs the region next, and waits for
                               it */
  bool is_deferred;         /* other constructs get the contents of new mappings
                               when the region has ended */
  bool is_taken_back;       /* the data that gomp_construct_take_back listed is
                               copied */
  struct gomp_plan *plan;   /* began and may end it (plan.c), or NULL */
  unsigned unshared; /* the number of mappings that only this construct uses */
  size_t count;      /* number of items, one for each clause */
  struct gomp_item *items;
  uint64_t owners;    /* owners that items count for: a bit for each,
                         see gomp_construct_counter */
  uint32_t *seen;     /* many items: hash of owner -> item + 1, else NULL */
  unsigned seen_bits; /* log2 of its slots */
  struct gomp_item inline_items[GOMP_CONSTRUCT_INLINE];
};

/* Allocate COUNT items.  */
HIDDEN enum gomp_status gomp_construct_init (struct gomp_construct *c,
                                             struct gomp_device *device,
                                             const char *directive,
                                             const void *fn, size_t count) HOT;
HIDDEN void gomp_construct_fini (struct gomp_construct *c);
/* For messages: the directive, and the region's name.  Slow: OpenACC's
   directive is looked up here.  */
HIDDEN const char *
gomp_construct_directive (const struct gomp_construct *c) COLD;
HIDDEN const char *gomp_construct_region (const struct gomp_construct *c) COLD;

/* Map clauses FIRST to LAST - 1 of LIST as one unit.  WITH_ARGUMENTS: the
   block begins with an argument block, one word for each clause.  */
HIDDEN enum gomp_status
gomp_construct_begin (struct gomp_construct *c,
                      const struct gomp_clause_list *list, size_t first,
                      size_t last, bool with_arguments) HOT;
HIDDEN enum gomp_status gomp_construct_begin_observed (
    struct gomp_construct *c, const struct gomp_clause_list *list, size_t first,
    size_t last, bool with_arguments) COLD;
/* The same in three steps.  The last two may run later, when it is the
   construct's turn in a queue (OpenACC's async), and in another thread.  S
   belongs to the caller, and refers to C and LIST.

   First step: the mappings exist, and have storage.  */
struct gomp_setup;
HIDDEN enum gomp_status
gomp_construct_allocate (struct gomp_setup *s, struct gomp_construct *c,
                         const struct gomp_clause_list *list, size_t first,
                         size_t last, bool with_arguments, bool observed);
/* Are new mappings copied from the host?  Then the second step must wait for
   earlier work that writes to these data on the host.  */
HIDDEN bool gomp_construct_copies_in (const struct gomp_setup *s);
/* Second step: fill the new mappings.  */
HIDDEN enum gomp_status gomp_construct_fill (struct gomp_setup *s,
                                             bool observed);
/* Third step: update the mappings that existed before.  */
HIDDEN enum gomp_status gomp_construct_renew (struct gomp_setup *s,
                                              bool observed);
/* End the construct: copy back, release the references, free.  */
HIDDEN enum gomp_status gomp_construct_end (struct gomp_construct *c) HOT;
HIDDEN enum gomp_status
gomp_construct_end_observed (struct gomp_construct *c) COLD;
/* The end in two steps.  First, before the region runs: release the
   references; mappings without references leave the map, but keep their
   storage.  */
HIDDEN void gomp_construct_release (struct gomp_construct *c);
HIDDEN enum gomp_status gomp_construct_end_released (struct gomp_construct *c,
                                                     bool observed);
struct gomp_construct_pieces
{
  struct gomp_device_piece piece[GOMP_DOWNLOAD_PIECES];
  size_t count;
};

/* Add [HOST, HOST + SIZE) of M to P, except attached pointers; false if there
   is no room.  */
HIDDEN bool gomp_construct_list_pieces (struct gomp_construct_pieces *p,
                                        struct gomp_mapping *m, uintptr_t host,
                                        size_t size);
/* Copy the data of C's block back as soon as the region has run, not in
   gomp_construct_end; C is deferred, or its device is remote.  False:
   gomp_construct_end does it, since there are no such data, or they are not
   contiguous.  */
HIDDEN bool gomp_construct_take_back (struct gomp_construct *c,
                                      struct gomp_construct_pieces *p) HOT;
/* Is nothing that C maps used by another construct, nor mapped before?  Then
   the region's data are the host's, and what C copies in.  */
HIDDEN bool gomp_construct_is_exclusive (const struct gomp_construct *c) COLD;
/* Has no other construct taken what C has made?  */
HIDDEN bool gomp_construct_is_unshared (const struct gomp_construct *c) COLD;
/* End C, whose device is lost: copy nothing.  */
HIDDEN void gomp_construct_abandon (struct gomp_construct *c) COLD;
/* From now on other constructs may use the new mappings of clauses FIRST to
   LAST - 1.  */
HIDDEN void gomp_construct_publish (struct gomp_construct *c, size_t first,
                                    size_t last) HOT;
/* Enter data: keep the references, release all else.  */
HIDDEN void gomp_construct_leave (struct gomp_construct *c) HOT;

/* The end of exit data, whose items have released their references: copy back
   and remove the mappings without references, release the holds.  */
HIDDEN enum gomp_status gomp_construct_finish (struct gomp_construct *c) HOT;
HIDDEN enum gomp_status
gomp_construct_finish_observed (struct gomp_construct *c) COLD;
/* The same in two steps, as for gomp_construct_release.  */
HIDDEN void gomp_construct_retire (struct gomp_construct *c);
HIDDEN enum gomp_status gomp_construct_finish_retired (struct gomp_construct *c,
                                                       bool observed);
/* The item before END that counts for MAPPING.  If there is none, END, which
   counts for it from now on.  */
HIDDEN size_t gomp_construct_find_counter (struct gomp_construct *c, size_t end,
                                           struct gomp_mapping *owner) HOT;
static inline size_t
gomp_construct_counter (struct gomp_construct *c, size_t end,
                        struct gomp_mapping *mapping)
{
  struct gomp_mapping *owner = gomp_mapping_owner (mapping);
  /* Mappings have 64 bytes, and those that are next to one another have
     different bits.  No item counts for an owner whose bit is not set.  */
  uint64_t bit = UINT64_C (1) << ((uintptr_t)owner / sizeof (*owner) % 64);
  bool is_new = (c->owners & bit) == 0;
  c->owners |= bit;
  return likely (is_new && c->seen == NULL)
             ? end
             : gomp_construct_find_counter (c, end, owner);
}

/* update.c: copy the objects of LIST.  */
HIDDEN enum gomp_status gomp_update (struct gomp_device *device,
                                     const struct gomp_clause_list *list) HOT;
/* The same for the clauses from *I on, up to the first one that is not mapped
   as a whole, or that needs more care.  */
HIDDEN enum gomp_status gomp_update_whole (struct gomp_device *device,
                                           const struct gomp_clause_list *list,
                                           size_t *i) HOT;
HIDDEN enum gomp_status
gomp_update_observed (struct gomp_device *device,
                      const struct gomp_clause_list *list) COLD;

/* Undo one attach of ITEM's pointer (ALL: every attach).  False: it was not
   attached.  */
HIDDEN bool gomp_detach (struct gomp_device *device,
                         const struct gomp_item *item, bool all,
                         enum gomp_status *status);
/* Called after that, when the construct has unmapped its mappings.  If ITEM's
   pointer is still mapped but no longer attached, its device copy gets the
   host's value back.  */
HIDDEN enum gomp_status gomp_detach_settle (struct gomp_device *device,
                                            struct gomp_item *item);
/* The clause DETACH of exit data.  */
HIDDEN enum gomp_status gomp_detach_clause (struct gomp_construct *c, size_t i,
                                            const struct gomp_clause *clause);
/* Does clause I detach the pointer to the section that the clause before it
   unmaps?  GCC adds such clauses for pointers that the program does not name,
   and since GCC 14 for references to variables, which are not mapped.  */
static inline bool
gomp_detach_is_implied (const struct gomp_clause_list *list, size_t i)
{
  if (i == 0)
    return false;
  struct gomp_clause before = gomp_clause_get (list, i - 1);
  bool is_data = before.operation == GOMP_CLAUSE_MAP
                 || before.operation == GOMP_CLAUSE_RELEASE
                 || before.operation == GOMP_CLAUSE_DELETE;
  return is_data
         && before.host
                == gomp_load_pointer ((uintptr_t)list->hosts[i])
                       + list->sizes[i];
}

/* Detach all pointers of LIST, before exit data does anything else: an
   attached pointer keeps its target mapped.  ABSENT: the error if a pointer
   that the program names is not mapped; NULL: that is no error.  */
static inline enum gomp_status
gomp_detach_clauses (struct gomp_construct *c,
                     const struct gomp_clause_list *list, const char *absent)
{
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < list->count && status == GOMP_OK; i++)
    {
      struct gomp_clause clause = gomp_clause_get (list, i);
      if (clause.operation != GOMP_CLAUSE_DETACH || clause.host == 0)
        continue;
      status = gomp_detach_clause (c, i, &clause);
      if (absent != NULL && status == GOMP_OK && c->items[i].attached == NULL
          && !gomp_detach_is_implied (list, i))
        status = gomp_error_set (GOMP_ERR_MAP, "%s", absent);
    }
  return status;
}

/* Add clause I of LIST and the construct to the recorded error.  */
HIDDEN enum gomp_status gomp_construct_blame (
    const struct gomp_construct *c, const struct gomp_clause_list *list,
    enum gomp_status status, size_t i, uintptr_t start, uintptr_t end) COLD;
/* Record that clause I names an object at an impossible address.  */
HIDDEN enum gomp_status
gomp_construct_refuse (const struct gomp_construct *c,
                       const struct gomp_clause_list *list, size_t i,
                       const struct gomp_clause *clause) COLD;
/* Check this for clause I.  Nobody may add the address and the size before.  */
static inline enum gomp_status
gomp_construct_check (const struct gomp_construct *c,
                      const struct gomp_clause_list *list, size_t i,
                      const struct gomp_clause *clause)
{
  return likely (gomp_clause_check (clause) == GOMP_OK)
             ? GOMP_OK
             : gomp_construct_refuse (c, list, i, clause);
}
#endif
