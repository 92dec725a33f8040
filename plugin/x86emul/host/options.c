/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables; see options.h.  Owns no data; one thread.  */

#include "host/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "host/arena.h"
#include "host/libgomp_symbols.h"
#include "host/split_command.h"
#include "os/memory.h"
#include "plugin.h"

static void
report_invalid (const char *name, const char *value, const char *accepted,
                const char *used)
{
  GOMP_PLUGIN_error ("invalid value '%s' of environment variable %s: %s; "
                     "using %s",
                     value, name, accepted, used);
}

static unsigned
read_devices (void)
{
  const char *text = getenv ("OFFLOAD_EMUL_NUM");
  uint64_t value = 1;
  if (text == NULL || *text == '\0')
    return 1;
  if (gomp_number_parse (text, "", &value) && value <= X86EMUL_MAX_DEVICES)
    return (unsigned)value;
  report_invalid ("OFFLOAD_EMUL_NUM", text,
                  "a number of devices from 0 to 256 is accepted",
                  "the default, 1");
  return 1;
}

static uint64_t
default_memory (void)
{
  uint64_t size = 4 * os_memory_size ();
  if (size > X86EMUL_ARENA_MAX / 8)
    size = X86EMUL_ARENA_MAX / 8;
  return size & ~(uint64_t)(X86EMUL_ARENA_MIN - 1);
}

static uint64_t
read_memory (bool *set)
{
  const char *text = getenv ("OFFLOAD_EMUL_MEM");
  uint64_t value;
  *set = false;
  if (text == NULL || *text == '\0')
    return default_memory ();
  if (gomp_number_parse (text, "KMGT", &value) && value >= X86EMUL_ARENA_MIN
      && value <= X86EMUL_ARENA_MAX)
    {
      *set = true;
      return value & ~(uint64_t)(X86EMUL_PAGE_SIZE - 1);
    }
  report_invalid ("OFFLOAD_EMUL_MEM", text,
                  "a size from 1M to 8T is accepted, in bytes or with one of "
                  "the suffixes K, M, G, T",
                  "the default, four times the machine's memory");
  return default_memory ();
}

/* The caller of a set-user-ID program must not choose what it executes.  */
static char **
read_wrapper (void)
{
  const char *text = secure_getenv ("OFFLOAD_EMUL_RUN");
  char **words;
  if (text != NULL && x86emul_split_command (text, &words) == GOMP_OK)
    return words;
  if (text != NULL)
    report_invalid ("OFFLOAD_EMUL_RUN", text, gomp_error_text (), "no command");
  return GOMP_PLUGIN_malloc_cleared (sizeof (char *));
}

void
x86emul_options_read (struct x86emul_options *options)
{
  options->devices = read_devices ();
  options->memory = read_memory (&options->memory_set);
  options->wrapper = read_wrapper ();
  /* A libgomp other than ours would take no reports.  */
  __typeof__ (&offgomp_wants_check) wants_check
      = (__typeof__ (wants_check))x86emul_libgomp_symbol (
          "offgomp_wants_check");
  options->check = wants_check != NULL && wants_check ();
  __typeof__ (&offgomp_wants_shared) wants_shared
      = (__typeof__ (wants_shared))x86emul_libgomp_symbol (
          "offgomp_wants_shared");
  options->lends = options->check && wants_shared != NULL && wants_shared ();
}
