/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The tree of facts; see report.h.  Owned by the one thread of the program.  */

#include "report.h"

#include <stdarg.h>
#include <string.h>

#include "base/mem.h"

static struct report *
add (struct report *in, enum report_kind kind, const char *name)
{
  struct report *node = gomp_xalloc (sizeof (*node));
  *node = (struct report){ .kind = kind, .name = name };
  if (in->last == NULL)
    in->first = node;
  else
    in->last->next = node;
  in->last = node;
  return node;
}

static const char *
copy (const char *text)
{
  size_t size = strlen (text) + 1;
  return memcpy (gomp_xalloc (size), text, size);
}

struct report *
report_object (struct report *in, const char *name)
{
  return add (in, REPORT_OBJECT, name);
}

struct report *
report_list (struct report *in, const char *name)
{
  for (struct report *node = in->first; node != NULL; node = node->next)
    if (node->kind == REPORT_LIST && strcmp (node->name, name) == 0)
      return node;
  return add (in, REPORT_LIST, copy (name));
}

void
report_text (struct report *in, const char *name, const char *value)
{
  add (in, REPORT_TEXT, copy (name))->value = copy (value);
}

void
report_printf (struct report *in, const char *name, const char *format, ...)
{
  char text[4096];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof (text), format, arguments);
  va_end (arguments);
  report_text (in, name, text);
}

void
report_number (struct report *in, const char *name, long long value)
{
  char text[32];
  snprintf (text, sizeof (text), "%lld", value);
  add (in, REPORT_NUMBER, copy (name))->value = copy (text);
}
