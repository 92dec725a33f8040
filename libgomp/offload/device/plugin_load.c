/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The plugin loader.

   Finds libgomp-plugin-NAME.so.1 beside this library first, then as the
   dynamic linker finds libraries, or a file that is named; checks version,
   hooks and devices.  Called by device.c, by one thread at a time; owns nothing
   afterwards, since a loaded plugin stays for ever.  Each refusal leaves a
   reason on record.  */

#include "offload/device/plugin_load.h"

#include <dlfcn.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/mem.h"
#include "offload/device/refusals.h"

/* Which plugins must export a hook: the first column of plugin/hooks.def.  */
enum need
{
  NEED_ALWAYS,
  NEED_OPTIONAL,
  NEED_OPENMP,
  NEED_OPENACC,
  NEED_CUDA,
  NEED_PRIVATE
};

struct hook
{
  const char *symbol; /* exported name */
  size_t offset;      /* of its member in struct gomp_plugin */
  enum need need;
};

static const struct hook hooks[] = {
#define HOOK(need, hook, result, parameters)                                   \
  { "GOMP_OFFLOAD_" #hook, offsetof (struct gomp_plugin, hook), NEED_##need },
#include "plugin/hooks.def"
#undef HOOK
};

/* A plugin being loaded.  */
struct candidate
{
  char file[PATH_MAX]; /* libgomp-plugin-NAME.so.1 */
  char path[PATH_MAX]; /* what was opened */
  void *handle;        /* of dlopen */
  struct gomp_plugin *plugin;
};

/* dlsym gives an object pointer; ISO C wants this detour for a function.  */
static void
store_hook (struct gomp_plugin *plugin, const struct hook *hook, void *address)
{
  memcpy ((char *)plugin + hook->offset, &address, sizeof (address));
}

static bool
is_needed (const struct gomp_plugin *plugin, enum need need)
{
  switch (need)
    {
    case NEED_ALWAYS:
      return true;
    case NEED_OPENMP:
      return (plugin->capabilities & GOMP_CAP_OPENMP_400) != 0;
    case NEED_OPENACC:
      return (plugin->capabilities & GOMP_CAP_OPENACC_200) != 0;
    default:
      return false;
    }
}

static bool
refuse (const struct candidate *c, const char *why, const char *missing)
{
  gomp_refusals_add ("plugin %s: %s%s%s", c->path, why,
                     missing != NULL ? "; missing function was " : "",
                     missing != NULL ? missing : "");
  gomp_debug ("while loading %s: %s\n", c->file, why);
  if (missing != NULL)
    gomp_debug ("missing function was %s\n", missing);
  return false;
}

static bool
check_version (struct candidate *c)
{
  void *address = dlsym (c->handle, "GOMP_OFFLOAD_version");
  if (address == NULL)
    return refuse (c, "not an offload plugin", "GOMP_OFFLOAD_version");
  unsigned (*version) (void);
  memcpy (&version, &address, sizeof (version));
  unsigned theirs = version ();
  if (theirs == GOMP_PLUGIN_VERSION)
    return true;
  char why[96];
  snprintf (why, sizeof (why),
            "plugin version mismatch (interface %u, this libgomp has %u)",
            theirs, (unsigned)GOMP_PLUGIN_VERSION);
  return refuse (c, why, NULL);
}

static bool
find_hooks (struct candidate *c)
{
  unsigned cuda = 0, cuda_found = 0;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (hooks); i++)
    {
      const struct hook *hook = &hooks[i];
      void *address = dlsym (c->handle, hook->symbol);
      store_hook (c->plugin, hook, address);
      if (address == NULL && hook->need == NEED_ALWAYS)
        return refuse (c, "plugin misses a mandatory function", hook->symbol);
      cuda += hook->need == NEED_CUDA;
      cuda_found += hook->need == NEED_CUDA && address != NULL;
    }
  if (cuda_found != 0 && cuda_found != cuda)
    return refuse (c, "plugin missing OpenACC CUDA handler function", NULL);
  return true;
}

