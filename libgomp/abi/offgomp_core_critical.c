/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locks of clang's critical constructs: gcc's code has the same lock for
   the same name.  Each compiler makes a symbol of the name, gcc PREFIX + name,
   clang the same + SUFFIX.  Owns nothing; any thread.  */

#include "abi/offgomp_core_critical.h"

#include <dlfcn.h>
#include <string.h>

#include "base/uncancelled.h"
#include "os/symbol.h"
#include "team/critical.h"

#define PREFIX ".gomp_critical_user_"
#define SUFFIX ".var"

/* gcc's lock at ADDRESS is referred to for ever.  */
static void
pin (const void *address)
{
  Dl_info info;
  if (dladdr (address, &info) != 0 && info.dli_fname != NULL)
    dlopen (info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

/* The lock with the symbol NAME: of a library, or of the program.  NULL: there
   is none.  */
static void *
find_lock (const char *name)
{
  void *lock = dlsym (RTLD_DEFAULT, name);
  if (lock == NULL)
    return os_symbol_of_program (name);
  pin (lock);
  return lock;
}

void *
gomp_core_critical_lock (void *own)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char name[256];
  uintptr_t start;
  if (!os_symbol_find ((uintptr_t)own, name, sizeof (name), &start)
      || start != (uintptr_t)own)
    return own;
  size_t length = strlen (name);
  size_t most = length - (sizeof (SUFFIX) - 1);
  if (length < sizeof (PREFIX SUFFIX) - 1
      || memcmp (name, PREFIX, sizeof (PREFIX) - 1) != 0
      || strcmp (name + most, SUFFIX) != 0)
    return own;
  name[most] = '\0';
  if (most == sizeof (PREFIX) - 1)
    return &gomp_critical.unnamed;
  void *theirs = find_lock (name);
  return theirs != NULL ? theirs : own;
}
