/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How offgomp-info asks a libgomp.so.1 of offgomp what it found: a function,
   looked up by the name OFFGOMP_DESCRIBE.  The answer consists of records of
   named texts and numbers, so library and program may be of different
   releases: the program shows records and facts that it does not know as they
   come.

   Records, and their facts:

     cpus     available: how many the process may keep busy; mask; cores,
              sockets, ll_caches, numa_domains: into how many of these the CPUs
              of the mask fall (0: not known); threads: the default number;
              threads_from: where it comes from; quota, quota_group: CPUs that
              a control group allows, and the group, if one does
     place    number, cpus
     setting  name: an environment variable; value: in effect; from: "default",
              or the variable that was set
     device   number, uid, plugin, file: the plugin's; ordinal: its number for
              the plugin; kind, isa, arch, vendor: traits, if known; state:
              "ready", or why it cannot be used
     absent   reason: why a plugin has no device here, or a device does not
              count  */

#ifndef OFFGOMP_DESCRIBE_H
#define OFFGOMP_DESCRIBE_H

#define OFFGOMP_DESCRIBE "offgomp_describe"

/* Receives the answer, on the thread that asks.  The texts are valid during
   the call.  */
struct offgomp_describer
{
  /* A record of KIND begins; the one before it ends.  */
  void (*begin) (void *context, const char *kind);
  void (*text) (void *context, const char *name, const char *value);
  void (*number) (void *context, const char *name, long long value);
  void *context; /* the first argument of these */
};

/* The function behind the name.  Starts all devices, also those that the
   process has no image for.  */
typedef void offgomp_describe_function (const struct offgomp_describer *to);

#endif
