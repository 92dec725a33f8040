/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Diagnostics: error record and printing; see diag.h.

   Owns the per-thread error record and gomp_debug_level.  Any thread may call
   everything here; each print is one write so that lines of several threads
   do not mix.  */

#include "base/diag.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/invariant.h"
#include "base/uncancelled.h"

#define ERROR_TEXT_MAX 4096

/* One thread's recorded error; allocated at its first error.  */
struct error_record
{
  bool collects;             /* see gomp_error_collect */
  size_t length;             /* bytes of text, without the NUL */
  char text[ERROR_TEXT_MAX]; /* truncated where it does not fit */
};

static _Thread_local struct error_record *error_record;

static TLS_ACCESS struct error_record **
find_record (void)
{
  return &error_record;
}

/* Used if no record can be allocated.  */
static const char no_record[] = "out of memory";

int gomp_debug_level;

/* The thread that ends the program; 0: none does.  Set by gomp_vfatal, read as
   the program ends, by gomp_fatal_begun.  */
static atomic_ulong fatal_thread;
/* Its message has been printed.  Set by gomp_vfatal, read by
   gomp_fatal_told.  */
static atomic_bool fatal_told;
/* A thread of gomp_fatal_is_own is to end the program, and has begun with the
   exit handlers.  Set by them, read by gomp_fatal_free.  */
static atomic_bool is_ending, has_begun;
/* The first, the last that was added; see gomp_at_fatal.  */
static _Atomic (struct gomp_at_fatal *) at_fatal;

static struct error_record *
record (void)
{
  struct error_record **found = find_record ();
  if (*found == NULL)
    *found = calloc (1, sizeof (**found));
  return *found;
}

static void
append (const char *fmt, va_list ap)
{
  struct error_record *r = record ();
  if (r == NULL)
    return;
  size_t room = sizeof (r->text) - r->length;
  int n = vsnprintf (r->text + r->length, room, fmt, ap);
  if (n > 0)
    r->length += (size_t)n < room ? (size_t)n : room - 1;
}

static void PRINTF_LIKE (1, 2) append_text (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
}

enum gomp_status
gomp_error_set (enum gomp_status status, const char *fmt, ...)
{
  gomp_error_clear ();
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
  return status;
}

enum gomp_status
gomp_error_errno (enum gomp_status status, int errnum, const char *fmt, ...)
{
  gomp_error_clear ();
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
  char buf[128];
  append_text (": %s", strerror_r (errnum, buf, sizeof (buf)));
  return status;
}

void
gomp_error_context (const char *fmt, ...)
{
  append_text ("\n  while ");
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
}

void
gomp_error_hint (const char *fmt, ...)
{
  append_text ("\n  hint: ");
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
}

void
gomp_error_note (const char *fmt, ...)
{
  append_text ("\n  ");
  va_list ap;
  va_start (ap, fmt);
  append (fmt, ap);
  va_end (ap);
}

const char *
gomp_error_text (void)
{
  struct error_record *r = record ();
  return r == NULL ? no_record : r->text;
}

void
gomp_error_clear (void)
{
  struct error_record *r = *find_record ();
  if (r != NULL)
    {
      r->length = 0;
      r->text[0] = '\0';
    }
}

void
gomp_error_fini (void)
{
  struct error_record **found = find_record ();
  free (*found);
  *found = NULL;
}

/* Format PREFIX, the message and SUFFIX into one buffer and write it.  */
static void
print (const char *prefix, const char *fmt, va_list ap, const char *suffix)
{
  char buf[ERROR_TEXT_MAX + 256];
  int n = snprintf (buf, sizeof (buf), "%s", prefix);
  int m = vsnprintf (buf + n, sizeof (buf) - (size_t)n - 2, fmt, ap);
  if (m < 0)
    return;
  size_t end = strlen (buf);
  snprintf (buf + end, sizeof (buf) - end, "%s", suffix);
  gomp_print (buf);
}

void
gomp_print (const char *text)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int saved = errno;
  fwrite (text, 1, strlen (text), stderr);
  errno = saved;
}

void
gomp_verror (const char *fmt, va_list ap)
{
  print ("\nlibgomp: ", fmt, ap, "\n");
}

