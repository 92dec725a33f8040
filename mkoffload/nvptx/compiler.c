/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Running GCC's compiler for nvptx; see compiler.h.

   Its driver is installed beside the host's as HOST-accel-nvptx-none-gcc, with
   the host's suffix.  It finds its own parts, and must not look for them in the
   host driver's directories.

   The device's libraries are always named: unused members of archives cost
   nothing, and the device's libgomp itself needs libatomic for some reductions.
   If there is no C++ library, new.ptx has the operators new and delete.  The
   compiler's check by ptxas is off: it requires a GPU that newer releases of
   CUDA do not know (verify.c).

   -fPIC, the default of many host compilers, has no effect on the device, but
   makes GCC add aliases to functions that call themselves.  The compiler
   refuses aliases without -malias, and the linker does not understand them.  If
   there are aliases, the compiler runs in two steps, with aliases.c in
   between.  */

#include "compiler.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "aliases.h"
#include "driver.h"
#include "message.h"
#include "process.h"
#include "requires_mask.h"
#include "unresolved.h"

/* How the compiler refuses aliases.  */
#define NO_ALIASES "alias definitions not supported"

/* The first release that compiles exceptions; on the device they end the
   program.  */
#define WITH_EXCEPTIONS 15

/* The compiler's version, after compiler_version has determined it.  */
static int release;

static const char *const hidden_variables[]
    = { "GCC_EXEC_PREFIX", "COMPILER_PATH", "LIBRARY_PATH" };
#define HIDDEN_COUNT (sizeof (hidden_variables) / sizeof (*hidden_variables))

static const char *const names[]
    = { USER_GCC_MACHINE "-accel-nvptx-none-gcc-" USER_GCC_MAJOR,
        USER_GCC_MACHINE "-accel-nvptx-none-gcc" };
#define NAME_COUNT (sizeof (names) / sizeof (*names))

/* A file with one of our names in one of the colon-separated DIRECTORIES, or
   NULL.  */
static const char *
find_in (const char *directories)
{
  if (directories == NULL)
    return NULL;
  char *next = xstrdup (directories);
  for (char *directory; (directory = strsep (&next, ":")) != NULL;)
    for (size_t i = 0; *directory != '\0' && i < NAME_COUNT; i++)
      {
        const char *path = concat (directory, "/", names[i], NULL);
        if (is_program (path))
          return path;
      }
  return NULL;
}

const char *
compiler_find (const char *driver)
{
  const char *slash = strrchr (driver, '/');
  const char *beside
      = slash == NULL ? NULL : xstrndup (driver, (size_t)(slash - driver));
  const char *found = find_in (beside);
  if (found == NULL)
    found = find_in (getenv ("COMPILER_PATH"));
  if (found == NULL)
    found = find_in (getenv ("PATH"));
  if (found == NULL && getenv ("OFFLOAD_TARGET_DEFAULT") == NULL)
    {
      say_error ("there is no compiler for nvptx: '%s' is not found", names[0]);
      say_hint ("install it (Debian, Ubuntu: package "
                "gcc-" USER_GCC_MAJOR "-offload-nvptx), or do without code for "
                "nvptx: -foffload=disable");
      fail ("no code for nvptx is made");
    }
  return found;
}

int
compiler_version (const char *compiler, const struct options *options)
{
  struct list command = { 0 };
  list_add (&command, compiler);
  list_add (&command, "-dumpversion");
  char *answer;
  if (run (&command, &answer, options->verbose) != 0)
    fail ("cannot run '%s'", compiler);
  release = atoi (answer);
  if (release != atoi (USER_GCC_MAJOR))
    say_warning ("'%s' is GCC %d; this toolchain directory is for GCC %s",
                 compiler, release, USER_GCC_MAJOR);
  return release;
}

/* Whether the compiler has the device's LIBRARY.  It prints the name of a
   missing one without a directory.  */
