/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* mkoffload for x86emul: from objects with device code to one host object.

   GCC's lto-wrapper runs it once in each link, with the objects that have
   offloaded code, in link order (see options.c for its other arguments).  It
   copies the device code of each into a separate object (object.c), lets the
   host's compiler compile these to one relocatable object, links that to a
   shared object, the image, and writes a host object that contains and
   registers it (host.c).

   The n-th entry of the image's tables is the n-th of the host's, because both
   come from the same objects in the same order.  If an object has no device
   code, this cannot hold, and there is no image: the program links, with a
   warning, and its target regions run on the host.  */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "assembly.h"
#include "check_variable.h"
#include "driver.h"
#include "host.h"
#include "image.h"
#include "lto-version.h"
#include "message.h"
#include "object.h"
#include "options.h"
#include "process.h"
#include "requires_mask.h"
#include "sanitize.h"
#include "undefined.h"

/* See gcc-plugin/check.h.  */
#define OFFGOMP_CHECK_DEVICE "OFFGOMP_CHECK_DEVICE"

/* See gcc-plugin/shared.h.  */
#define OFFGOMP_SHARE_DEVICE "OFFGOMP_SHARE_DEVICE"

#define NO_IMAGE                                                               \
  "no image for x86emul is made: the target regions of '%s' run on the host"

const char mkoffload_device[] = "x86emul";

/* mkoffload sets these itself, or they have no meaning for the image.  The
   architecture names are those of other accelerators:
   -foffload-options=-march=sm_70, given without a target, is passed here as
   well.  */
static const char *const dropped[] = { "-fPIC",
                                       "-fpic",
                                       "-fPIE",
                                       "-fpie",
                                       "-shared",
                                       "-foffload",
                                       "-march=sm_",
                                       "-misa=sm_",
                                       "-march=gfx",
                                       "-mptx",
                                       "-mgomp",
                                       "-msoft-stack",
                                       "-mmainkernel",
                                       "-flto",
                                       "-fno-lto",
                                       "-fuse-linker-plugin",
                                       NULL };
/* All that is known of this run.  */
struct session
{
  struct options options;
  const char *driver;       /* GCC's driver, as the user ran it */
  const char *toolchain;    /* our toolchain directory */
  struct object *objects;   /* one for each of options.inputs */
  struct list device_code;  /* files with the device code of objects */
  struct list device_debug; /* files with their debug information */
  struct list sanitizers;   /* options about them */
  bool wants_checked;       /* make an image for the mapping checker, too */
  bool wants_shared;        /* make one that shares the program's variables,
                               also if the program does not require this */
};

/* A temporary file for the object NUMBER.  */
static char *
numbered_file (size_t number, const char *suffix)
{
  char name[64];
  snprintf (name, sizeof (name), "%zu%s", number, suffix);
  return temporary_file (name);
}

static void
read_debug (struct session *session, size_t number)
{
  if (!session->options.debug || !session->objects[number].debug)
    return;
  char *copy = numbered_file (number, ".debug.o");
  if (object_copy_debug (&session->objects[number], copy))
    list_add (&session->device_debug, copy);
}

static void
read_objects (struct session *session)
{
  const struct list *inputs = &session->options.inputs;
  session->objects = XCNEWVEC (struct object, inputs->count + 1);
  for (size_t i = 0; i < inputs->count; i++)
    {
      char *copy = numbered_file (i, ".lto.o");
      object_read (&session->objects[i], inputs->item[i], copy);
      if (session->objects[i].kind != OBJECT_DEVICE)
        continue;
      list_add (&session->device_code, copy);
      read_debug (session, i);
    }
}

static void
complain_about (const struct object *object)
{
  switch (object->kind)
    {
    case OBJECT_NO_DEVICE:
      say_warning ("'%s' has target regions or declare target variables, but "
                   "no code for x86emul: it was compiled without -B%s",
                   object->name, "<libdir>/offgomp/");
      break;
    case OBJECT_OTHER_GCC:
      say_warning ("'%s' was compiled by GCC %u.%u; this toolchain directory "
                   "is for GCC %d",
                   object->name, object->major, object->minor,
                   LTO_VERSION_MAJOR);
      break;
    case OBJECT_OTHER_CLASS:
      say_warning (
          "'%s' is 32-bit code; x86emul's devices run 64-bit code only",
          object->name);
      break;
    case OBJECT_NO_OFFLOAD:
    case OBJECT_DEVICE:
      break;
    }
}

