/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What mkoffload determines about the image that it has compiled.  */

#ifndef MKOFFLOAD_X86EMUL_IMAGE_H
#define MKOFFLOAD_X86EMUL_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "assembly.h"
#include "list.h"

struct image
{
  struct list functions; /* names of the table's functions, in its order */
  struct list sources;   /* "file:line" of each, "" where not known */
  struct list gangs;     /* for how many OpenACC gangs each is compiled, "" for
                            any number */
  struct list variables; /* names of the table's variables */
  struct list unknown;   /* symbols that the object does not define */
  const char *compiler;  /* "gcc 12.2.0" or the like */
  enum interface interface;  /* of libgomp, for its code */
  unsigned requires_mask;    /* INTERFACE_13: of "requires" directives */
  uint64_t checksum;         /* FNV-1a (64 bit) of the shared object */
  uint64_t checked_checksum; /* the same for the checked image, if there is
                                one */
};

/* Read the names from OBJECT, the compiled code before the link.  */
void image_read_object (struct image *image, const char *object);

/* FNV-1a (64 bit) of the linked shared object PATH.  */
uint64_t image_checksum (const char *path);

#endif
