/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Sorting the arguments of mkoffload; see options.h.

   What lto-wrapper passes: -save-temps, -v, -o FILE, the objects, options
   merged from the objects, -dumpbase BASE, and the user's -foffload-options.
   Options for the linker and libraries go to the link of the image.  All
   others, except mkoffload's own, go to its compilation.  */

#include "options.h"

#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"

#define KEEP "-foffload-keep="
#define CUBIN "-foffload-cubin="

static bool
starts_with (const char *string, const char *prefix)
{
  return strncmp (string, prefix, strlen (prefix)) == 0;
}

/* Whether ARGUMENT starts with one of the NULL-terminated PREFIXES.  */
static bool
is_one_of (const char *argument, const char *const *prefixes)
{
  for (; *prefixes != NULL; prefixes++)
    if (starts_with (argument, *prefixes))
      return true;
  return false;
}

static const char *const for_link[] = {
  "-l", "-L", "-Wl,", "-static-lib", "-nodefaultlibs", "-fuse-ld=", NULL
};

/* Add ARGUMENT to its list; GCC 14 names the host's libraries -l_GCC_*.  */
static void
sort_option (struct options *options, const char *const *dropped,
             const char *argument)
{
  if (starts_with (argument, "-l_GCC_"))
    list_add (&options->link,
              concat ("-l", argument + strlen ("-l_GCC_"), NULL));
  else if (is_one_of (argument, for_link))
    list_add (&options->link, argument);
  else if (!is_one_of (argument, dropped))
    list_add (&options->compile, argument);
}

/* Handle ARGUMENT if it also takes the next one, VALUE.  */
static bool
take_pair (struct options *options, const char *argument, const char *value)
{
  if (strcmp (argument, "-o") == 0)
    options->output = value;
  else if (strcmp (argument, "-dumpbase") == 0)
    options->dumpbase = value;
  else if (strcmp (argument, "-Xassembler") == 0
           || strcmp (argument, "--param") == 0)
    {
      list_add (&options->compile, argument);
      list_add (&options->compile, value);
    }
  else if (strcmp (argument, "-Xlinker") == 0 || strcmp (argument, "-L") == 0
           || strcmp (argument, "-l") == 0 || strcmp (argument, "-z") == 0)
    {
      list_add (&options->link, argument);
      list_add (&options->link, value);
    }
  else
    return strcmp (argument, "-dumpdir") == 0
           || strcmp (argument, "-dumpbase-ext") == 0;
  return true;
}

/* The image keeps these although no code needs them: NAMES, comma
   separated.  */
static void
take_keep (struct options *options, const char *names)
{
  char *rest = xstrdup (names);
  char *next = rest;
  for (char *name; (name = strsep (&next, ",")) != NULL;)
    if (strcmp (name, "unreachable") == 0)
      options->keep_unreachable = true;
    else if (strcmp (name, "lines") == 0)
      options->keep_lines = true;
    else
      fail ("%s%s: '%s' is not known; choose of unreachable and lines", KEEP,
            names, name);
  free (rest);
}

static void
take_single (struct options *options, const char *const *dropped,
             const char *argument)
{
  if (argument[0] != '-')
    list_add (&options->inputs, argument);
  else if (starts_with (argument, "-save-temps"))
    options->save_temps = true;
  else if (strcmp (argument, "-v") == 0)
    options->verbose = true;
  else if (strcmp (argument, "-foffload-abi=ilp32") == 0)
    options->ilp32 = true;
  else if (starts_with (argument, CUBIN))
    options->cubins = argument + strlen (CUBIN);
  else if (starts_with (argument, KEEP))
    take_keep (options, argument + strlen (KEEP));
  else
    sort_option (options, dropped, argument);
  if (starts_with (argument, "-g") && argument[2] != 'n')
    options->debug = strcmp (argument, "-g0") != 0;
  if (strcmp (argument, "-fopenmp") == 0)
    options->openmp = true;
  if (strcmp (argument, "-fopenacc") == 0)
    options->openacc = true;
}

/* The base name of the link's output: the value of -o in COLLECT_GCC_OPTIONS,
   whose words are quoted by '.  */
static const char *
program_name (void)
{
  const char *words = getenv ("COLLECT_GCC_OPTIONS");
  const char *output = words == NULL ? NULL : strstr (words, "'-o' '");
  if (output == NULL)
    return "a.out";
  output += strlen ("'-o' '");
  char *name = xstrndup (output, strcspn (output, "'"));
  return lbasename (name);
}

void
options_parse (struct options *options, const char *const *dropped, int argc,
               char **argv)
{
  expandargv (&argc, &argv);
  for (int i = 1; i < argc; i++)
    if (i + 1 < argc && take_pair (options, argv[i], argv[i + 1]))
      i++;
    else
      take_single (options, dropped, argv[i]);
  if (options->output == NULL)
    fail ("no output file is given (-o FILE); this program is run by GCC's "
          "lto-wrapper");
  options->name = program_name ();
}
