/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Splitting a command into words; see split_command.h.  Owns no data; any
   thread.  */

#include "host/split_command.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\n';
}

/* Append the character at *TEXT to *OUT.  A backslash quotes the next
   character; within double quotes only those that need it.  */
static void
take_character (const char **text, char **out, bool quoted)
{
  const char *p = *text;
  bool escape = *p == '\\' && p[1] != '\0'
                && (!quoted || strchr ("\"\\$`", p[1]) != NULL);
  if (escape)
    p++;
  *(*out)++ = *p;
  *text = p + 1;
}

/* Append the part of a word up to the closing QUOTE; false: there is none.  */
static bool
take_quoted (const char **text, char **out, char quote)
{
  while (**text != '\0' && **text != quote)
    if (quote == '\'')
      *(*out)++ = *(*text)++;
    else
      take_character (text, out, true);
  if (**text == '\0')
    return false;
  (*text)++;
  return true;
}

static bool
take_word (const char **text, char **out)
{
  while (**text != '\0' && !is_blank (**text))
    {
      char c = **text;
      if (c != '\'' && c != '"')
        take_character (text, out, false);
      else
        {
          (*text)++;
          if (!take_quoted (text, out, c))
            return false;
        }
    }
  *(*out)++ = '\0';
  return true;
}

enum gomp_status
x86emul_split_command (const char *text, char ***words)
{
  size_t length = strlen (text);
  /* At most one word per two characters, never longer than the text.  */
  size_t max_words = length / 2 + 2;
  char **result = malloc (max_words * sizeof (char *) + length + 1);
  if (result == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  char *out = (char *)(result + max_words);
  size_t count = 0;
  for (;;)
    {
      while (is_blank (*text))
        text++;
      if (*text == '\0')
        break;
      result[count++] = out;
      if (!take_word (&text, &out))
        {
          free (result);
          return gomp_error_set (GOMP_ERR_INVALID, "a quote is not closed");
        }
    }
  result[count] = NULL;
  *words = result;
  return GOMP_OK;
}