/* What helps against that.  The linker takes no objects of other classes: all
   have the last one's.  */
static void
advise (const struct session *session, enum object_kind kind)
{
  say_warning (NO_IMAGE, session->options.name);
  if (kind == OBJECT_OTHER_CLASS)
    say_hint ("compile without -m32 (-mx32), or with -foffload=disable if they "
              "are to run on the host");
  else
    say_hint ("compile all objects that have target regions with the same "
              "GCC and -B%s/",
              session->toolchain);
}

/* Whether every object with offloaded code has it for this device; report the
   objects that do not.  */
static bool
all_have_device_code (const struct session *session)
{
  enum object_kind missing = OBJECT_DEVICE;
  for (size_t i = 0; i < session->options.inputs.count; i++)
    {
      const struct object *object = &session->objects[i];
      if (object->kind == OBJECT_DEVICE || object->kind == OBJECT_NO_OFFLOAD)
        continue;
      complain_about (object);
      missing = object->kind;
    }
  if (missing != OBJECT_DEVICE)
    advise (session, missing);
  return missing == OBJECT_DEVICE;
}

/* Whether the image can have debug information.  With -gsplit-dwarf it is not
   in the objects, and the debug information that the image's compilation adds
   would refer to it.  */
static bool
has_debug (const struct session *session)
{
  for (size_t i = 0; i < session->options.inputs.count; i++)
    if (session->objects[i].split_debug)
      return false;
  return session->options.debug;
}

/* Whether the driver's lto1 can read the streams; reports it if not.  */
static bool
driver_fits (const struct session *session)
{
  struct list command = { 0 };
  list_add (&command, session->driver);
  list_add (&command, "-dumpversion");
  char *version;
  if (run (&command, &version, session->options.verbose) != 0)
    fail ("cannot run '%s'", session->driver);
  version[strcspn (version, "\n")] = '\0';
  bool fits = atoi (version) == LTO_VERSION_MAJOR;
  if (!fits)
    {
      say_warning ("'%s' is GCC %s; this toolchain directory is for GCC %d",
                   session->driver, version, LTO_VERSION_MAJOR);
      say_warning (NO_IMAGE, session->options.name);
    }
  free (version);
  return fits;
}

/* Compile all device code to the one object TO; CHECKED: with calls of the
   mapping checker.  */
static void
compile_image (const struct session *session, const char *to, bool checked)
{
  const char *plugin = concat (session->toolchain, "/x86emul-device.so", NULL);
  struct list command = { 0 };
  driver_start (&command, session->driver, &session->options);
  list_add (&command, "-xlto");
  list_add (&command, "-c");
  list_add_all (&command, &session->options.compile);
  list_add_all (&command, &session->sanitizers);
  list_add (&command, "-fPIC");
  list_add (&command, "-fno-semantic-interposition");
  /* GNU ld 2.40 uses the wrong file of a DWARF 5 line table that starts like
     lto1's.  */
  list_add (&command, has_debug (session) ? "-gdwarf-4" : "-g0");
  /* Images would share a unique symbol, which would keep them loaded.  */
  list_add (&command, "-fno-gnu-unique");
  list_add (&command, concat ("-fplugin=", plugin, NULL));
  /* The other compilation has already printed all messages.  */
  if (checked)
    list_add (&command, "-w");
  list_add (&command, "-o");
  list_add (&command, to);
  list_add_all (&command, &session->device_code);
  if (run (&command, NULL, session->options.verbose) != 0)
    fail ("the device code of '%s' cannot be compiled; the messages above "
          "are about its target regions and declare target functions",
          session->options.name);
}