void
gomp_error_collect (void)
{
  struct error_record *r = record ();
  gomp_error_clear ();
  if (r != NULL)
    r->collects = true;
}

bool
gomp_error_collected (void)
{
  struct error_record *r = *find_record ();
  if (r == NULL)
    return false;
  r->collects = false;
  return r->length > 0;
}

void
gomp_error_report (const char *fmt, va_list ap)
{
  struct error_record *r = *find_record ();
  if (r == NULL || !r->collects)
    {
      gomp_verror (fmt, ap);
      return;
    }
  if (r->length > 0)
    append_text ("\n  ");
  append (fmt, ap);
}

void
gomp_error (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  gomp_verror (fmt, ap);
  va_end (ap);
}

void
gomp_warning (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  print ("\nlibgomp: warning: ", fmt, ap, "\n");
  va_end (ap);
}

bool
gomp_fatal_begun (void)
{
  return atomic_load (&fatal_thread) != 0;
}

bool
gomp_fatal_told (void)
{
  return atomic_load (&fatal_told);
}

void
gomp_at_fatal (struct gomp_at_fatal *at)
{
  for (const struct gomp_at_fatal *a = atomic_load (&at_fatal); a != NULL;
       a = a->next)
    if (a == at)
      return;
  at->next = atomic_load (&at_fatal);
  while (!atomic_compare_exchange_weak (&at_fatal, &at->next, at))
    continue;
}

/* The first exit handler to run.  */
static void
note_begun (void)
{
  atomic_store (&has_begun, true);
}

bool
gomp_fatal_is_own (atomic_ulong *thread)
{
  unsigned long self = (unsigned long)pthread_self (), nobody = 0;
  if (!atomic_compare_exchange_strong (thread, &nobody, self))
    return nobody == self;
  if (atexit (note_begun) != 0)
    note_begun ();
  atomic_store (&is_ending, true);
  return true;
}

void
gomp_fatal_free (void)
{
  if (atomic_load (&is_ending) && !atomic_load (&has_begun))
    exit (EXIT_FAILURE);
}

/* Call the functions that were added as HOOK.  */
#define CALL_EACH(hook)                                                        \
  for (const struct gomp_at_fatal *at = atomic_load (&at_fatal); at != NULL;   \
       at = at->next)                                                          \
    if (at->hook != NULL)                                                      \
  at->hook ()

void
gomp_vfatal (const char *fmt, va_list ap)
{
  bool ends = gomp_fatal_is_own (&fatal_thread);
  CALL_EACH (give_back);
  gomp_invariant (gomp_invariant_locks () == 0,
                  "the program ends with %d mutexes held",
                  gomp_invariant_locks ());
  /* Until the end, exit handlers included.  */
  gomp_uncancelled_begin ();
  gomp_verror (fmt, ap);
  atomic_store (&fatal_told, true);
  CALL_EACH (let_go);
  if (!ends)
    CALL_EACH (leave);
  exit (EXIT_FAILURE);
}

void
gomp_fatal_leave (void)
{
  if (!gomp_fatal_is_others ())
    return;
  CALL_EACH (give_back);
  CALL_EACH (leave);
}

bool
gomp_fatal_is_others (void)
{
  return gomp_fatal_begun () && !gomp_fatal_is_own (&fatal_thread);
}

void
gomp_fatal_follow (void)
{
  if (gomp_fatal_is_others ())
    exit (EXIT_FAILURE);
}

void
gomp_fatal_forked (void)
{
  if (!gomp_fatal_is_others ())
    return;
  atomic_store (&fatal_thread, 0);
  atomic_store (&fatal_told, false);
  atomic_store (&is_ending, false);
  atomic_store (&has_begun, false);
}

void
gomp_fatal (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  gomp_vfatal (fmt, ap);
}

void
gomp_fatal_recorded (void)
{
  gomp_fatal ("%s", gomp_error_text ());
}

void
gomp_vdebug (const char *fmt, va_list ap)
{
  if (gomp_debug_level > 0)
    print ("", fmt, ap, "");
}

void
gomp_debug (const char *fmt, ...)
{
  va_list ap;
  va_start (ap, fmt);
  gomp_vdebug (fmt, ap);
  va_end (ap);
}
