/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A file that is written piece by piece, and the name of the program; part of
   the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_FILE_H
#define GOMP_OS_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* Create the empty file NAME, closed on exec.  EBUSY: another process created
   it in this way and still writes it; ENXIO: a FIFO without a reader.  */
HIDDEN int os_file_create (const char *name, int *fd);
/* Write at OFFSET; a pipe or the like, which has no positions, just goes on.
   Errors raise no signal.  */
HIDDEN int os_file_write (int fd, const char *text, size_t size,
                          uint64_t offset);
/* Truncate the file to SIZE, if that is possible.  */
HIDDEN void os_file_truncate (int fd, uint64_t size);
/* False for a pipe and the like.  */
HIDDEN bool os_file_is_seekable (int fd);
/* The text for an error of os_file_create or os_file_write.  */
HIDDEN const char *os_file_error (int error, char *text, size_t size);

/* The last part of the name by which the program was started.  */
HIDDEN const char *os_program_name (void);

#endif
