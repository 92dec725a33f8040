/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A file that is written piece by piece, and names of programs and variables;
   part of the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_FILE_H
#define GOMP_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* An empty file NAME, closed by exec; EBUSY: another process has made it so and
   writes it; ENXIO: a FIFO that nobody reads.  */
HIDDEN int os_file_create (const char *name, int *fd);
/* Write at OFFSET; what cannot be positioned (a pipe) goes on where it is.
   Nothing that goes wrong raises a signal.  */
HIDDEN int os_file_write (int fd, const char *text, size_t size,
                          uint64_t offset);
/* Cut it off at SIZE, where that is possible.  */
HIDDEN void os_file_truncate (int fd, uint64_t size);
/* False for a pipe and the like.  */
HIDDEN bool os_file_has_places (int fd);
/* What an error of os_file_create or os_file_write means.  */
HIDDEN const char *os_file_error (int error, char *text, size_t size);

/* Last part of the name that the program was started by.  */
HIDDEN const char *os_program_name (void);

/* Name of the variable or function, of this program or a library, that has
   ADDRESS, as a programmer reads it, and where it begins; false: not known, as
   for all that is on the stack, on the heap or stripped.  Opens the file:
   slow.  */
HIDDEN bool os_symbol_find (uintptr_t address, char *name, size_t size,
                            uintptr_t *start);
/* The same, functions alone.  */
HIDDEN bool os_function_find (uintptr_t address, char *name, size_t size,
                              uintptr_t *start);
/* Where the call that returns to ADDRESS is in the source, and what it names,
   as mkoffload/gcc-plugin/location.cc has it: "FILE:LINE<tab>NAME NAME...", cut
   off at SIZE; false: not known.  Slow.  */
HIDDEN bool os_place_find (uintptr_t address, char *place, size_t size);
/* Where the program has called the library: the address that the innermost call
   from another file returns to; NULL: not known.  */
HIDDEN const void *os_caller (void);

#endif
