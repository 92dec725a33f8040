/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Diagnostics: the only printer of the library, and the error record.

   The function that first decides that something is an error records the
   message with gomp_error_set (what failed, operands, the cause as the system
   gives it) and returns its status; callers pass the status on and may add
   context; only abi/ decides to fall back, to return or to end the program.
   The record is per thread; nothing here takes a lock.  */

#ifndef GOMP_BASE_DIAG_H
#define GOMP_BASE_DIAG_H

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/compiler.h"

/* What internal functions return: 0 or a negative reason.  */
enum gomp_status
{
  GOMP_OK = 0,
  GOMP_OBSERVE = 1, /* nothing was done because there is a listener: the caller
                       uses the observed instance (offload/) */
  GOMP_ELSEWHERE = 2,    /* the device is lost, and the region was not run: it
                            runs elsewhere */
  GOMP_ERR_NOMEM = -1,   /* memory, host or device, is exhausted */
  GOMP_ERR_INVALID = -2, /* bad argument, value or encoding */
  GOMP_ERR_SYSTEM = -3,  /* a system call or libc function failed */
  GOMP_ERR_NODEV = -4,   /* no such device, or it cannot be used */
  GOMP_ERR_IMAGE = -5,   /* a device image is missing or unusable */
  GOMP_ERR_MAP = -6,     /* a mapping rule is violated */
  GOMP_ERR_DEVICE = -7   /* the device failed while working */
};

/* Record MESSAGE for this thread, replacing an older one; returns STATUS.  */
HIDDEN enum gomp_status gomp_error_set (enum gomp_status status,
                                        const char *fmt, ...)
    PRINTF_LIKE (2, 3) COLD;
/* Append ": <strerror (ERRNUM)>" to a newly recorded message.  */
HIDDEN enum gomp_status gomp_error_errno (enum gomp_status status, int errnum,
                                          const char *fmt, ...)
    PRINTF_LIKE (3, 4) COLD;
/* Append a line "  while <context>" / "  hint: <hint>" to the record.  */
HIDDEN void gomp_error_context (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
HIDDEN void gomp_error_hint (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
/* Append a line "  <fact>" to the record.  */
HIDDEN void gomp_error_note (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
/* The recorded text, "" if none; valid until the next call of this thread.  */
HIDDEN const char *gomp_error_text (void);
HIDDEN void gomp_error_clear (void);
/* From now on what a plugin reports on this thread is recorded, after what it
   reported before.  */
HIDDEN void gomp_error_collect (void) COLD;
/* That has an end.  Returns whether anything was reported.  */
HIDDEN bool gomp_error_collected (void) COLD;
/* A plugin reports this: print it, or record it.  */
HIDDEN void gomp_error_report (const char *fmt, va_list ap) COLD;
/* Free the calling thread's record (thread exit).  */
HIDDEN void gomp_error_fini (void);

/* Print "\nlibgomp: TEXT\n" on stderr, in one write.  */
HIDDEN void gomp_error (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
HIDDEN void gomp_verror (const char *fmt, va_list ap) COLD;
/* The same with "warning: " before the text.  */
HIDDEN void gomp_warning (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
/* The same as gomp_error, then exit (1): only for abi/ and for the calls of
   plugins; no lock may be held.  */
HIDDEN _Noreturn void gomp_fatal (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
HIDDEN _Noreturn void gomp_vfatal (const char *fmt, va_list ap) COLD;
/* What a module does on each thread that calls gomp_fatal; static memory.  A
   plugin's hook may end the program while its callers hold mutexes, which they
   will not release.  Only the first thread calls exit: exit handlers run once,
   and may wait for a thread that has failed as well.  */
struct gomp_at_fatal
{
  void (*give_back) (void); /* called before the message: release locks; or
                               NULL */
  void (*let_go) (void);    /* called after the message: threads that wait for
                               what will not come call gomp_fatal_leave; or
                               NULL */
  void (*leave) (void);     /* end the thread, since another one calls exit; or
                               NULL */
  struct gomp_at_fatal *next;
};
/* From now on do AT as well; ignored if it was added before.  One thread at a
   time.  */
HIDDEN void gomp_at_fatal (struct gomp_at_fatal *at) COLD;
/* Does the calling thread end the program?  *THREAD records the first thread
   that asks.  The same thread may ask again: an exit handler may fail, too.  */
HIDDEN bool gomp_fatal_is_own (atomic_ulong *thread) COLD;
/* End the program if the thread that is to do so cannot: the C library lets one
   thread in exit, and that is another one, perhaps this one.  */
HIDDEN void gomp_fatal_free (void) COLD;
/* The calling thread was let go.  What it waited for has not come, if another
   thread has failed: then the calling thread ends like one that fails, too.  */
HIDDEN void gomp_fatal_leave (void) COLD;
/* Has a thread called gomp_fatal?  If so, the program is ending, and other
   threads may be in the middle of an operation.  */
HIDDEN bool gomp_fatal_begun (void) COLD;
/* Has its message been printed, too?  Other threads that go on may end the
   program sooner.  */
HIDDEN bool gomp_fatal_told (void) COLD;
/* Has another thread called it?  If so, end the program with its status: for
   sync/wait.c, as the library is unloaded or the program ends.  */
HIDDEN bool gomp_fatal_is_others (void) COLD;
HIDDEN void gomp_fatal_follow (void) COLD;
/* In a forked child, where only the forking thread may have failed.  */
HIDDEN void gomp_fatal_forked (void) COLD;
/* gomp_fatal with the recorded text.  */
HIDDEN _Noreturn void gomp_fatal_recorded (void) COLD;
/* Print TEXT unchanged to stderr, if the debug level (GOMP_DEBUG) is > 0.  */
HIDDEN void gomp_debug (const char *fmt, ...) PRINTF_LIKE (1, 2) COLD;
HIDDEN void gomp_vdebug (const char *fmt, va_list ap) COLD;
/* Print TEXT unchanged to stderr (OMP_DISPLAY_ENV and the like).  */
HIDDEN void gomp_print (const char *text) COLD;
HIDDEN extern int gomp_debug_level;

#endif
