/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Aliases; see aliases.h.

   C++ constructors and destructors have two names, and often one body.  PTX has
   aliases of functions (".alias NAME, FUNCTION;", PTX ISA, section "Directives:
   .alias"), but the linker for nvptx does not accept them as definitions, so
   the second name is replaced by the first one everywhere.  All of a program's
   own code is in one module, so no other code uses these names.  */

#include "aliases.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "assembly.h"
#include "list.h"
#include "message.h"
#include "process.h"
#include "ptx.h"

#define ALIAS ".alias"

/* The n-th of NAMES is an alias of the n-th of FUNCTIONS.  */
struct aliases
{
  struct list names;
  struct list functions;
};

static const char *
next_line (const char *line)
{
  const char *end = line + strcspn (line, "\n");
  return end + (*end == '\n');
}

static bool
is_alias (const char *line)
{
  line += strspn (line, " \t");
  return strncmp (line, ALIAS, strlen (ALIAS)) == 0;
}

static void
collect (struct aliases *aliases, const char *line)
{
  const char *end = next_line (line);
  size_t length;
  size_t function_length;
  const char *name = ptx_next_name (&line, end, &length);
  const char *function = ptx_next_name (&line, end, &function_length);
  if (name == NULL || function == NULL)
    return;
  list_add (&aliases->names, xstrndup (name, length));
  list_add (&aliases->functions, xstrndup (function, function_length));
}

/* The function of which the name at NAME, with LENGTH characters, is an alias,
   or NULL; GCC makes no aliases of aliases.  */
static const char *
function_of (const struct aliases *aliases, const char *name, size_t length)
{
  for (size_t i = 0; i < aliases->names.count; i++)
    if (strlen (aliases->names.item[i]) == length
        && memcmp (aliases->names.item[i], name, length) == 0)
      return aliases->functions.item[i];
  return NULL;
}

/* Whether LINE is the comment that declares an alias to the linker.  */
static bool
is_comment_on_alias (const struct aliases *aliases, const char *line)
{
  static const char comment[] = "// BEGIN GLOBAL FUNCTION DECL: ";
  if (strncmp (line, comment, strlen (comment)) != 0)
    return false;
  line += strlen (comment);
  return function_of (aliases, line, strcspn (line, "\n")) != NULL;
}

/* Write the LINE up to END with functions' own names.  */
static void
write_line (const struct aliases *aliases, const char *line, const char *end,
            FILE *out)
{
  const char *next = line;
  size_t length;
  for (const char *name; (name = ptx_next_name (&next, end, &length)) != NULL;)
    {
      const char *function = function_of (aliases, name, length);
      if (function == NULL)
        continue;
      fwrite (line, 1, (size_t)(name - line), out);
      fputs (function, out);
      line = next;
    }
  fwrite (line, 1, (size_t)(end - line), out);
}

void
aliases_resolve (const char *from, const char *to)
{
  struct aliases aliases = { 0 };
  const char *text = read_file (from, NULL);
  for (const char *line = text; *line != '\0'; line = next_line (line))
    if (is_alias (line))
      collect (&aliases, line);
  FILE *out = assembly_create (to);
  for (const char *line = text; *line != '\0'; line = next_line (line))
    if (!is_alias (line) && !is_comment_on_alias (&aliases, line))
      write_line (&aliases, line, next_line (line), out);
  if (ferror (out) != 0 || fclose (out) != 0)
    fail_errno ("cannot write '%s'", to);
}