/* Libraries of the compilers, and the prefixes of their symbols.  */
static const struct
{
  const char *prefix;
  const char *library;
} compiler_libraries[] = {
  { "_gfortran", "-lgfortran" }, { "_gfortran", "-lquadmath" },
  { "_Z", "-lstdc++" },          { "__cxa", "-lstdc++" },
  { "__gxx", "-lstdc++" },       { "__ubsan", "-lubsan" },
  { "__gcov", "-lgcov" },        { "__atomic", "-latomic" },
};

static bool
has_prefix (const struct list *names, const char *prefix)
{
  for (size_t i = 0; i < names->count; i++)
    if (strncmp (names->item[i], prefix, strlen (prefix)) == 0)
      return true;
  return false;
}

/* Libraries for the functions that IMAGE calls: the compilers' if the code
   needs them.  */
static void
add_libraries (const struct image *image, struct list *command)
{
  list_add (command, "-Wl,--as-needed");
  for (size_t i = 0;
       i < sizeof (compiler_libraries) / sizeof (*compiler_libraries); i++)
    if (has_prefix (&image->unknown, compiler_libraries[i].prefix))
      list_add (command, compiler_libraries[i].library);
  list_add (command, "-lgomp");
  list_add (command, "-lm");
  list_add (command, "-pthread");
}

/* All of an image has the one version.  */
static const char *
write_version_script (void)
{
  const char *path = temporary_file ("version-script");
  FILE *out = fopen (path, "w");
  if (out == NULL || fputs ("OFFGOMP_IMAGE { *; };\n", out) < 0
      || fclose (out) != 0)
    fail_errno ("cannot write '%s'", path);
  return path;
}

static void
link_image (const struct session *session, const struct image *image,
            const char *object, const char *to, bool checked)
{
  const char *directory = session->toolchain;
  struct list command = { 0 };
  driver_start (&command, session->driver, &session->options);
  list_add (&command, "-shared");
  list_add_all (&command, &session->sanitizers);
  list_add (&command, "-o");
  list_add (&command, to);
  list_add (&command,
            concat (directory, "/accel/x86emul/crtoffloadbegin.o", NULL));
  list_add (&command, object);
  if (has_debug (session))
    list_add_all (&command, &session->device_debug);
  list_add (&command, concat (directory, "/accel/x86emul/image_table.o", NULL));
  if (checked)
    list_add (&command,
              concat (directory, "/accel/x86emul/image_check.o", NULL));
  list_add (&command,
            concat (directory, "/accel/x86emul/crtoffloadend.o", NULL));
  /* The image uses its own functions, even if libraries of the device process
     have functions of the same names.  If a program and its libraries define
     the same variable, they share one, that of the image loaded first; its
     version excludes variables of other libraries.  */
  list_add (&command, "-Wl,-Bsymbolic-functions,-z,now");
  /* The image also has the code of "device (ancestor: 1)", which the device
     cannot leave to the host, and so never runs.  */
  if ((image->requires_mask & OFFGOMP_REQUIRES_REVERSE_OFFLOAD) == 0)
    list_add (&command, "-Wl,-z,defs");
  list_add (&command,
            concat ("-Wl,--version-script=", write_version_script (), NULL));
  list_add (&command, concat ("-Wl,-rpath,", directory, "/..", NULL));
  list_add (&command, concat ("-L", directory, NULL));
  list_add_all (&command, &session->options.link);
  add_libraries (image, &command);
  char *messages;
  setenv ("LC_ALL", "C", 1);
  int status = run (&command, &messages, session->options.verbose);
  bool explained = undefined_explain (messages);
  if (status != 0)
    fail (explained ? "no device image is made from '%s'"
                    : "the device image of '%s' cannot be linked",
          session->options.name);
}

/* Whether the link was asked for a checked image: by the option
   -DOFFLOAD_EMUL_CHECK or the variable that asks for the check itself.  */
static bool
wants_checked (void)
{
  const char *words = getenv ("COLLECT_GCC_OPTIONS");
  return (words != NULL && strstr (words, "'OFFLOAD_EMUL_CHECK") != NULL)
         || offgomp_check_asked (getenv ("OFFLOAD_EMUL_CHECK"));
}

