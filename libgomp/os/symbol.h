/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The files that the program consists of: their symbols and sections, and the
   call from another file.  Part of the contract of os.h, with its general
   promise.  */

#ifndef GOMP_OS_SYMBOL_H
#define GOMP_OS_SYMBOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/elf.h"

/* The source name of the variable or function at ADDRESS, of this program or a
   library, and its start.  False if not known, as for memory on the stack or
   heap and for stripped files.  Slow: opens the file.  */
HIDDEN bool os_symbol_find (uintptr_t address, char *name, size_t size,
                            uintptr_t *start);
/* The same, functions alone.  */
HIDDEN bool os_symbol_find_function (uintptr_t address, char *name, size_t size,
                                     uintptr_t *start);
/* The end of the variable at ADDRESS; of several, the last.  0: not known.
   Slow: opens the file.  */
HIDDEN uintptr_t os_symbol_variable_end (uintptr_t address);
/* The address of the program's variable with the symbol NAME, also of one that
   is not exported; NULL: not known.  Slow: opens the file.  */
HIDDEN void *os_symbol_of_program (const char *name);

/* Does a file of the program take NAME, a function, from another one?  Slow:
   opens the files.  */
HIDDEN bool os_symbol_is_called (const char *name);

/* A file of the program, mapped for reading.  */
struct os_object
{
  struct gomp_elf elf;
  uintptr_t base;   /* an address in memory, minus that in the file */
  const char *file; /* its path, or that of a link to it in /proc */
};
/* Map the file whose code or data are at ADDRESS.  False: there is none.
   Slow.  */
HIDDEN bool os_object_map (uintptr_t address, struct os_object *object);
HIDDEN void os_object_unmap (const struct os_object *object);
/* Call VISIT with DATA for each file of the program that takes NAME, a
   function, from another one, until VISIT returns true; did it?  The files are
   mapped during the calls.  Slow: opens the files.  */
HIDDEN bool os_symbol_callers (const char *name,
                               bool (*visit) (const struct os_object *object,
                                              void *data),
                               void *data);

/* The position of the program's call of the library: the return address of the
   innermost call from another file; NULL: not known.  */
HIDDEN const void *os_caller (void);

#endif
