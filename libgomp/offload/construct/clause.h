/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The decoded map clauses, and other data clauses, of a construct, as the
   compiler passes them.  The lists belong to the caller of the library.  */

#ifndef GOMP_OFFLOAD_CONSTRUCT_CLAUSE_H
#define GOMP_OFFLOAD_CONSTRUCT_CLAUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "base/sizes.h"
#include "map_clauses.h"

struct gomp_clause
{
  uintptr_t host;    /* host address, or a value */
  size_t size;       /* bytes, bias or number of members */
  uint8_t operation; /* enum gomp_clause_operation */
  uint8_t flags;     /* enum gomp_clause_flags */
  uint8_t align_log; /* log2 of the alignment of new storage */
  uint8_t kind;      /* as the compiler gave it; for messages */
};

/* A row of the table of kinds.  */
struct gomp_clause_kind
{
  uint8_t operation;
  uint8_t flags;
};
HIDDEN extern const struct gomp_clause_kind gomp_clause_kinds[256];
/* The row of an operation with certain flags, if there is one.  */
HIDDEN extern const uint8_t gomp_clause_codes[GOMP_CLAUSE_OPERATIONS][256];

static inline struct gomp_clause
gomp_clause_get (const struct gomp_clause_list *list, size_t i)
{
  unsigned short kind = list->kinds[i];
  const struct gomp_clause_kind *row = &gomp_clause_kinds[kind & 0xff];
  return (struct gomp_clause){ .host = (uintptr_t)list->hosts[i],
                               .size = list->sizes[i],
                               .operation = row->operation,
                               .flags = row->flags,
                               .align_log = (uint8_t)(kind >> 8),
                               .kind = (uint8_t)kind };
}

/* The size of CLAUSE's object.  */
static inline size_t
gomp_clause_storage (const struct gomp_clause *clause)
{
  bool pointer = clause->operation == GOMP_CLAUSE_POINTER
                 || clause->operation == GOMP_CLAUSE_ALWAYS_POINTER
                 || clause->operation == GOMP_CLAUSE_ATTACH;
  return pointer ? sizeof (void *) : clause->size;
}

/* Record the error that CLAUSE names an impossible object; the caller adds the
   hint.  GOMP_OK if the object is possible, or SIZE does not count bytes.  */
#define GOMP_CLAUSE_HINT "check the bounds of the section, and the pointer"
HIDDEN enum gomp_status
gomp_clause_refuse (const struct gomp_clause *clause) COLD;

/* Record an error if CLAUSE names bytes at impossible addresses.  */
static inline enum gomp_status
gomp_clause_check (const struct gomp_clause *clause)
{
  /* At least the bytes of a pointer are tested, so that all operations share
     one test.  */
  return likely (
             gomp_size_fits_at (clause->host, clause->size | sizeof (void *)))
             ? GOMP_OK
             : gomp_clause_refuse (clause);
}

/* The pointer that is stored at HOST.  */
static inline uintptr_t
gomp_load_pointer (uintptr_t host)
{
  uintptr_t value;
  memcpy (&value, (const void *)host, sizeof (value));
  return value;
}

#endif
