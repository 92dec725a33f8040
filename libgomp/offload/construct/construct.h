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
  GOMP_ITEM_BACK = 4,        /* copy back when the mapping goes */
  GOMP_ITEM_ALWAYS_BACK = 8, /* copy back at the end */
  GOMP_ITEM_ATTACHED = 16,   /* its pointer is detached at the end */
  GOMP_ITEM_DIED = 32,       /* its last reference was given up here */
  GOMP_ITEM_LATER = 64,      /* its pointer waits for another construct */
  GOMP_ITEM_IMPLICIT = 128,  /* no clause names it: it may be constant */
  GOMP_ITEM_ALL = 256,       /* exit data: gives up every reference */
  GOMP_ITEM_APART = 512,     /* no part of the structure it is passed with */
  GOMP_ITEM_OWN = 1024,      /* a pointer, or a descriptor, of which the region
                                has its own copy, without a mapping */
  GOMP_ITEM_LINKED = 2048,   /* DIED, and was of a link variable */
  GOMP_ITEM_REFERRED = 4096, /* a pointer that is attached, to which there are
                                references in what is mapped */
  GOMP_ITEM_SPAN = 8192      /* the members of a structure of which the
                                construct maps the first one */
};

/* What one clause did.  */
struct gomp_item
{
  struct gomp_mapping *mapping;  /* held by this item or COUNTER; or NULL */
  struct gomp_mapping *attached; /* held: the mapping that contains the pointer
                                    which the clause attaches or detaches; or
                                    NULL */
  uintptr_t host;                /* what the clause names */
  size_t length;                 /* bytes from there */
  size_t offset;                 /* new storage: where in the block */
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
  bool runs_next;           /* the thread runs the region as soon as its data
                               are mapped, and waits for it */
  bool is_deferred;         /* its new mappings are filled, for others, when
                               the region has ended */
  bool is_taken_back; /* what gomp_construct_take_back listed was copied */
  unsigned unshared;  /* mappings that it made for itself */
  size_t count;       /* items: one a clause */
  struct gomp_item *items;
  uint32_t *seen;     /* many items: hash of owner -> item + 1, else NULL */
  unsigned seen_bits; /* log2 of its slots */
  struct gomp_item inline_items[GOMP_CONSTRUCT_INLINE];
};

/* Room for COUNT items.  */
HIDDEN enum gomp_status gomp_construct_init (struct gomp_construct *c,
                                             struct gomp_device *device,
                                             const char *directive,
                                             const void *fn, size_t count) HOT;
HIDDEN void gomp_construct_fini (struct gomp_construct *c);
/* For messages: its directive, and what its region is called.  Both are slow:
   which construct a compute region is of is looked up only here.  */
HIDDEN const char *
gomp_construct_directive (const struct gomp_construct *c) COLD;
HIDDEN const char *gomp_construct_region (const struct gomp_construct *c) COLD;

/* Map clauses FIRST to LAST - 1 of LIST as one unit.  WITH_ARGUMENTS: the
   block begins with an argument block, a word a clause.  */
HIDDEN enum gomp_status
gomp_construct_begin (struct gomp_construct *c,
                      const struct gomp_clause_list *list, size_t first,
                      size_t last, bool with_arguments) HOT;
HIDDEN enum gomp_status gomp_construct_begin_observed (
    struct gomp_construct *c, const struct gomp_clause_list *list, size_t first,
    size_t last, bool with_arguments) COLD;
/* The same in three steps, of which the last two may wait for the turn of the
   construct (OpenACC's async), possibly in another thread.  S belongs to the
   caller, and refers to C and LIST.  First: the mappings are there, and have
   storage.  */
struct gomp_setup;
HIDDEN enum gomp_status
gomp_construct_allocate (struct gomp_setup *s, struct gomp_construct *c,
                         const struct gomp_clause_list *list, size_t first,
                         size_t last, bool with_arguments, bool observed);
/* Do new mappings get data of the host?  Then the second step waits for what
   changes these data.  */
HIDDEN bool gomp_construct_copies_in (const struct gomp_setup *s);
/* The new mappings get their contents.  */
HIDDEN enum gomp_status gomp_construct_fill (struct gomp_setup *s,
                                             bool observed);
/* The mappings of others have theirs.  */
HIDDEN enum gomp_status gomp_construct_renew (struct gomp_setup *s,
                                              bool observed);
/* Undo it: copy back, release the references, free.  */
HIDDEN enum gomp_status gomp_construct_end (struct gomp_construct *c) HOT;
HIDDEN enum gomp_status
gomp_construct_end_observed (struct gomp_construct *c) COLD;
/* The same in two steps: the references are released, and what nobody refers to
   any more leaves the map, but not yet the device.  Before the second step, the
   region runs.  */
HIDDEN void gomp_construct_release (struct gomp_construct *c);
HIDDEN enum gomp_status gomp_construct_end_released (struct gomp_construct *c,
                                                     bool observed);
struct gomp_construct_pieces
{
  struct gomp_device_piece piece[GOMP_DOWNLOAD_PIECES];
  size_t count;
};

