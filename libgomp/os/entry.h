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
   far as known, from outside.  OUTER is the frame pointer of the package's
   function that called what lies outside, or NULL if this is not known: a call
   that is not found within it was the last thing that a function did.  False:
   not known.  Async-signal safe.  */
HIDDEN bool os_entry_find (const void *outer, struct os_entry *entry);

#endif
