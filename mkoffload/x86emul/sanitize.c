/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sanitizers in the image; see sanitize.h.

   A program is linked with the -fsanitize options that it was compiled with;
   GCC requires that.  lto-wrapper does not pass these options on, so they are
   taken from the driver's words, COLLECT_GCC_OPTIONS.  The image is linked with
   the sanitizer's shared library, and the plugin preloads it into the device's
   process.  If the program has a static one, there may be no shared one of the
   same version, and the plugin does not know where it is: then the image is not
   instrumented.  */

#include "sanitize.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"

/* The code that these options insert needs a tool that the device does not
   have.  */
static const char *const host_only[]
    = { "-fsanitize-coverage", "-fsanitize=kernel-", "-fsanitize=shadow-call",
        NULL };

static bool
starts_with (const char *word, const char *prefix)
{
  return strncmp (word, prefix, strlen (prefix)) == 0;
}

static bool
is_about_sanitizers (const char *word)
{
  for (const char *const *p = host_only; *p != NULL; p++)
    if (starts_with (word, *p))
      return false;
  return starts_with (word, "-fsanitize") || starts_with (word, "-fno-sanitize")
         || starts_with (word, "--param=asan-")
         || starts_with (word, "--param=tsan-");
}

/* The word in ' quotes that begins at TEXT, and what follows it at *REST; NULL:
   there is none.  A quote in a word is written as '\''.  */
static char *
next_word (const char *text, const char **rest)
{
  const char *start = strchr (text, '\'');
  if (start == NULL)
    return NULL;
  const char *end = strchr (++start, '\'');
  if (end == NULL)
    return NULL;
  *rest = end + 1;
  return xstrndup (start, (size_t)(end - start));
}

static void
warn_of_static (const char *word)
{
  say_warning ("the device code is not instrumented, since the device needs "
               "the sanitizer's shared library");
  say_hint ("link without %s", word);
}

void
sanitize_read (struct list *words)
{
  const char *rest = getenv ("COLLECT_GCC_OPTIONS");
  const char *library = NULL;
  char *word;
  while (rest != NULL && (word = next_word (rest, &rest)) != NULL)
    if (is_about_sanitizers (word))
      list_add (words, word);
    else if (strcmp (word, "-static-libasan") == 0
             || strcmp (word, "-static-libtsan") == 0
             || strcmp (word, "-static-liblsan") == 0)
      library = word;
  if (library == NULL || words->count == 0)
    return;
  warn_of_static (library);
  words->count = 0;
}

/* The sanitizers whose library has to be in the process from the start.  */
static const char *const with_library[] = { "address", "thread", "leak", NULL };

#define ENABLE "-fsanitize="

/* Does WORD enable the sanitizer NAME?  */
static bool
enables (const char *word, const char *name)
{
  return starts_with (word, ENABLE) && strstr (word, name) != NULL;
}

/* Does WORD enable a sanitizer whose library the program, which has the options
   PROGRAM, does not have?  */
static bool
needs_library (const char *word, const struct list *program)
{
  for (const char *const *name = with_library; *name != NULL; name++)
    {
      size_t i = 0;
      while (i < program->count && !enables (program->item[i], *name))
        i++;
      if (enables (word, *name) && i == program->count)
        return true;
    }
  return false;
}

/* The compiler has WORD already, perhaps twice, so another option takes it
   back.  */
static void
leave_out (const char *word, struct list *words)
{
  const char *undo = concat ("-fno-sanitize=", word + strlen (ENABLE), NULL);
  for (size_t i = 0; i < words->count; i++)
    if (strcmp (words->item[i], undo) == 0)
      return;
  list_add (words, undo);
  say_warning ("%s is left out, since the program does not have the "
               "sanitizer's library",
               word);
  say_hint ("compile and link the program with %s, too", word);
}

void
sanitize_choose (struct list *words, const struct list *options)
{
  for (size_t i = 0; i < options->count; i++)
    if (!is_about_sanitizers (options->item[i]))
      continue;
    else if (needs_library (options->item[i], words))
      leave_out (options->item[i], words);
    else
      list_add (words, options->item[i]);
}
