/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The report as JSON; see report.h.  Owns no data.  */

#include <string.h>

#include "base/mem.h"
#include "base/strbuf.h"
#include "report.h"

static void
write_string (FILE *out, const char *text)
{
  size_t length = strlen (text);
  /* Each byte becomes at most six.  */
  size_t size = 6 * length + 3;
  char *quoted = gomp_xalloc (size);
  struct gomp_strbuf sb;
  gomp_strbuf_init (&sb, quoted, size);
  gomp_strbuf_json (&sb, text, length);
  fputs (quoted, out);
  gomp_free (quoted);
}

static void
write_node (FILE *out, const struct report *node, int depth)
{
  if (*node->name != '\0')
    {
      write_string (out, node->name);
      fputs (": ", out);
    }
  if (node->kind == REPORT_TEXT)
    write_string (out, node->value);
  else if (node->kind == REPORT_NUMBER)
    fputs (node->value, out);
  else
    {
      bool is_list = node->kind == REPORT_LIST;
      fputs (is_list ? "[" : "{", out);
      for (const struct report *n = node->first; n != NULL; n = n->next)
        {
          fprintf (out, "\n%*s", 2 * depth + 2, "");
          write_node (out, n, depth + 1);
          fputs (n->next != NULL ? "," : "", out);
        }
      if (node->first != NULL)
        fprintf (out, "\n%*s", 2 * depth, "");
      fputs (is_list ? "]" : "}", out);
    }
}

void
report_write_json (const struct report *root, FILE *out)
{
  write_node (out, root, 0);
  fputc ('\n', out);
}
