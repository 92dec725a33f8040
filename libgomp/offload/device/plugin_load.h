/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Plugins: their hooks, found and checked.  */

#ifndef GOMP_OFFLOAD_DEVICE_PLUGIN_LOAD_H
#define GOMP_OFFLOAD_DEVICE_PLUGIN_LOAD_H

#include "base/compiler.h"
#include "plugin/plugin.h"

/* A loaded plugin; constant, never unloaded.  */
struct gomp_plugin
{
  const char *name;      /* get_name () */
  unsigned capabilities; /* enum gomp_plugin_capability */
  int type;              /* get_type () */
  int device_count;      /* get_num_devices (), at least 1 */
  /* The hooks by name; optional ones may be NULL.  */
#define HOOK(need, hook, result, parameters) result (*hook) parameters;
#include "plugin/hooks.def"
#undef HOOK
};

/* Load libgomp-plugin-NAME.so.1, NAME being LENGTH bytes; if NAME has a slash,
   load the file NAME.  NULL: it is missing or unusable, or has no device
   (recorded).  The caller lets only one thread in.  */
HIDDEN struct gomp_plugin *gomp_plugin_load (const char *name, int length);

#endif