/* Whether the link was asked for an image that a device can have in the
   program's process, in one of these ways.  */
static bool
wants_shared (void)
{
  const char *words = getenv ("COLLECT_GCC_OPTIONS");
  const char *wish = getenv ("OFFLOAD_EMUL_SHARED");
  return (words != NULL && strstr (words, "'OFFLOAD_EMUL_SHARED'") != NULL)
         || (wish != NULL && strcmp (wish, "1") == 0);
}

static bool
has_checked (const struct session *session)
{
  for (size_t i = 0; i < session->options.inputs.count; i++)
    if (session->objects[i].checked)
      return true;
  return false;
}

/* The image a second time, with its accesses checked.  */
static const char *
make_checked (const struct session *session, struct image *image)
{
  const char *object = temporary_file ("checked.o");
  const char *linked = temporary_file ("checked.so");
  setenv (OFFGOMP_CHECK_DEVICE, "1", 1);
  compile_image (session, object, true);
  link_image (session, image, object, linked, true);
  image->checked_checksum = image_checksum (linked);
  return linked;
}

/* The mask of "requires" directives, which all objects with target constructs
   must have in common.  */
static unsigned
requires_mask (const struct session *session)
{
  const struct object *first = NULL;
  for (size_t i = 0; i < session->options.inputs.count; i++)
    {
      const struct object *object = &session->objects[i];
      if (object->requires_mask == 0)
        continue;
      if (first == NULL)
        first = object;
      if (object->requires_mask == first->requires_mask)
        continue;
      say_error ("the 'requires' directives of '%s' and '%s' differ",
                 first->name, object->name);
      say_hint ("OpenMP wants the clauses unified_address, "
                "unified_shared_memory, self_maps and reverse_offload to be "
                "the same in all files with target constructs");
      fail ("no device image is made from '%s'", session->options.name);
    }
  return first == NULL ? 0 : first->requires_mask;
}

static void
make_image (const struct session *session)
{
  struct image image = { .interface = assembly_interface (LTO_VERSION_MAJOR),
                         .requires_mask = requires_mask (session) };
  const char *object = temporary_file ("image.o");
  const char *linked = temporary_file ("image.so");
  const char *text = temporary_file ("host.s");
  const char *checked = NULL;
  if (session->wants_shared
      || (image.requires_mask & OFFGOMP_REQUIRES_MEMORY) != 0)
    setenv (OFFGOMP_SHARE_DEVICE, "1", 1);
  compile_image (session, object, false);
  image_read_object (&image, object);
  link_image (session, &image, object, linked, false);
  image.checksum = image_checksum (linked);
  if (session->wants_checked || has_checked (session))
    checked = make_checked (session, &image);
  host_write (text, &image, linked, checked, session->options.name);
  driver_assemble (session->driver, &session->options, text);
}

/* For a program without an image.  */
static void
make_nothing (const struct session *session)
{
  const char *text = temporary_file ("host.s");
  assembly_write_empty (text, session->options.ilp32);
  driver_assemble (session->driver, &session->options, text);
}

int
main (int argc, char **argv)
{
  struct session session = { 0 };
  process_init ();
  options_parse (&session.options, dropped, argc, argv);
  if (session.options.dumpbase == NULL)
    session.options.dumpbase = "a.xx86emul";
  session.wants_checked = wants_checked ();
  session.wants_shared = wants_shared ();
  sanitize_read (&session.sanitizers);
  sanitize_choose (&session.sanitizers, &session.options.compile);
  session.driver = driver_find ();
  session.toolchain = driver_toolchain ();
  process_make_directory (session.options.save_temps ? session.options.dumpbase
                                                     : NULL);
  process_remove_on_failure (session.options.output);
  driver_clean_environment (session.toolchain);
  read_objects (&session);
  if (all_have_device_code (&session) && session.device_code.count > 0
      && driver_fits (&session))
    make_image (&session);
  else
    make_nothing (&session);
  process_remove_on_failure (NULL);
  process_cleanup ();
  return EXIT_SUCCESS;
}