static bool
has_library (const char *compiler, const struct options *options,
             const char *library)
{
  struct list command = { 0 };
  list_add (&command, compiler);
  if (options->openmp)
    list_add (&command, "-mgomp");
  list_add (&command, concat ("-print-file-name=lib", library, ".a", NULL));
  char *answer;
  return run (&command, &answer, options->verbose) == 0
         && strchr (answer, '/') != NULL;
}

static void
add_libraries (struct list *command, const char *compiler,
               const struct options *options)
{
  static const char *const libraries[]
      = { "stdc++", "gfortran", "m", "atomic" };
  for (size_t i = 0; i < sizeof (libraries) / sizeof (*libraries); i++)
    if (has_library (compiler, options, libraries[i]))
      list_add (command, concat ("-l", libraries[i], NULL));
    else if (i == 0)
      {
        list_add (command, "-xnone");
        list_add (command, concat (driver_toolchain (),
                                   "/accel/nvptx-none/new.ptx", NULL));
      }
}

/* -save-temps keeps these files, too, under names that show their origin.  */
static void
add_dump_names (struct list *command, const struct options *options)
{
  if (!options->save_temps)
    return;
  list_add (command, "-save-temps");
  list_add (command, "-dumpdir");
  list_add (command, "");
  list_add (command, "-dumpbase");
  list_add (command, concat (options->dumpbase, ".mkoffload", NULL));
  list_add (command, "-dumpbase-ext");
  list_add (command, "");
}

static void
add_device_options (struct list *command, const struct options *options)
{
  list_add (command, "-m64");
  if (options->openmp)
    list_add (command, "-mgomp");
  list_add_all (command, &options->compile);
  list_add (command, "-fno-PIC");
  if (release >= WITH_EXCEPTIONS)
    list_add (command, "-mfake-exceptions");
  list_add (command, "-Wa,--no-verify");
  add_dump_names (command, options);
}

static void
add_link_options (struct list *command, const char *compiler,
                  const struct options *options, const char *to)
{
  list_add_all (command, &options->link);
  add_libraries (command, compiler, options);
  list_add (command, "-o");
  list_add (command, to);
}

/* From the inputs to TO in one go.  */
static int
compile (const char *compiler, const struct options *options, const char *to,
         char **messages)
{
  struct list command = { 0 };
  driver_start (&command, compiler, options);
  list_add (&command, "-xlto");
  add_device_options (&command, options);
  list_add_all (&command, &options->inputs);
  add_link_options (&command, compiler, options, to);
  return run (&command, messages, options->verbose);
}

/* The text after PREFIX in the last of the user's options that start with it,
   or NULL.  */
static const char *
last_option (const struct options *options, const char *prefix)
{
  for (size_t i = options->compile.count; i-- > 0;)
    if (strncmp (options->compile.item[i], prefix, strlen (prefix)) == 0)
      return options->compile.item[i] + strlen (prefix);
  return NULL;
}

/* The architecture that the user chose, 75 for sm_75; 0: none.  */
static int
chosen_architecture (const struct options *options)
{
  const char *name = last_option (options, "-misa=sm_");
  if (name == NULL)
    name = last_option (options, "-march=sm_");
  return name == NULL ? 0 : atoi (name);
}

/* The first architecture whose PTX version has aliases.  */
#define WITH_ALIASES 75

/* The same in two steps: PTX with aliases, which needs PTX 6.3, then PTX
   without.  */
static int
compile_aliases (const char *compiler, const struct options *options,
                 const char *to, char **messages)
{
  const char *with = temporary_file ("aliases.s");
  const char *without = temporary_file ("no-aliases.s");
  struct list command = { 0 };
  driver_start (&command, compiler, options);
  list_add (&command, "-xlto");
  add_device_options (&command, options);
  list_add (&command, "-malias");
  if (last_option (options, "-mptx=") == NULL
      && chosen_architecture (options) < WITH_ALIASES)
    list_add (&command, "-mptx=6.3");
  list_add (&command, "-S");
  list_add_all (&command, &options->inputs);
  list_add (&command, "-o");
  list_add (&command, with);
  int status = run (&command, messages, options->verbose);
  if (status != 0)
    return status;
  aliases_resolve (with, without);
  struct list link = { 0 };
  driver_start (&link, compiler, options);
  add_device_options (&link, options);
  list_add (&link, without);
  add_link_options (&link, compiler, options, to);
  return run (&link, messages, options->verbose);
}

