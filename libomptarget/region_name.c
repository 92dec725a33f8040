/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The function and the line of a region, from the name of its entry, which is
   __omp_offloading_DEVICE_INODE_FUNCTION_lLINE or ..._lLINE_N.  */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image.h"

#define PREFIX "__omp_offloading_"

/* The text behind the hexadecimal number at TEXT and a '_'; NULL: it is
   something else.  */
static const char *
after_number (const char *text)
{
  size_t length = strspn (text, "0123456789abcdef");
  return length > 0 && text[length] == '_' ? text + length + 1 : NULL;
}

/* The last "_l" with a number behind it; NULL: there is none.  */
static const char *
find_line (const char *text)
{
  const char *found = NULL;
  for (const char *at = strstr (text, "_l"); at != NULL;
       at = strstr (at + 1, "_l"))
    if (isdigit ((unsigned char)at[2]))
      found = at;
  return found;
}

char *
omptarget_region_function (const char *name, char **source)
{
  const char *rest = name;
  if (strncmp (name, PREFIX, sizeof (PREFIX) - 1) == 0)
    rest = after_number (name + sizeof (PREFIX) - 1);
  if (rest != NULL && rest != name)
    rest = after_number (rest);
  const char *line = rest == NULL ? NULL : find_line (rest);
  *source = NULL;
  if (line == NULL)
    return strdup (name);
  if (asprintf (source, "line %ld", strtol (line + 2, NULL, 10)) < 0)
    *source = NULL;
  return strndup (rest, (size_t)(line - rest));
}
