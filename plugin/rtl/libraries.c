/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loads target RTLs; see libraries.h.  Owns the table of their devices, which
   stays, as the libraries do; one thread.  */

#include "libraries.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

struct rtl_device *rtl_devices;

/* Where the address of a function is stored.  */
struct function
{
  const char *symbol;
  size_t offset; /* in struct rtl_functions */
  bool is_needed;
};

enum
{
  OPTIONAL,
  ALWAYS
};

static const struct function functions[] = {
#define RTL(need, name, result, parameters)                                    \
  { "__tgt_rtl_" #name, offsetof (struct rtl_functions, name), need },
#include "rtl.def"
#undef RTL
};

/* WHY names the file.  */
static bool
refuse (const char *why)
{
  GOMP_PLUGIN_error ("OFFLOAD_RTL: %s", why);
  return false;
}

static bool
find_functions (const char *file, void *handle, struct rtl_functions *call)
{
  for (size_t i = 0; i < GOMP_ARRAY_SIZE (functions); i++)
    {
      void *address = dlsym (handle, functions[i].symbol);
      memcpy ((char *)call + functions[i].offset, &address, sizeof (address));
      if (address == NULL && functions[i].is_needed)
        return refuse (dlerror ());
    }
  if (call->run_target_team_region != NULL || call->launch_kernel != NULL)
    return true;
  GOMP_PLUGIN_error ("OFFLOAD_RTL: %s: it cannot run regions", file);
  return false;
}

/* FILE stays.  */
static int
add (const char *file, int count)
{
  void *handle = dlopen (file, RTLD_NOW);
  if (handle == NULL)
    {
      refuse (dlerror ());
      return count;
    }
  struct rtl_functions *call = GOMP_PLUGIN_malloc (sizeof (*call));
  int more
      = find_functions (file, handle, call) ? call->number_of_devices () : 0;
  if (more <= 0)
    return count;
  rtl_devices = GOMP_PLUGIN_realloc (rtl_devices, ((size_t)count + (size_t)more)
                                                      * sizeof (*rtl_devices));
  for (int32_t i = 0; i < more; i++)
    rtl_devices[count++]
        = (struct rtl_device){ .call = call, .file = file, .number = i };
  return count;
}

int
rtl_libraries_open (void)
{
  const char *names = getenv ("OFFLOAD_RTL");
  char *list = names == NULL ? NULL : strdup (names), *rest = list, *file;
  int count = 0;
  while (rest != NULL && (file = strsep (&rest, ":")) != NULL)
    if (*file != '\0')
      count = add (file, count);
  return count;
}
