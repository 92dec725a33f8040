/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The input objects of mkoffload: their contents, and copies of their device
   code that the host's lto1 reads.  */

#ifndef MKOFFLOAD_X86EMUL_OBJECT_H
#define MKOFFLOAD_X86EMUL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What an object offers the device.  */
enum object_kind
{
  OBJECT_NO_OFFLOAD,  /* no offloaded code at all */
  OBJECT_NO_DEVICE,   /* offloaded code, but no stream for x86emul */
  OBJECT_OTHER_GCC,   /* a stream written by another version of GCC */
  OBJECT_OTHER_CLASS, /* an object of another machine or word size */
  OBJECT_DEVICE       /* a stream for x86emul */
};

struct object
{
  const char *name;      /* as given */
  enum object_kind kind; /* see above */
  bool host_lto;         /* has host LTO code: lto1 writes its host tables */
  bool debug;            /* has the debug information that its code refers to */
  bool any_debug;        /* has some section of it */
  bool split_debug;      /* has it in another file, -gsplit-dwarf */
  bool checked;          /* its code calls the mapping checker */
  unsigned major, minor; /* version of the stream, if there is one */
  unsigned requires_mask; /* of its "requires" directives, 0: none known */
  size_t functions;       /* entries in its host table of functions */
  size_t variables;       /* entries in its host table of variables */
};

/* Read the object NAME ("file" or "archive@0xoffset"), describe it in OBJECT,
   and if it has device code write that to COPY, as .gnu.lto_* sections.  */
void object_read (struct object *object, const char *name, const char *copy);

/* Write to COPY the part of the debug information that GCC leaves in the host's
   object; the compiled device code refers to it.  */
bool object_copy_debug (const struct object *object, const char *copy);

#endif
