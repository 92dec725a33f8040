/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Attached pointers: pointers in mapped memory whose device copy has a device
   address.  Each mapping has one list, with counts, in order of address.
   Owned by the mapping; guarded by the device's `attaching' mutex.  */

#ifndef GOMP_OFFLOAD_MAP_ATTACH_H
#define GOMP_OFFLOAD_MAP_ATTACH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

struct gomp_attachment
{
  uintptr_t host;    /* address of the pointer */
  uintptr_t value;   /* the device address from the last attach that set it */
  uintptr_t pointee; /* host address of what it points to then */
  uint64_t count; /* number of attaches not undone; 0: the pointer must get the
                     host's value back, unless it STAYS */
  bool stays;     /* when all attaches are undone it keeps the device address,
                     as long as the pointee is mapped; so is it in clang's
                     code */
};

/* The value of a pointer that was not attached yet.  */
#define GOMP_ATTACHMENT_NONE UINTPTR_MAX

struct gomp_attachments
{
  size_t count;                 /* number of attachments */
  size_t capacity;              /* allocated */
  struct gomp_attachment *list; /* ascending by HOST */
};

/* Index of the first attachment at or after HOST.  */
HIDDEN size_t gomp_attachments_find (const struct gomp_attachments *a,
                                     uintptr_t host);
/* Add one attach at HOST; NULL: no memory (recorded).  *LIST may be NULL, and
   is allocated then.  */
HIDDEN struct gomp_attachment *
gomp_attachments_add (struct gomp_attachments **list, uintptr_t host);
/* Is the pointer at HOST attached, or has it stayed so?  */
HIDDEN bool gomp_attachments_have (struct gomp_attachments *list,
                                   uintptr_t host);
/* Subtract one attach (ALL: all of them).  False if there is none at HOST.  */
HIDDEN bool gomp_attachments_release (struct gomp_attachments *list,
                                      uintptr_t host, bool all);
/* True, once, if all attaches at HOST were undone: the caller then gives the
   pointer the host's value back.  But not while it stays attached to what
   IS_MAPPED (pointee, ARG).  */
HIDDEN bool
gomp_attachments_settle (struct gomp_attachments *list, uintptr_t host,
                         bool (*is_mapped) (uintptr_t pointee, void *arg),
                         void *arg);
HIDDEN void gomp_attachments_free (struct gomp_attachments *list);

#endif
