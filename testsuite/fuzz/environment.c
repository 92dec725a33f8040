/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The values of environment variables.  An input is a list of strings; the byte
   before each selects a row of the table.  No string is read beyond its end, a
   refused value stores nothing, and each stored value can be printed.  */

#define _GNU_SOURCE
#include <unistd.h>

#include "fuzz.h"
#include "host/options.h"
#include "host/split_command.h"
#include "icv/env.h"
#include "icv/icv.h"

static const char *const plugin_names[]
    = { "OFFLOAD_EMUL_NUM", "OFFLOAD_EMUL_MEM", "OFFLOAD_EMUL_RUN" };

static void
try_plugin (const char *name, const char *value)
{
  char **words;
  struct x86emul_options options;
  if (x86emul_split_command (value, &words) == GOMP_OK)
    free (words);
  setenv (name, value, 1);
  x86emul_options_read (&options);
  REQUIRE (options.wrapper != NULL && options.memory != 0);
  free (options.wrapper);
  unsetenv (name);
}

static void
try_row (const struct gomp_env_row *row, const char *value)
{
  static struct gomp_icv before;
  before = gomp_icv_global.initial;
  struct gomp_env_cursor c = { .text = value, .at = value };
  bool ok = row->parse (row, &c);
  REQUIRE (c.at >= value && c.at <= value + strlen (value));
  REQUIRE (memchr (c.reason, '\0', sizeof (c.reason)) != NULL);
  if (!ok)
    REQUIRE (memcmp (&gomp_icv_global.initial, &before, sizeof (before)) == 0);
}

static void
show_rows (void)
{
  char text[4096];
  for (size_t i = 0; i < gomp_env_row_count; i++)
    {
      struct gomp_strbuf out;
      gomp_strbuf_init (&out, text, sizeof (text));
      if (gomp_env_rows[i].show != NULL)
        gomp_env_rows[i].show (&gomp_env_rows[i], &out);
      REQUIRE (memchr (text, '\0', sizeof (text)) != NULL);
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  static const char *const suffixes[] = { "", "_DEV", "_DEV_0", "_ALL" };
  clearenv ();
  gomp_icv_init ();
  while (in.left > 0)
    {
      unsigned choice = fuzz_byte (&in);
      char *value = fuzz_string (&in), name[128];
      if (choice % 64 >= 61)
        try_plugin (plugin_names[choice % 64 - 61], value);
      else
        {
          const struct gomp_env_row *row
              = &gomp_env_rows[choice % 64 % gomp_env_row_count];
          try_row (row, value);
          snprintf (name, sizeof (name), "%s%s", row->name,
                    suffixes[choice / 64]);
          setenv (name, value, 1);
        }
      free (value);
    }
  gomp_icv_init ();
  show_rows ();
  clearenv ();
  return 0;
}
