/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The variable OFFLOAD_EMUL_CHECK while a program is built.  For the build it
   matters only whether the variable asks for a check. libgomp reads all of it
   (libgomp/icv/env_parse.c), with the same words, and reports a wrong
   value.  */

#ifndef INCLUDE_CHECK_VARIABLE_H
#define INCLUDE_CHECK_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static inline const char *
offgomp_check_skip_blanks (const char *at)
{
  return at + strspn (at, " \t\n\v\f\r");
}

/* The value of the word at *AT, which is moved past it; -3: none.  */
static inline int
offgomp_check_take_word (const char **at)
{
  static const struct
  {
    int value;
    const char *word;
  } words[] = {
#define CHECK_WORD(value, word) { value, word },
#include "check_words.def"
  };
  size_t n = strcspn (*at, ",= \t\n\v\f\r");
  for (size_t i = 0; i < sizeof (words) / sizeof (words[0]); i++)
    if (strlen (words[i].word) == n && strncasecmp (*at, words[i].word, n) == 0)
      {
        *at += n;
        return words[i].value;
      }
  return -3;
}

/* The same for "=NUMBER" of status.  */
static inline bool
offgomp_check_take_status (const char **at)
{
  char *end;
  *at = offgomp_check_skip_blanks (*at);
  if (**at != '=')
    return false;
  long status = strtol (*at + 1, &end, 10);
  bool ok = end != *at + 1 && status >= 0 && status <= 255;
  *at = end;
  return ok;
}

/* Whether VALUE, which may be NULL, asks for a check.  A wrong value does
   not.  */
static inline bool
offgomp_check_asked (const char *value)
{
  bool asked = false, named = false;
  if (value == NULL || *value == '\0')
    return false;
  for (const char *at = value;; at++)
    {
      at = offgomp_check_skip_blanks (at);
      int word = offgomp_check_take_word (&at);
      if (word >= 0)
        {
          named = true;
          asked = asked || word > 0;
        }
      else if (word == -2)
        return *offgomp_check_skip_blanks (at) == '='
               && offgomp_check_skip_blanks (at)[1] != '\0'
               && (asked || !named);
      else if (word != -1 || !offgomp_check_take_status (&at))
        return false;
      at = offgomp_check_skip_blanks (at);
      if (*at != ',')
        return *at == '\0' && (asked || !named);
    }
}

#endif
