/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* offgomp-info: which library programs load, what it finds on this machine, and
   what device code a file has.  One thread, which nothing else shares.  */

#include <getopt.h>
#include <stdlib.h>

#include "ask.h"
#include "caches.h"
#include "file.h"
#include "library.h"
#include "report.h"

#define LIBRARY "libgomp.so.1"

static const char usage[]
    = "Usage: offgomp-info [OPTION]... [FILE]...\n"
      "Report which libgomp.so.1 programs load, what it is, and the devices,\n"
      "CPUs and settings that it finds.  With FILEs, report what device code\n"
      "these programs, libraries, objects and archives have.\n"
      "\n"
      "  --library=FILE  ask this library\n"
      "  --json          report as JSON\n"
      "  --help          show this text\n"
      "  --version       show the version\n"
      "\n"
      "The manual: info offgomp\n";

enum
{
  OPTION_LIBRARY = 256,
  OPTION_JSON,
  OPTION_HELP,
  OPTION_VERSION
};

static const struct option options[]
    = { { "library", required_argument, NULL, OPTION_LIBRARY },
        { "json", no_argument, NULL, OPTION_JSON },
        { "help", no_argument, NULL, OPTION_HELP },
        { "version", no_argument, NULL, OPTION_VERSION },
        { NULL, 0, NULL, 0 } };

struct request
{
  const char *library; /* to ask; NULL: that of programs linked with -B */
  bool json;
};

static void
report_load (struct report *in, const char *programs, const char *path)
{
  struct report *load = report_object (in, "");
  const char *version = path != NULL ? library_version (path) : NULL;
  report_text (load, "programs", programs);
  report_text (load, "library", path != NULL ? path : "none");
  report_text (load, "version", version != NULL ? version : "not offgomp");
}

/* What is loaded, by whom.  Returns the library of programs linked with -B.  */
static const char *
report_loads (struct report *root)
{
  const char *directory = library_directory ();
  const char *ours = library_of_any (directory, LIBRARY);
  char programs[4096];
  struct report *loads = report_list (root, "loads");
  snprintf (programs, sizeof (programs), "linked with -B%s/offgomp/",
            directory);
  report_load (loads, programs, ours);
  report_load (loads, "others", library_of_any (NULL, LIBRARY));
  return ours;
}

/* False: the library cannot be asked.  */
static bool
report_machine (struct report *root, const struct request *request)
{
  const char *ours = report_loads (root);
  const char *path = request->library != NULL ? request->library : ours;
  struct report *library = report_object (root, "library");
  bool ok = path != NULL && library_version (path) != NULL;
  if (path != NULL)
    library_report (library, path);
  else
    report_text (library, "error", "no " LIBRARY " is found");
  if (ok)
    ok = ask_library (root, path);
  caches_report (report_list (root, "caches"));
  return ok;
}

static void
parse (int argc, char **argv, struct request *request)
{
  int option;
  while ((option = getopt_long (argc, argv, "", options, NULL)) != -1)
    switch (option)
      {
      case OPTION_LIBRARY:
        request->library = optarg;
        break;
      case OPTION_JSON:
        request->json = true;
        break;
      case OPTION_HELP:
        fputs (usage, stdout);
        exit (EXIT_SUCCESS);
      case OPTION_VERSION:
        puts ("offgomp-info (" PACKAGE_STRING ")");
        exit (EXIT_SUCCESS);
      default:
        fputs ("Try 'offgomp-info --help'.\n", stderr);
        exit (2);
      }
}

static bool
report_files (struct report *root, char **names)
{
  bool ok = true;
  struct report *files = report_list (root, "files");
  for (; *names != NULL; names++)
    ok &= file_report (files, *names);
  return ok;
}

int
main (int argc, char **argv)
{
  struct request request = { 0 };
  struct report root = { .kind = REPORT_OBJECT, .name = "" };
  parse (argc, argv, &request);
  bool ok = optind < argc ? report_files (&root, argv + optind)
                          : report_machine (&root, &request);
  if (request.json)
    report_write_json (&root, stdout);
  else
    report_write_text (&root, stdout);
  if (fflush (stdout) != 0)
    ok = false;
  return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