/* The deferred C copies data of its block back as soon as its region has run,
   and no longer in gomp_construct_end.  False if that function does it: there
   is no such data, or it is not contiguous.  */
HIDDEN bool gomp_construct_take_back (struct gomp_construct *c,
                                      struct gomp_construct_pieces *p) HOT;
/* Other constructs may use the new mappings of clauses FIRST to LAST - 1.  */
HIDDEN void gomp_construct_publish (struct gomp_construct *c, size_t first,
                                    size_t last) HOT;
/* Keep the references (enter data), release the rest.  */
HIDDEN void gomp_construct_leave (struct gomp_construct *c) HOT;

/* The end of exit data, whose items released their references: copy back and
   remove the mappings that died, release the holds.  */
HIDDEN enum gomp_status gomp_construct_finish (struct gomp_construct *c) HOT;
HIDDEN enum gomp_status
gomp_construct_finish_observed (struct gomp_construct *c) COLD;
/* The same in two steps, as above.  */
HIDDEN void gomp_construct_retire (struct gomp_construct *c);
HIDDEN enum gomp_status gomp_construct_finish_retired (struct gomp_construct *c,
                                                       bool observed);
/* The item, before END, that already counts for MAPPING; or END, which is then
   recorded to count for it.  */
HIDDEN size_t gomp_construct_counter (struct gomp_construct *c, size_t end,
                                      struct gomp_mapping *mapping) HOT;

/* Copy between a mapping's device copy and the host, leaving out pointers that
   are attached.  [HOST, HOST + SIZE) lies inside the mapping; FROM: the bytes
   for it.  */
HIDDEN enum gomp_status gomp_mapping_write (struct gomp_device *device,
                                            struct gomp_mapping *mapping,
                                            uintptr_t host, const void *from,
                                            size_t size) HOT;
/* Done when F is flushed; the mapping stays until then.  */
HIDDEN enum gomp_status gomp_mapping_read (struct gomp_download *f,
                                           struct gomp_mapping *mapping,
                                           uintptr_t host, size_t size) HOT;
/* Told, and done at once.  */
HIDDEN enum gomp_status
gomp_mapping_write_observed (struct gomp_device *device,
                             struct gomp_mapping *mapping, uintptr_t host,
                             const void *from, size_t size) COLD;
HIDDEN enum gomp_status
gomp_mapping_read_observed (struct gomp_device *device,
                            struct gomp_mapping *mapping, uintptr_t host,
                            size_t size) COLD;

/* update.c: copy what LIST names.  */
HIDDEN enum gomp_status gomp_update (struct gomp_device *device,
                                     const struct gomp_clause_list *list) HOT;
/* The same for the clauses from *I on, up to the first whose data are not
   mapped as a whole, or that needs more care.  */
HIDDEN enum gomp_status gomp_update_whole (struct gomp_device *device,
                                           const struct gomp_clause_list *list,
                                           size_t *i) HOT;
HIDDEN enum gomp_status
gomp_update_observed (struct gomp_device *device,
                      const struct gomp_clause_list *list) COLD;

/* Undo one (ALL: every) attach of the pointer of ITEM; false if there is
   none. */
HIDDEN bool gomp_detach (struct gomp_device *device,
                         const struct gomp_item *item, bool all,
                         enum gomp_status *status);
/* After that, and after the construct has unmapped its mappings: if the device
   copy of ITEM's pointer stays, and the pointer is no longer attached, the copy
   gets the host's value back.  */
HIDDEN enum gomp_status gomp_detach_settle (struct gomp_device *device,
                                            struct gomp_item *item);
/* The clause DETACH of exit data.  */
HIDDEN enum gomp_status gomp_detach_clause (struct gomp_construct *c, size_t i,
                                            const struct gomp_clause *clause);
/* Does clause I detach the pointer of the section that the clause before
   unmaps?  GCC passes this for pointers that the program does not name, and
   from 14 on for references to variables, which nothing maps.  */
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

/* All of LIST, before anything else of exit data, so that no pointer keeps what
   it points to.  ABSENT: the error if a pointer that the program names is not
   mapped, NULL: it is none.  */
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

/* Add the clause and the construct to the recorded error.  */
HIDDEN enum gomp_status gomp_construct_blame (const struct gomp_construct *c,
                                              enum gomp_status status, size_t i,
                                              uintptr_t start,
                                              uintptr_t end) COLD;
/* The error that clause I names an impossible object.  */
HIDDEN enum gomp_status
gomp_construct_refuse (const struct gomp_construct *c, size_t i,
                       const struct gomp_clause *clause) COLD;
/* That error if it applies: the address and the size are not added before this
   check.  */
static inline enum gomp_status
gomp_construct_check (const struct gomp_construct *c, size_t i,
                      const struct gomp_clause *clause)
{
  return likely (gomp_clause_check (clause) == GOMP_OK)
             ? GOMP_OK
             : gomp_construct_refuse (c, i, clause);
}
#endif
