/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running GCC's driver; see driver.h.  */

#include "driver.h"

#include <stdlib.h>

#include <libiberty/libiberty.h>

#include "environment.h"
#include "message.h"
#include "process.h"

const char *
driver_find (void)
{
  const char *driver = getenv ("COLLECT_GCC");
  if (driver == NULL)
    fail ("COLLECT_GCC is not set; this program is run by GCC's lto-wrapper");
  return xstrdup (driver);
}

const char *
driver_toolchain (void)
{
  const char *toolchain = program_directory (2);
  if (toolchain == NULL)
    fail_errno ("cannot determine the location of this program");
  return toolchain;
}

void
driver_clean_environment (const char *toolchain)
{
  static const char *const gone[]
      = { "GCC_EXEC_PREFIX",       "COLLECT_GCC",        "COLLECT_GCC_OPTIONS",
          "COLLECT_LTO_WRAPPER",   "COLLECT_AS_OPTIONS", "OFFLOAD_TARGET_NAMES",
          "OFFLOAD_TARGET_DEFAULT" };
  for (size_t i = 0; i < sizeof (gone) / sizeof (*gone); i++)
    unsetenv (gone[i]);
  drop_from_path ("COMPILER_PATH", toolchain);
  drop_from_path ("LIBRARY_PATH", toolchain);
}

void
driver_start (struct list *command, const char *program,
              const struct options *options)
{
  list_add (command, program);
  if (options->verbose)
    list_add (command, "-v");
}

void
driver_assemble (const char *driver, const struct options *options,
                 const char *text)
{
  struct list command = { 0 };
  driver_start (&command, driver, options);
  list_add (&command, "-c");
  if (options->ilp32)
    list_add (&command, "-m32");
  list_add (&command, "-o");
  list_add (&command, options->output);
  list_add (&command, "-xassembler");
  list_add (&command, text);
  if (run (&command, NULL, options->verbose) != 0)
    fail ("cannot assemble the host object '%s'", options->output);
}
