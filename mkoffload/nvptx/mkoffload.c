/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* mkoffload for nvptx: from objects with device code to one host object.

   GCC's lto-wrapper runs it once in each link, with the objects that have
   offloaded code, in link order (see common/options.c for its other arguments).
   GCC's compiler for nvptx makes PTX modules from their device code and adds
   the modules of the device's libraries (compiler.c).  The modules are parsed
   (ptx.c).  Their table of variables gets the host's order (order.c).  Code
   that no kernel can reach is removed (reach.c).  Code that would not load is
   refused (prototypes.c).  Each team gets its own control variables
   (per_team.c).  ptxas checks the result (verify.c) and, if the user wants
   that, compiles it (cubin.c).  Finally the image is written into a host object
   that registers it (image.c).  */

#include <stdlib.h>

#include <libiberty/libiberty.h>

#include "assembly.h"
#include "compiler.h"
#include "cubin.h"
#include "driver.h"
#include "image.h"
#include "message.h"
#include "order.h"
#include "per_team.h"
#include "process.h"
#include "prototypes.h"
#include "reach.h"
#include "requires_mask.h"
#include "verify.h"

const char mkoffload_device[] = "nvptx";

/* These have no meaning for this device, or compiler.c sets them.  */
static const char *const dropped[] = { "-fPIC",
                                       "-fpic",
                                       "-fPIE",
                                       "-fpie",
                                       "-shared",
                                       "-foffload=",
                                       "-march=gfx",
                                       "-mgomp",
                                       "-flto",
                                       "-fno-lto",
                                       "-fuse-linker-plugin",
                                       NULL };

/* Old devices cannot call the host, but a user may request code for them.  */
static void
check_reverse_offload (const struct image *image, const struct options *options)
{
  unsigned target = image->code.modules[0]->target;
  if ((image->requires_mask & OFFGOMP_REQUIRES_REVERSE_OFFLOAD) == 0
      || target >= 35)
    return;
  say_error (
      "'%s' has 'requires reverse_offload', for which the code is not to "
      "be older than sm_35; it is for sm_%u",
      options->name, target);
  say_hint ("leave the architecture to this program, or choose another: "
            "-foffload-options=nvptx-none=-misa=sm_35");
  fail ("no code for nvptx is made");
}

/* GCC's compiler for nvptx generates code for only one of them.  */
static void
check_languages (const struct options *options)
{
  if (!options->openmp || !options->openacc)
    return;
  say_error ("parts of '%s' are compiled with -fopenmp and parts with "
             "-fopenacc, which an image for nvptx cannot have together",
             options->name);
  say_hint ("make a shared library of the parts of one kind: it has an image "
            "of its own");
  fail ("no code for nvptx is made");
}

static void
make_image (const struct options *options, const char *driver,
            const char *compiler)
{
  const char *modules = temporary_file ("modules.ptx");
  const char *own = temporary_file ("own.ptx");
  const char *code = temporary_file ("image.ptx");
  const char *text = temporary_file ("host.s");
  enum interface interface = assembly_interface (
      compiler_version (compiler, options));
  unsigned requires = compiler_run (compiler, options, modules);
  struct image image = { .interface = interface,
                         .requires_mask = requires,
                         .lines = options->debug || options->keep_lines };
  size_t length;
  const char *ptx = read_file (modules, &length);
  ptx_read (&image.code, ptx, length);
  if (image.code.count == 0)
    fail ("the compiler for nvptx made no code of '%s'", options->name);
  order_variables (&image.code.variables, &options->inputs);
  check_reverse_offload (&image, options);
  reach_mark (&image.code, options->keep_unreachable);
  prototypes_check (&image.code);
  per_team_separate (&image.code);
  image_write_module (&image, image.code.modules[0], own);
  verify (own, image.code.modules[0]->target, options);
  cubin_make (&image, options);
  image_write (&image, text, code);
  driver_clean_environment (driver_toolchain ());
  driver_assemble (driver, options, text);
}

/* For a program with 32-bit pointers, which this device does not support, or
   without a compiler, if GCC makes code for all devices by default.  */
static void
make_nothing (const struct options *options, const char *driver)
{
  const char *text = temporary_file ("host.s");
  assembly_write_empty (text, options->ilp32);
  driver_clean_environment (driver_toolchain ());
  driver_assemble (driver, options, text);
}

int
main (int argc, char **argv)
{
  struct options options = { 0 };
  process_init ();
  options_parse (&options, dropped, argc, argv);
  if (options.dumpbase == NULL)
    options.dumpbase = "a.xnvptx-none";
  const char *driver = driver_find ();
  process_make_directory (options.save_temps ? options.dumpbase : NULL);
  process_remove_on_failure (options.output);
  check_languages (&options);
  const char *compiler = options.ilp32 ? NULL : compiler_find (driver);
  if (compiler == NULL)
    make_nothing (&options, driver);
  else
    make_image (&options, driver, compiler);
  process_remove_on_failure (NULL);
  process_cleanup ();
  return EXIT_SUCCESS;
}