/* The compiler's words for an internal error.  */
#define CRASH "internal compiler error"

static bool
crash_explain (const char *messages)
{
  if (strstr (messages, CRASH) == NULL)
    return false;
  say_error ("the compiler for nvptx, GCC %d, crashed", release);
  say_hint ("GCC 12 does that with va_arg, _Float16 and exceptions in code for "
            "the device; the messages above have the location, if it is known");
  return true;
}

static bool
aliases_explain (const char *messages)
{
  if (strstr (messages, NO_ALIASES) == NULL)
    return false;
  say_hint ("functions with two names, as constructors of C++ are without "
            "optimization, need PTX 6.3: leave out -mptx=, or compile with "
            "-O1");
  return true;
}

/* Compile to TO; returns whether the messages explained an error.  */
static bool
compile_either_way (const char *compiler, const struct options *options,
                    const char *to, int *status)
{
  char *messages;
  *status = compile (compiler, options, to, &messages);
  if (*status != 0 && strstr (messages, NO_ALIASES) != NULL)
    *status = compile_aliases (compiler, options, to, &messages);
  bool explained = unresolved_explain (messages);
  return (*status != 0
          && (crash_explain (messages) || aliases_explain (messages)))
         || explained;
}

/* The mask of four bytes in the file PATH; compilers before GCC 13 write
   none.  */
static unsigned
read_requires (const char *path)
{
  if (access (path, R_OK) != 0)
    return 0;
  size_t length;
  const char *bytes = read_file (path, &length);
  uint32_t mask = 0;
  if (length == sizeof (mask))
    memcpy (&mask, bytes, sizeof (mask));
  return mask;
}

/* The same for the oldest architecture that can call the host; the default
   architecture cannot.  */
static bool
compile_for_reverse_offload (const char *compiler,
                             const struct options *options, const char *to,
                             int *status)
{
  struct options newer = *options;
  newer.compile = (struct list){ 0 };
  list_add_all (&newer.compile, &options->compile);
  list_add (&newer.compile, "-misa=sm_35");
  return compile_either_way (compiler, &newer, to, status);
}

unsigned
compiler_run (const char *compiler, const struct options *options,
              const char *to)
{
  const char *requires = temporary_file ("requires");
  char *old[HIDDEN_COUNT];
  for (size_t i = 0; i < HIDDEN_COUNT; i++)
    {
      const char *value = getenv (hidden_variables[i]);
      old[i] = value == NULL ? NULL : xstrdup (value);
      unsetenv (hidden_variables[i]);
    }
  int status;
  /* The compiler's messages are parsed, so they must not be translated.  */
  setenv ("LC_ALL", "C", 1);
  setenv ("GCC_OFFLOAD_OMP_REQUIRES_FILE", requires, 1);
  bool explained = compile_either_way (compiler, options, to, &status);
  unsigned mask = status == 0 ? read_requires (requires) : 0;
  if ((mask & OFFGOMP_REQUIRES_REVERSE_OFFLOAD) != 0
      && chosen_architecture (options) == 0)
    explained = compile_for_reverse_offload (compiler, options, to, &status);
  unsetenv ("GCC_OFFLOAD_OMP_REQUIRES_FILE");
  for (size_t i = 0; i < HIDDEN_COUNT; i++)
    if (old[i] != NULL)
      setenv (hidden_variables[i], old[i], 1);
  if (status != 0)
    fail (explained ? "no code for nvptx is made from '%s'"
                    : "the device code of '%s' cannot be compiled for nvptx; "
                      "the messages above are about its target regions and "
                      "declare target functions",
          options->name);
  return mask;
}
