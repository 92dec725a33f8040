/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The facts that offgomp-info has found: a tree that is printed at the end, as
   text for people or as JSON.  Both have the same contents.  One thread;
   nothing is freed.  */

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
  struct report *first; /* the first member of an object or list */
  struct report *last;
  struct report *next; /* the next member of the same object or list */
};

/* Add something to IN, behind all else.  NAME is "" if IN is a list.  A list
   NAME that IN does not have is made.  */
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
