/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The command line of mkoffload, as GCC's lto-wrapper composes it.  */

#ifndef MKOFFLOAD_COMMON_OPTIONS_H
#define MKOFFLOAD_COMMON_OPTIONS_H

#include <stdbool.h>

#include "list.h"

struct options
{
  const char *output;   /* object file to write */
  const char *dumpbase; /* prefix of files that -save-temps keeps; NULL: none */
  const char *name;     /* base name of the program or library, for messages */
  bool save_temps;      /* keep the temporary files */
  bool verbose;         /* show the commands run */
  bool debug;           /* -g: the image has line numbers */
  bool ilp32;           /* -foffload-abi=ilp32: no device supports it */
  bool openmp;          /* -fopenmp */
  bool openacc;         /* -fopenacc */
  bool keep_unreachable; /* -foffload-keep=unreachable */
  bool keep_lines;       /* -foffload-keep=lines */
  const char *cubins;    /* -foffload-cubin=: names of architectures, or NULL */
  struct list inputs;    /* objects, "file" or "archive@0xoffset" */
  struct list compile;   /* options for the device's compiler */
  struct list link;      /* options and libraries for the link of the image */
};

/* DROPPED: a NULL-terminated list of prefixes; options with these are not
   passed to the device's compiler.  */
void options_parse (struct options *options, const char *const *dropped,
                    int argc, char **argv);

#endif
