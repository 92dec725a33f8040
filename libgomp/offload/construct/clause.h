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

enum gomp_clause_operation
{
  GOMP_CLAUSE_UNKNOWN,
  GOMP_CLAUSE_MAP,
  GOMP_CLAUSE_POINTER,    /* map a pointer and translate it; size: bias */
  GOMP_CLAUSE_DESCRIPTOR, /* map a descriptor; pointers in it follow */
  GOMP_CLAUSE_PRESENT,    /* must be mapped already */
  GOMP_CLAUSE_IF_PRESENT, /* ignored unless mapped already */
  GOMP_CLAUSE_VALUE,      /* pass the host address as it is */
  GOMP_CLAUSE_VALUE_AT,   /* pass what is stored at the host address */
  GOMP_CLAUSE_FIRSTPRIVATE,
  GOMP_CLAUSE_USE_DEVICE,     /* give the program the device address */
  GOMP_CLAUSE_ZERO_LENGTH,    /* translate if mapped, else null */
  GOMP_CLAUSE_STRUCT,         /* SIZE members follow */
  GOMP_CLAUSE_ALWAYS_POINTER, /* a mapped pointer gets the address of the entry
                                 before it */
  GOMP_CLAUSE_ATTACH,
  GOMP_CLAUSE_DETACH,
  GOMP_CLAUSE_RELEASE, /* exit data: one reference */
  GOMP_CLAUSE_DELETE   /* exit data: all references */
};

enum gomp_clause_flags
{
  GOMP_CLAUSE_TO = 1,
  GOMP_CLAUSE_FROM = 2,
  GOMP_CLAUSE_ALWAYS = 4,     /* copy even if it is mapped already */
  GOMP_CLAUSE_OPTIONAL = 8,   /* the pointee need not be mapped */
  GOMP_CLAUSE_IMPLICIT = 16,  /* not written by the programmer */
  GOMP_CLAUSE_NEW = 32,       /* must not be mapped already */
  GOMP_CLAUSE_ZERO = 64,      /* a section without bytes */
  GOMP_CLAUSE_ANY_ORDER = 128 /* members follow in any order */
};

struct gomp_clause
{
  uintptr_t host;    /* host address, or a value */
  size_t size;       /* bytes, bias or number of members */
  uint8_t operation; /* enum gomp_clause_operation */
  uint8_t flags;     /* enum gomp_clause_flags */
  uint8_t align_log; /* log2 of the alignment of new storage */
  uint8_t kind;      /* as the compiler gave it; for messages */
};

struct gomp_clause_list
{
  size_t count;
  void **hosts;
  const size_t *sizes;
  const unsigned short *kinds;
  size_t extra; /* the number of entries at the end without a slot in the
                   argument block: all elements of iterators but the first */
};

/* A row of the table of kinds.  */
struct gomp_clause_kind
{
  uint8_t operation;
  uint8_t flags;
};
HIDDEN extern const struct gomp_clause_kind gomp_clause_kinds[256];

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
   hint.  GOMP_OK if SIZE does not count bytes.  */
#define GOMP_CLAUSE_HINT "check the bounds of the section, and the pointer"
HIDDEN enum gomp_status
gomp_clause_refuse (const struct gomp_clause *clause) COLD;

/* Record an error if CLAUSE names bytes at impossible addresses.  */
static inline enum gomp_status
gomp_clause_check (const struct gomp_clause *clause)
{
  return likely (gomp_size_fits_at (clause->host, gomp_clause_storage (clause)))
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
