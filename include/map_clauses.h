/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Map clauses, and other data clauses, of a construct, as libgomp's constructs
   take them: what gcc's and clang's code passes is decoded to these.  */

#ifndef INCLUDE_MAP_CLAUSES_H
#define INCLUDE_MAP_CLAUSES_H

#include <stddef.h>

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
  GOMP_CLAUSE_DELETE,  /* exit data: all references */
  GOMP_CLAUSE_MEMBER,  /* a part of what an earlier clause maps, copied if that
                          clause makes the mapping */
  GOMP_CLAUSE_CAPTURE, /* a pointer in the object of a firstprivate clause: the
                          copy points to the device; size: bias */
  GOMP_CLAUSE_OPERATIONS
};

enum gomp_clause_flags
{
  GOMP_CLAUSE_TO = 1,
  GOMP_CLAUSE_FROM = 2,
  GOMP_CLAUSE_ALWAYS = 4,      /* copy even if it is mapped already; of a
                                  pointer: attach it even if it is attached to
                                  other data */
  GOMP_CLAUSE_OPTIONAL = 8,    /* the pointee need not be mapped; of a section
                                  without bytes: it keeps the host's address; of
                                  a pointer: it need not be attached */
  GOMP_CLAUSE_IMPLICIT = 16,   /* not written by the programmer */
  GOMP_CLAUSE_NEW = 32,        /* must not be mapped already; of a pointer: it
                                  or the pointee was not, else it is left as it
                                  is */
  GOMP_CLAUSE_ZERO = 64,       /* a section without bytes */
  GOMP_CLAUSE_ANY_ORDER = 128, /* members follow in any order */
  GOMP_CLAUSE_LASTING = 128    /* of an object of enter data: the reference is
                                  not released by any exit data directive but
                                  one with this flag (ompx_hold).  The same bit:
                                  flags fit in a byte, and no STRUCT lasts */
};

/* In a kind: it is no clause of the program, but a word that the caller of the
   library has added; for messages.  The alignment has the bits below it.  */
#define GOMP_CLAUSE_INTERNAL 0x8000
#define GOMP_CLAUSE_ALIGN_LOG 0x3f

struct gomp_clause_list
{
  size_t count;
  void **hosts;
  const size_t *sizes;
  const unsigned short *kinds; /* the low byte: a row of the table in
                                  offload/construct/kinds.def; above it the log2
                                  of the alignment */
  size_t extra; /* the number of entries at the end without a slot in the
                   argument block: all elements of iterators but the first */
};

#endif
