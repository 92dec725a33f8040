/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The record of reasons; see refusals.h.  Owns the text; its mutex guards it,
   and nothing else is called under it.  */

#include "offload/device/refusals.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "offload/observe.h"
#include "sync/mutex.h"

#define REASONS_MAX 3072

static struct reason_state
{
  struct gomp_mutex mutex;
  size_t length;          /* bytes of text, without the NUL */
  char text[REASONS_MAX]; /* lines, each ended by a newline */
} reason_state;

void
gomp_refusals_add (const char *fmt, ...)
{
  char line[1024];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (line, sizeof (line), fmt, ap);
  va_end (ap);
  if (gomp_observe_offload ())
    gomp_observe_lacks (line);
  struct reason_state *s = &reason_state;
  size_t length = strlen (line);
  gomp_mutex_lock (&s->mutex);
  if (s->length + length + 2 <= sizeof (s->text))
    {
      memcpy (s->text + s->length, line, length);
      s->text[s->length + length] = '\n';
      s->length += length + 1;
      s->text[s->length] = '\0';
    }
  gomp_mutex_unlock (&s->mutex);
}

void
gomp_refusals_append_to_error (void)
{
  struct reason_state *s = &reason_state;
  gomp_mutex_lock (&s->mutex);
  const char *line = s->text;
  while (*line != '\0')
    {
      const char *end = strchr (line, '\n');
      gomp_error_note ("%.*s", (int)(end - line), line);
      line = end + 1;
    }
  gomp_mutex_unlock (&s->mutex);
}

/* The mutex is not held while TO is called.  */
void
gomp_refusals_describe (const struct offgomp_describer *to)
{
  struct reason_state *s = &reason_state;
  char text[REASONS_MAX];
  gomp_mutex_lock (&s->mutex);
  memcpy (text, s->text, s->length + 1);
  gomp_mutex_unlock (&s->mutex);
  for (char *line = text; *line != '\0';)
    {
      char *end = strchr (line, '\n');
      *end = '\0';
      gomp_describe_begin (to, "absent");
      gomp_describe_text (to, "reason", line);
      line = end + 1;
    }
}

void
gomp_refusals_fork (enum gomp_fork when)
{
  gomp_mutex_fork (&reason_state.mutex, when);
}
