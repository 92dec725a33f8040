/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Frames, by GCC's unwinder; see frame.h.  Owns nothing; any thread.  The
   program need not have the unwinder's library.  */

#include "os/frame.h"

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

#include "base/uncancelled.h"
#include "os/process.h"

typedef _Unwind_Reason_Code backtrace_function (_Unwind_Trace_Fn, void *);
typedef _Unwind_Word base_function (struct _Unwind_Context *);
typedef _Unwind_Ptr code_function (struct _Unwind_Context *, int *);

struct unwinder
{
  backtrace_function *backtrace;
  base_function *base;
  code_function *code;
};

/* The function NAME of LIBRARY, which may be NULL, at *FUNCTION.  */
static bool
find_function (void *library, const char *name, void *function)
{
  void *found = library == NULL ? NULL : dlsym (library, name);
  memcpy (function, &found, sizeof (found));
  return found != NULL;
}

/* The library stays loaded.  */
static bool
load_unwinder (struct unwinder *u)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  if (os_process_is_static ())
    return false;
  void *library = dlopen ("libgcc_s.so.1", RTLD_LAZY);
  return find_function (library, "_Unwind_Backtrace", &u->backtrace)
         && find_function (library, "_Unwind_GetCFA", &u->base)
         && find_function (library, "_Unwind_GetIPInfo", &u->code);
}

struct search
{
  const struct unwinder *unwinder;
  uintptr_t address;
  uintptr_t low;         /* the end of the frame before this one, where this
                            one begins; 0: this is the first */
  struct os_frame frame; /* its code is known, but not its base yet */
  bool found;
};

/* For a frame the unwinder has the base of the one before it.  */
static _Unwind_Reason_Code
visit (struct _Unwind_Context *context, void *data)
{
  struct search *search = data;
  const struct unwinder *u = search->unwinder;
  int is_before = 0;
  uintptr_t base = (uintptr_t)u->base (context);
  search->found = search->low != 0 && search->low <= search->address
                  && search->address < base;
  if (search->found)
    search->frame.base = base;
  if (search->found || search->address < base)
    return _URC_END_OF_STACK;
  search->low = base;
  search->frame.code = (uintptr_t)u->code (context, &is_before);
  search->frame.code -= is_before == 0;
  return _URC_NO_REASON;
}

bool
os_frame_find (uintptr_t address, struct os_frame *frame)
{
  struct unwinder u;
  struct search search = { .unwinder = &u, .address = address };
  if (address < (uintptr_t)__builtin_frame_address (0) || !load_unwinder (&u))
    return false;
  u.backtrace (visit, &search);
  *frame = search.frame;
  return search.found;
}
