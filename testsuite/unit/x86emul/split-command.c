/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Splitting OFFLOAD_EMUL_RUN into words.  */

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host/split_command.h"

/* TEXT gives exactly the words of EXPECTED, which ends with NULL.  */
static void
expect (const char *text, const char *const expected[])
{
  char **words = NULL;
  EXPECT (x86emul_split_command (text, &words) == GOMP_OK);
  int i = 0;
  for (; words != NULL && words[i] != NULL && expected[i] != NULL; i++)
    EXPECT (strcmp (words[i], expected[i]) == 0);
  EXPECT (words != NULL && words[i] == NULL && expected[i] == NULL);
  free (words);
}

#define SPLITS(text, ...)                                                      \
  expect (text, (const char *const[]){ __VA_ARGS__, NULL })

static void
test_blanks (void)
{
  expect ("", (const char *const[]){ NULL });
  expect (" \t\n ", (const char *const[]){ NULL });
  SPLITS ("gdb", "gdb");
  SPLITS ("  gdb\t--args  ", "gdb", "--args");
  SPLITS ("a b c d", "a", "b", "c", "d");
}

static void
test_quotes (void)
{
  SPLITS ("'a b' c", "a b", "c");
  SPLITS ("\"a b\"c", "a bc");
  SPLITS ("a'b'\"c\"d", "abcd");
  SPLITS ("'' \"\"", "", "");
  SPLITS ("'\"' \"'\"", "\"", "'");
  SPLITS ("-ex 'break main' -x \"a file\"", "-ex", "break main", "-x",
          "a file");
}

static void
test_backslashes (void)
{
  SPLITS ("a\\ b", "a b");
  SPLITS ("\\'a\\\"", "'a\"");
  SPLITS ("'a\\b'", "a\\b");
  SPLITS ("\"a\\\"b\\\\c\\d\"", "a\"b\\c\\d");
  SPLITS ("a\\", "a\\");
}

static void
test_errors (void)
{
  static const char *const open[] = { "'", "\"", "a 'b", "\"a\\\"", "a\"b'c" };
  for (unsigned i = 0; i < sizeof (open) / sizeof (open[0]); i++)
    {
      char **words;
      EXPECT (x86emul_split_command (open[i], &words) == GOMP_ERR_INVALID);
    }
}

int
main (void)
{
  RUN (test_blanks);
  RUN (test_quotes);
  RUN (test_backslashes);
  RUN (test_errors);
  return check_done ();
}
