/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The program's call of the package, if it came by another library of the
   package.  Part of the contract of os.h, with its general promise.  */

#ifndef GOMP_OS_ENTRY_H
#define GOMP_OS_ENTRY_H

#include <stdbool.h>

#include "base/compiler.h"

struct os_entry
{
  const void *at; /* return address of the call; NULL: there is none, since it
                     was the last thing that a function did */
  void *frame;    /* frame pointer of the function that was called, if it had
                     one */
};

/* The file with ADDRESS, which stays loaded, is a part of the package.  Called
   while a library is loaded, so by one thread at a time.  */
HIDDEN void os_entry_add (const void *address);
/* Is ADDRESS in such a file?  Async-signal safe.  */
HIDDEN bool os_entry_has (const void *address);
/* The innermost call on the calling thread's stack of a part of the package, as
   far as known, from outside.  False: not known.  Async-signal safe.  */
HIDDEN bool os_entry_find (struct os_entry *entry);

#endif
