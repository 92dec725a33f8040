/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The debug information of a file of the program; see debug_file.c.  */

#ifndef GOMP_TOOL_DEBUG_FILE_H
#define GOMP_TOOL_DEBUG_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/compiler.h"
#include "os/symbol.h"

/* The file that has the debug information: a separate one, mapped, or the
   object itself, which has to stay mapped.  */
struct gomp_debug_file
{
  struct gomp_elf elf;
  bool is_separate;
};
/* Find the file that has the section NEEDED of OBJECT.  False: there is none.
   Slow.  */
HIDDEN bool gomp_debug_file_open (const struct os_object *object,
                                  const char *needed,
                                  struct gomp_debug_file *file);
HIDDEN void gomp_debug_file_close (const struct gomp_debug_file *file);

/* The contents of a section: bytes of the file, or expanded ones in memory of
   their own.  */
struct gomp_debug_section
{
  const unsigned char *start;
  size_t size;
  bool is_expanded;
};
/* False: FILE has no section NAME, or nothing to expand it with.  */
HIDDEN bool gomp_debug_section_open (const struct gomp_debug_file *file,
                                     const char *name,
                                     struct gomp_debug_section *section);
HIDDEN void gomp_debug_section_close (const struct gomp_debug_section *section);

#endif
