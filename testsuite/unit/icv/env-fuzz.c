/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The parsers of environment variables on random values, mainly for a build
   with AddressSanitizer: none reads beyond its value, a refused value changes
   nothing, and each gives one line at most.  */

#define _GNU_SOURCE 1
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "icv/env.h"
#include "icv/icv.h"
#include "icv/places.h"
#include "random.h"

#define ROUNDS 2000

/* What values are put together from: words and signs of all grammars.  */
static const char *const pieces[] = {
  "true",
  "false",
  "verbose",
  "static",
  "dynamic",
  "guided",
  "auto",
  "monotonic:",
  "nonmonotonic:",
  "close",
  "spread",
  "primary",
  "master",
  "threads",
  "cores",
  "sockets",
  "ll_caches",
  "numa_domains",
  "{0}",
  "{0:2}",
  "{",
  "}",
  "!",
  "(",
  ")",
  "0",
  "1",
  "4",
  "-1",
  "65535",
  "99999999999999999999",
  "2147483648",
  ":",
  ",",
  "-",
  "+",
  "=",
  " ",
  "\t",
  "\n",
  "k",
  "G",
  "b",
  "t",
  "infinite",
  "active",
  "passive",
  "mandatory",
  "default",
  "enabled",
  "omp_default_mem_space",
  "omp_default_mem_alloc",
  "alignment",
  "fallback",
  "null_fb",
  "kind(gpu)",
  "uid(",
  "device_num(1)",
  "initial",
  "invalid",
  "structured",
  "free_agent(2)",
  "*",
  "[",
  "]",
  "&&",
  "||",
  "pool_size",
  "_",
  "x",
  "\377",
  "\001",
  "%",
  "%s",
  "%A",
};

static uint64_t state; /* of the random numbers */

static unsigned
below (size_t limit)
{
  return random_below (&state, (unsigned)limit);
}

/* A malloced value of just its size, so that a read beyond it is seen.  */
static char *
random_value (void)
{
  char text[512] = "";
  unsigned n = below (8);
  for (unsigned i = 0; i < n; i++)
    strcat (text, pieces[below (GOMP_ARRAY_SIZE (pieces))]);
  if (*text != '\0' && below (4) == 0)
    text[below (strlen (text))] = (char)(1 + below (254));
  return strdup (text);
}

static int messages; /* file that stderr goes to */

/* What was printed since the last call: nothing, or one line after an empty
   one.  */
static void
check_messages (const char *name, const char *value)
{
  char text[8192];
  off_t end = lseek (messages, 0, SEEK_END);
  ssize_t n = pread (messages, text, sizeof (text) - 1, 0);
  text[n > 0 ? n : 0] = '\0';
  EXPECT (end == n && ftruncate (messages, 0) == 0);
  lseek (messages, 0, SEEK_SET);
  size_t length = strlen (text);
  if (length == 0)
    return;
  if (strncmp (text, "\nlibgomp: ", 10) != 0
      || strchr (text + 1, '\n') != text + length - 1)
    {
      printf ("%s=%s\n", name, value);
      check_failed ("one line", text, 0);
    }
}

static struct gomp_icv without;

static void
try_row (const struct gomp_env_row *row)
{
  char *value = random_value ();
  struct gomp_env_cursor c = { .text = value, .at = value };
  bool ok = row->parse (row, &c);
  EXPECT (c.at >= value && c.at <= value + strlen (value));
  EXPECT (memchr (c.reason, '\0', sizeof (c.reason)) != NULL);
  if (!ok)
    EXPECT (memcmp (&gomp_icv_global.initial, &without, sizeof (without)) == 0);
  check_messages (row->name, value);
  clearenv ();
  setenv (row->name, value, 1);
  gomp_icv_init ();
  EXPECT (gomp_env_is_set (row->name) == ok);
  if (gomp_icv_global.display_env == 0)
    check_messages (row->name, value);
  clearenv ();
  gomp_icv_init ();
  EXPECT (ftruncate (messages, 0) == 0);
  lseek (messages, 0, SEEK_SET);
  free (value);
}

static void
test_random_values (void)
{
  clearenv ();
  gomp_icv_init ();
  without = gomp_icv_global.initial;
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < gomp_env_row_count; i++)
      try_row (&gomp_env_rows[i]);
}

/* Names that look like one with a suffix.  */
static void
test_random_suffixes (void)
{
  char name[600];
  for (int round = 0; round < ROUNDS; round++)
    {
      char *value = random_value ();
      const struct gomp_env_row *row
          = &gomp_env_rows[below (gomp_env_row_count)];
      snprintf (name, sizeof (name), "%s%s%s", row->name,
                below (2) ? "_DEV_" : "_", value);
      clearenv ();
      if (strchr (name, '=') == NULL)
        setenv (name, "1", 1);
      gomp_icv_init ();
      check_messages (name, "1");
      free (value);
    }
}

int
main (int argc, char **argv)
{
  random_arguments (argc, argv);
  state = random_start (0);
  messages = memfd_create ("messages", MFD_CLOEXEC);
  dup2 (messages, STDERR_FILENO);
  RUN (test_random_values);
  RUN (test_random_suffixes);
  return check_done ();
}
