/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Entry point and version check of the GCC plugins of the toolchain
   directory: x86emul-stream.so, x86emul-check.so and tool-events.so, loaded
   into the compilers by the specs file, and x86emul-device.so, loaded by
   mkoffload into the lto1 that compiles an image.

   GCC's data structures differ from version to version and with the checks that
   GCC was configured with, so a plugin works only in the GCC that it was built
   for, and reports it if it is loaded into another one.  */

#include "gcc_headers.h"
#include "plugin-version.h"

#include "plugin.h"

__attribute__ ((visibility ("default"))) int plugin_is_GPL_compatible;
__attribute__ ((visibility ("default"))) int plugin_init (plugin_name_args *,
                                                          plugin_gcc_version *);

/* The word of ARGUMENTS (as printed by gcc -v) that starts with OPTION, or
   "", and its length in LENGTH.  */
static const char *
configure_option (const char *arguments, const char *option, size_t *length)
{
  const char *word = strstr (arguments, option);
  *length = word == NULL ? 0 : strcspn (word, " '");
  return word == NULL ? "" : word;
}

static bool
same_option (const plugin_gcc_version *running, const char *option)
{
  size_t ours, theirs;
  const char *our_word
      = configure_option (gcc_version.configuration_arguments, option, &ours);
  const char *their_word
      = configure_option (running->configuration_arguments, option, &theirs);
  return ours == theirs && strncmp (our_word, their_word, ours) == 0;
}

/* Whether RUNNING has the data structures of the GCC of our headers: an
   update of a distribution's package that keeps the version keeps them.  */
static bool
version_fits (const plugin_gcc_version *running)
{
  return strcmp (gcc_version.basever, running->basever) == 0
         && strcmp (gcc_version.devphase, running->devphase) == 0
         && same_option (running, "--target=")
         && same_option (running, "--enable-checking=");
}

static void
complain (const plugin_name_args *info, const plugin_gcc_version *running)
{
  if (strcmp (gcc_version.basever, running->basever) != 0)
    error ("%qs was built for GCC %s, but this is GCC %s", info->full_name,
           gcc_version.basever, running->basever);
  else
    error ("%qs was built for a GCC %s configured in another way: %s",
           info->full_name, gcc_version.basever,
           gcc_version.configuration_arguments);
  inform (UNKNOWN_LOCATION,
          "use GCC %s, or build offgomp for this GCC (configure "
          "%<--with-gcc=%>), or leave out %<-B%> of this toolchain directory",
          gcc_version.basever);
}

void
offgomp_plugin_add_pass (const plugin_name_args *info, opt_pass *pass,
                         const char *reference, pass_positioning_ops position)
{
  register_pass_info registration;
  registration.pass = pass;
  registration.reference_pass_name = reference;
  registration.ref_pass_instance_number = 1;
  registration.pos_op = position;
  register_callback (info->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL,
                     &registration);
}

int
plugin_init (plugin_name_args *info, plugin_gcc_version *running)
{
  if (!version_fits (running))
    {
      complain (info, running);
      return 1;
    }
  offgomp_plugin_start (info);
  return 0;
}