/* Does the plugin have the hooks that its capabilities require?  */
static bool
check_hooks (struct candidate *c)
{
  struct gomp_plugin *plugin = c->plugin;
  plugin->capabilities = plugin->get_caps ();
  if (plugin->async_run == NULL)
    plugin->async_run = plugin->own_async_run;
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (hooks); i++)
    {
      void *address;
      memcpy (&address, (char *)plugin + hooks[i].offset, sizeof (address));
      if (address == NULL && is_needed (plugin, hooks[i].need))
        return refuse (c,
                       hooks[i].need == NEED_OPENACC
                           ? "plugin missing OpenACC handler function"
                           : "plugin missing OpenMP handler function",
                       hooks[i].symbol);
    }
  return true;
}

static bool
find_devices (struct candidate *c)
{
  struct gomp_plugin *plugin = c->plugin;
  plugin->device_count = plugin->get_num_devices ();
  plugin->name = plugin->get_name ();
  plugin->type = plugin->get_type ();
  if (plugin->device_count > 0)
    return true;
  const char *why = plugin->reason != NULL ? plugin->reason () : NULL;
  return refuse (c, why != NULL ? why : "found no device", NULL);
}

/* Open the file in the directory of PATH, if it is there.  False: look
   elsewhere.  *REFUSED: it is there, but cannot be loaded (recorded).  */
static bool
open_beside (struct candidate *c, const char *path, bool *refused)
{
  const char *slash = path == NULL ? NULL : strrchr (path, '/');
  if (slash == NULL
      || (size_t)snprintf (c->path, sizeof (c->path), "%.*s%s",
                           (int)(slash + 1 - path), path, c->file)
             >= sizeof (c->path))
    return false;
  c->handle = dlopen (c->path, RTLD_LAZY);
  if (c->handle != NULL)
    return true;
  const char *why = dlerror ();
  if (strstr (why, "cannot open shared object file") != NULL)
    return false;
  *refused = true;
  return refuse (c, why, NULL);
}

/* In the directory of this library, also if a link elsewhere leads to it.  */
static bool
open_near (struct candidate *c, bool *refused)
{
  Dl_info info;
  char path[PATH_MAX];
  if (strchr (c->file, '/') != NULL || dladdr (&hooks, &info) == 0)
    return false;
  if (open_beside (c, info.dli_fname, refused))
    return true;
  return !*refused && realpath (info.dli_fname, path) != NULL
         && open_beside (c, path, refused);
}

static bool
open_library (struct candidate *c)
{
  bool refused = false;
  if (open_near (c, &refused) || refused)
    return !refused;
  snprintf (c->path, sizeof (c->path), "%s", c->file);
  c->handle = dlopen (c->path, RTLD_LAZY);
  if (c->handle != NULL)
    return true;
  const char *why = dlerror ();
  size_t length = strlen (c->file);
  /* The loader's text begins with the name, which is in front already.  */
  if (strncmp (why, c->file, length) == 0
      && strncmp (why + length, ": ", 2) == 0)
    why += length + 2;
  return refuse (c, why, NULL);
}

static bool
load (struct candidate *c)
{
  if (!open_library (c))
    return false;
  c->plugin = gomp_alloc_zeroed (sizeof (*c->plugin));
  if (c->plugin != NULL && check_version (c) && find_hooks (c)
      && check_hooks (c) && find_devices (c))
    return true;
  gomp_free (c->plugin);
  dlclose (c->handle);
  return false;
}

struct gomp_plugin *
gomp_plugin_load (const char *name, int length)
{
  struct candidate c = { .handle = NULL };
  bool is_file = memchr (name, '/', (size_t)length) != NULL;
  snprintf (c.file, sizeof (c.file),
            is_file ? "%.*s" : "libgomp-plugin-%.*s.so.1", length, name);
  return load (&c) ? c.plugin : NULL;
}
