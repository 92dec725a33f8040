/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Cubins; see cubin.h.

   ptxas and nvlink can do at the link what the driver does with PTX when a
   program starts: ptxas compiles each module, and nvlink links all of them.
   The PTX stays in the image.  So if a cubin cannot be made, the program only
   starts more slowly, and there is just a warning.  */

#include "cubin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"
#include "process.h"

#define WITHOUT "the driver compiles the image for it when the program starts"

/* A temporary file for a module or a cubin of sm_ARCHITECTURE.  */
static char *
file_for (unsigned architecture, size_t number, const char *suffix)
{
  char name[64];
  snprintf (name, sizeof name, "sm_%u.%zu%s", architecture, number, suffix);
  return temporary_file (name);
}

static void
add_architecture (struct list *command, unsigned architecture)
{
  char option[32];
  snprintf (option, sizeof option, "-arch=sm_%u", architecture);
  list_add (command, xstrdup (option));
}

static int
run_quietly (const struct list *command, const struct options *options)
{
  char *messages;
  int status = run (command, &messages, options->verbose);
  if (status != 0)
    fputs (messages, stderr);
  return status;
}

static bool
compile (const char *ptxas, unsigned architecture, const char *from,
         const char *to, const struct options *options)
{
  struct list command = { 0 };
  list_add (&command, ptxas);
  list_add (&command, "-c");
  add_architecture (&command, architecture);
  list_add (&command, "-o");
  list_add (&command, to);
  list_add (&command, from);
  return run_quietly (&command, options) == 0;
}

/* Compile the modules of IMAGE; their objects become arguments of LINK.  */
static bool
compile_all (const struct image *image, const char *ptxas,
             unsigned architecture, struct list *link,
             const struct options *options)
{
  for (size_t i = 0; i < image->code.count; i++)
    {
      const struct ptx_module *module = image->code.modules[i];
      if (!image_has_module (module))
        continue;
      char *text = file_for (architecture, i, ".ptx");
      char *object = file_for (architecture, i, ".o");
      image_write_module (image, module, text);
      if (!compile (ptxas, architecture, text, object, options))
        return false;
      list_add (link, object);
    }
  return true;
}

/* The cubin of IMAGE for ARCHITECTURE, or NULL.  */
static const char *
make (const struct image *image, const char *ptxas, const char *nvlink,
      unsigned architecture, const struct options *options)
{
  char *cubin = file_for (architecture, 0, ".cubin");
  struct list link = { 0 };
  list_add (&link, nvlink);
  add_architecture (&link, architecture);
  list_add (&link, "-o");
  list_add (&link, cubin);
  return compile_all (image, ptxas, architecture, &link, options)
                 && run_quietly (&link, options) == 0
             ? cubin
             : NULL;
}

/* Make the cubins of all NAMES; there are at most as many as commas plus
   one.  */
static void
make_all (struct image *image, char *names, const char *ptxas,
          const char *nvlink, const struct options *options)
{
  for (char *name; (name = strsep (&names, ",")) != NULL;)
    {
      char *end;
      unsigned architecture
          = strncmp (name, "sm_", 3) == 0 ? strtoul (name + 3, &end, 10) : 0;
      if (architecture == 0 || *end != '\0')
        fail ("-foffload-cubin=%s: '%s' is not the name of an architecture "
              "like sm_90",
              options->cubins, name);
      const char *path = make (image, ptxas, nvlink, architecture, options);
      if (path == NULL)
        say_warning ("no cubin of '%s' is made for %s: " WITHOUT, options->name,
                     name);
      else
        image->cubins[image->cubin_count++]
            = (struct cubin){ architecture, path };
    }
}

void
cubin_make (struct image *image, const struct options *options)
{
  if (options->cubins == NULL)
    return;
  const char *ptxas = find_program ("ptxas");
  const char *nvlink = find_program ("nvlink");
  if (ptxas == NULL || nvlink == NULL)
    {
      say_warning ("no cubin of '%s' is made: there is no %s", options->name,
                   ptxas == NULL ? "ptxas" : "nvlink");
      say_hint ("put the directory of CUDA's programs into PATH");
      return;
    }
  image->cubins = XCNEWVEC (struct cubin, strlen (options->cubins) + 1);
  make_all (image, xstrdup (options->cubins), ptxas, nvlink, options);
}
