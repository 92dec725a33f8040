/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* lto-wrapper of the toolchain directory: determines which devices get an
   image, then executes GCC's own lto-wrapper.

   The driver names the offload targets in OFFLOAD_TARGET_NAMES, and sets
   OFFLOAD_TARGET_DEFAULT if the user chose none.  GCC accepts only names of
   targets that it was configured with, so x86emul cannot be given there:

     no target (-foffload=disable)        none
     a relocatable link (-r)              none: the final link makes images
     the user's choice (-foffload=NAMES)  that choice
     the default                          x86emul
     OFFGOMP_OFFLOAD_TARGETS=NAMES set    NAMES, unless -foffload=disable

   The default leaves out GCC's other targets even if their compilers are
   installed: each link would take longer and make a larger program, although
   the user never asked for a GPU.  */

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "common/environment.h"

/* The linker plugin's list of the objects with offloaded code.  GCC's own
   lto-wrapper removes it; NULL if there is none, or it must be kept.  */
static const char *object_list;

static void
find_object_list (int argc, char **argv)
{
  static const char option[] = "-foffload-objects=";
  const char *driver_options = getenv ("COLLECT_GCC_OPTIONS");
  if (driver_options != NULL && strstr (driver_options, "'-save-temps") != NULL)
    return;
  char **copy = dupargv (argv);
  expandargv (&argc, &copy);
  for (int i = 1; i < argc; i++)
    if (strncmp (copy[i], option, strlen (option)) == 0)
      object_list = xstrdup (copy[i] + strlen (option));
  freeargv (copy);
}

static _Noreturn void
give_up (void)
{
  if (object_list != NULL)
    unlink (object_list);
  exit (EXIT_FAILURE);
}

static _Noreturn void
fail (const char *what, const char *argument, const char *reason)
{
  fprintf (stderr, "offgomp lto-wrapper: error: %s '%s'%s%s\n", what, argument,
           *reason == '\0' ? "" : ": ", reason);
  give_up ();
}

static void
set_targets (const char *targets)
{
  char *names = xstrdup (targets);
  for (char *c = names; *c != '\0'; c++)
    if (*c == ',' || *c == ' ')
      *c = ':';
  setenv ("OFFLOAD_TARGET_NAMES", names, 1);
  unsetenv ("OFFLOAD_TARGET_DEFAULT");
  free (names);
}

static void
settle_targets (void)
{
  const char *asked = getenv ("OFFLOAD_TARGET_NAMES");
  const char *ours = getenv ("OFFGOMP_OFFLOAD_TARGETS");
  const char *options = getenv ("COLLECT_GCC_OPTIONS");
  if (asked == NULL || *asked == '\0')
    return;
  if (options != NULL && strstr (options, "'-r'") != NULL)
    unsetenv ("OFFLOAD_TARGET_NAMES");
  else if (ours != NULL && *ours != '\0')
    set_targets (ours);
  else if (getenv ("OFFLOAD_TARGET_DEFAULT") != NULL)
    set_targets (DEFAULT_TARGETS);
}

/* Whether a directory of COMPILER_PATH has a mkoffload for TARGET.  */
static bool
has_mkoffload (const char *target)
{
  const char *value = getenv ("COMPILER_PATH");
  if (value == NULL)
    return true;
  char *path = xstrdup (value);
  char *next = path;
  bool found = false;
  for (char *part; !found && (part = strsep (&next, ":")) != NULL;)
    {
      char *file = concat (part, "/accel/", target, "/mkoffload", NULL);
      found = access (file, X_OK) == 0;
      free (file);
    }
  free (path);
  return found;
}

static void
check_targets (void)
{
  const char *value = getenv ("OFFLOAD_TARGET_NAMES");
  if (value == NULL || getenv ("OFFLOAD_TARGET_DEFAULT") != NULL)
    return;
  char *names = xstrdup (value);
  char *next = names;
  for (char *name; (name = strsep (&next, ":")) != NULL;)
    if (*name != '\0' && !has_mkoffload (name))
      {
        const char *by = getenv ("OFFGOMP_OFFLOAD_TARGETS");
        fprintf (stderr,
                 "offgomp lto-wrapper: error: there is no compiler for the "
                 "offload target '%s' (named by %s)\n"
                 "offgomp lto-wrapper: hint: install it (Debian, Ubuntu: "
                 "package gcc-N-offload-nvptx or gcc-N-offload-amdgcn of this "
                 "GCC), or name only " DEFAULT_TARGETS "\n",
                 name,
                 by != NULL && *by != '\0' ? "OFFGOMP_OFFLOAD_TARGETS"
                                           : "-foffload=");
        give_up ();
      }
  free (names);
}

/* The name that DRIVER prints of its lto-wrapper, in an environment without our
   directory.  */
static char *
ask_driver (const char *driver)
{
  int answer[2];
  if (pipe (answer) != 0)
    fail ("cannot ask", driver, strerror (errno));
  pid_t child = fork ();
  if (child < 0)
    fail ("cannot run", driver, strerror (errno));
  if (child == 0)
    {
      unsetenv ("COMPILER_PATH");
      unsetenv ("GCC_EXEC_PREFIX");
      unsetenv ("LIBRARY_PATH");
      dup2 (answer[1], STDOUT_FILENO);
      close (answer[0]);
      close (answer[1]);
      execlp (driver, driver, "-print-prog-name=lto-wrapper", (char *)NULL);
      _exit (EXIT_FAILURE);
    }
  close (answer[1]);
  FILE *from = fdopen (answer[0], "r");
  char *line = NULL;
  size_t size = 0;
  ssize_t length = from == NULL ? -1 : getline (&line, &size, from);
  if (length <= 0)
    fail ("no lto-wrapper is known to", driver, "");
  line[strcspn (line, "\n")] = '\0';
  fclose (from);
  return line;
}

static bool
is_this_program (const char *path)
{
  struct stat us, other;
  return stat ("/proc/self/exe", &us) == 0 && stat (path, &other) == 0
         && us.st_dev == other.st_dev && us.st_ino == other.st_ino;
}

/* The first file NAME that is not this program in a directory of COMPILER_PATH,
   where a driver that is not installed yet has it; NAME if there is none.  */
static char *
find_another (const char *name)
{
  const char *value = getenv ("COMPILER_PATH");
  char *path = xstrdup (value == NULL ? "" : value);
  char *next = path;
  for (char *part; (part = strsep (&next, ":")) != NULL;)
    {
      char *file = concat (part, "/", name, NULL);
      if (access (file, X_OK) == 0 && !is_this_program (file))
        return file;
      free (file);
    }
  free (path);
  return xstrdup (name);
}

int
main (int argc, char **argv)
{
  const char *driver = getenv ("COLLECT_GCC");
  if (driver == NULL)
    fail ("not set:", "COLLECT_GCC",
          "this program is run by GCC's linker plugin");
  find_object_list (argc, argv);
  settle_targets ();
  check_targets ();
  char *real = ask_driver (driver);
  if (strchr (real, '/') == NULL)
    real = find_another (real);
  if (is_this_program (real))
    fail ("only this very program is known as lto-wrapper to", driver, "");
  argv[0] = real;
  execv (real, argv);
  fail ("cannot run", real, strerror (errno));
}
