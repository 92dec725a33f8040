/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The report as text; see report.h.  An object is a heading and a line for each
   fact, a list of objects that have only facts is a table.  Owns no data.  */

#include <string.h>

#include "report.h"

/* Beyond this a column is not made wider for one long value.  */
#define WIDTH_MAX 80
#define COLUMNS_MAX 16
#define INDENT 2

static bool
is_fact (const struct report *node)
{
  return node->kind == REPORT_TEXT || node->kind == REPORT_NUMBER;
}

/* Does the object NODE have facts only?  */
static bool
is_row (const struct report *node)
{
  const struct report *n = node->first;
  while (n != NULL && is_fact (n))
    n = n->next;
  return n == NULL;
}

static bool
is_table (const struct report *list)
{
  const struct report *n = list->first;
  while (n != NULL && is_row (n))
    n = n->next;
  return n == NULL;
}

static int
width_of (const char *text)
{
  size_t length = strlen (text);
  return length < WIDTH_MAX ? (int)length : WIDTH_MAX;
}

static void
widen (int *width, const char *text)
{
  if (width_of (text) > *width)
    *width = width_of (text);
}

/* ---- Tables.  */

struct table
{
  const char *names[COLUMNS_MAX]; /* of the columns */
  int widths[COLUMNS_MAX];
  int count;
};

static const char *
cell (const struct report *row, const char *name)
{
  for (const struct report *n = row->first; n != NULL; n = n->next)
    if (strcmp (n->name, name) == 0)
      return n->value;
  return "";
}

/* Not every row has every fact.  */
static void
find_columns (const struct report *list, struct table *table)
{
  for (const struct report *row = list->first; row != NULL; row = row->next)
    for (const struct report *n = row->first; n != NULL; n = n->next)
      {
        int i = 0;
        while (i < table->count && strcmp (table->names[i], n->name) != 0)
          i++;
        if (i == COLUMNS_MAX)
          continue;
        if (i == table->count)
          {
            table->names[table->count++] = n->name;
            widen (&table->widths[i], n->name);
          }
        widen (&table->widths[i], n->value);
      }
}

static void
write_row (FILE *out, int indent, const struct table *table,
           const struct report *row)
{
  fprintf (out, "%*s", indent, "");
  for (int i = 0; i < table->count; i++)
    {
      const char *text
          = row != NULL ? cell (row, table->names[i]) : table->names[i];
      bool is_last = i + 1 == table->count;
      fprintf (out, "%-*s%s", is_last ? 0 : table->widths[i], text,
               is_last ? "\n" : "  ");
    }
}

static void
write_table (FILE *out, int indent, const struct report *list)
{
  struct table table = { .count = 0 };
  find_columns (list, &table);
  if (table.count > 1)
    write_row (out, indent, &table, NULL);
  for (const struct report *row = list->first; row != NULL; row = row->next)
    write_row (out, indent, &table, row);
}

/* ---- Objects.  */

static void write_object (FILE *out, int indent, const struct report *object);

static void
write_list (FILE *out, int indent, const struct report *list)
{
  if (list->first == NULL)
    fprintf (out, "%*snone\n", indent, "");
  else if (is_table (list))
    write_table (out, indent, list);
  else
    for (const struct report *n = list->first; n != NULL; n = n->next)
      {
        write_object (out, indent, n);
        fputs (n->next != NULL ? "\n" : "", out);
      }
}

static void
write_facts (FILE *out, int indent, const struct report *object)
{
  int width = 0;
  for (const struct report *n = object->first; n != NULL; n = n->next)
    if (is_fact (n))
      widen (&width, n->name);
  for (const struct report *n = object->first; n != NULL; n = n->next)
    if (is_fact (n))
      fprintf (out, "%*s%-*s  %s\n", indent, "", width, n->name, n->value);
}

static void
write_object (FILE *out, int indent, const struct report *object)
{
  write_facts (out, indent, object);
  for (const struct report *n = object->first; n != NULL; n = n->next)
    if (!is_fact (n))
      {
        fprintf (out, "%s%*s%s\n", n == object->first ? "" : "\n", indent, "",
                 n->name);
        if (n->kind == REPORT_LIST)
          write_list (out, indent + INDENT, n);
        else
          write_object (out, indent + INDENT, n);
      }
}

void
report_write_text (const struct report *root, FILE *out)
{
  write_object (out, 0, root);
}
