/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The file of a trace: a JSON object with an array of objects, written in
   pieces.

   Each piece ends with the array's end, which the next piece overwrites.  So
   the file is valid at whatever time the program ends.  Temporary objects are
   overwritten in the same way.  The trace's mutex guards everything.  */

#ifndef GOMP_TOOL_TRACE_FILE_H
#define GOMP_TOOL_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "os/held.h"

struct gomp_strbuf;

/* Whose file it is; constant.  */
struct gomp_trace_owner
{
  const char *variable;   /* of the environment, that names the file */
  void (*gave_up) (void); /* the file cannot be written */
};

struct gomp_trace_file
{
  const struct gomp_trace_owner *owner; /* once it was opened */
  bool open;                            /* FD is */
  bool given_up;                        /* nothing is written any more */
  bool is_seekable;                     /* the file is no pipe */
  bool started;                         /* the array has objects */
  struct os_held fd;
  uint64_t offset;        /* file offset of the next piece */
  size_t behind;          /* number of bytes behind it that it overwrites */
  size_t used;            /* number of bytes in BUFFER */
  size_t unfinished_used; /* number of bytes in UNFINISHED */
  char name[1024];
  char buffer[65536];
  char unfinished[65536]; /* temporary objects */
};

/* Create it for OWNER, under the user's name GIVEN for process PID; if that
   fails, warn and give up.  */
HIDDEN void gomp_trace_file_open (struct gomp_trace_file *f,
                                  const struct gomp_trace_owner *owner,
                                  const char *given, int pid);
/* Does the user's name GIVEN contain the number of the process?  */
HIDDEN bool gomp_trace_file_names_process (const char *given);
HIDDEN void gomp_trace_file_close (struct gomp_trace_file *f);
/* Add the object in LINE.  FOR_NOW: it is temporary, until the next piece is
   written; added only after a permanent object.  */
HIDDEN void gomp_trace_file_put (struct gomp_trace_file *f,
                                 const struct gomp_strbuf *line, bool for_now);
/* Write the permanent objects that were added.  LAST, for an open file: write
   the array's end even if there are none.  */
HIDDEN void gomp_trace_file_flush (struct gomp_trace_file *f, bool last);
/* Called next, for any file: write the temporary objects.  */
HIDDEN void gomp_trace_file_flush_unfinished (struct gomp_trace_file *f);

#endif
