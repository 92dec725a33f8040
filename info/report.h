/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What is found, as a tree that is printed at the end: as text for people, or
   as JSON.  Both have the same contents.  One thread; nothing is freed.  */

#ifndef INFO_REPORT_H
#define INFO_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/compiler.h"

enum report_kind
{
  REPORT_OBJECT, /* named facts, lists and objects */
  REPORT_LIST,   /* objects without names */
  REPORT_TEXT,
  REPORT_NUMBER
};

struct report
{
  enum report_kind kind;
  const char *name;     /* "" in a list */
  const char *value;    /* of a text or a number */
  struct report *first; /* of those in an object or a list */
  struct report *last;
  struct report *next; /* in the same object or list */
};

/* Add something to IN, behind all else; NAME is "" if IN is a list.  A list
   without a name in IN is made when it is first asked for.  */
struct report *report_object (struct report *in, const char *name);
struct report *report_list (struct report *in, const char *name);
void report_text (struct report *in, const char *name, const char *value);
void report_printf (struct report *in, const char *name, const char *format,
                    ...) PRINTF_LIKE (3, 4);
void report_number (struct report *in, const char *name, long long value);

/* Print the object ROOT.  */
void report_write_text (const struct report *root, FILE *out);
void report_write_json (const struct report *root, FILE *out);

#endif
