/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Address space and shared memory, for the plugins; part of the contract of
   os.h, with its general promise.  */

#ifndef GOMP_OS_MEMORY_H
#define GOMP_OS_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

#define OS_PROT_READ 1u
#define OS_PROT_WRITE 2u
#define OS_PROT_EXEC 4u

/* Anonymous memory that can be mapped by several processes: *FD, closed on
   exec, zeroed, SIZE bytes.  NAME shows in /proc.  */
HIDDEN int os_shared_create (const char *name, uint64_t size, int *fd);
/* Make it larger (or smaller); bytes that are added are zero.  */
HIDDEN int os_shared_resize (int fd, uint64_t size);
/* Map SIZE bytes from OFFSET of FD at WHERE, replacing what is there, or
   anywhere if WHERE is NULL.  Bytes beyond the file's size fault.  */
HIDDEN int os_shared_map (int fd, uint64_t offset, size_t size, unsigned prot,
                          void *where, void **result);
/* The same at WHERE, for contents that do not change.  AddressSanitizer of GCC
   14 forgets what lies between variables if mmap replaces them.  */
HIDDEN int os_shared_replace (int fd, uint64_t offset, size_t size,
                              unsigned prot, void *where);
/* Zeroed private memory, allocated only when it is touched.  */
HIDDEN int os_sparse_map (size_t size, void **result);
/* Reserve [WHERE, WHERE + SIZE): accesses fault, and nothing else is mapped
   there.  EEXIST if something is mapped already.  */
HIDDEN int os_reserve (uint64_t where, uint64_t size);
/* The same anywhere.  */
HIDDEN int os_reserve_any (uint64_t size, void **result);
/* Change which accesses to mapped pages are allowed.  */
HIDDEN int os_protect (void *where, size_t size, unsigned prot);
HIDDEN void os_unmap (void *where, size_t size);
/* Have the pages that mapped, accessible memory [WHERE, WHERE + SIZE) is in, as
   a touch of each would, but much quicker: to be WRITTEN; else those that are
   there already are cheaper.  Linux from 5.14 on can.  */
HIDDEN int os_populate (void *where, size_t size, bool written);
/* Does the system give huge pages to shared memory for which they are wanted,
   and want them for the whole ones within [WHERE, WHERE + SIZE).  The former
   reads files.  */
HIDDEN bool os_shared_is_huge (void);
HIDDEN void os_want_huge (void *where, size_t size);
/* Map the file PATH for reading; released with os_unmap.  */
HIDDEN int os_file_map (const char *path, size_t *size, void **result);
HIDDEN int os_write_file (int fd, const void *data, size_t size);
/* Read exactly SIZE bytes; ENODATA: the file ends before.  */
HIDDEN int os_read_file (int fd, void *data, size_t size);
/* Copy SIZE bytes at FROM, which may be no memory of the process: EFAULT.  */
HIDDEN int os_try_read (uintptr_t from, void *to, size_t size);
/* A new file in TMPDIR with a name that begins with NAME; its path goes to
   PATH (SIZE bytes).  */
HIDDEN int os_temporary_create (const char *name, char *path, size_t size,
                                int *fd);
/* A forked child finds zeros in whole pages of private memory.  */
HIDDEN int os_wipe_on_fork (void *where, size_t size);
/* True if the size of the address space is limited (ulimit -v), or its layout
   is a sanitizer's.  */
HIDDEN bool os_address_space_limited (void);
/* Bytes of memory of the machine.  */
HIDDEN uint64_t os_memory_size (void);
/* Soft limit of a main thread's stack; UINT64_MAX: none.  */
HIDDEN uint64_t os_stack_limit (void);
/* The soft limit of a file's size, which applies to shared memory, too.  */
HIDDEN uint64_t os_file_size_limit (void);

/* One mapping of a process.  */
struct os_mapping
{
  uint64_t start;   /* first byte */
  uint64_t end;     /* one past the last byte */
  unsigned prot;    /* OS_PROT_* */
  const char *name; /* file, "[stack]" and the like, or "" */
};

/* Call VISIT for each mapping of process PID (0: the calling one) in rising
   order until it returns false.  Allocates nothing.  */
HIDDEN int os_each_mapping (int pid,
                            bool (*visit) (const struct os_mapping *mapping,
                                           void *data),
                            void *data);

#endif
