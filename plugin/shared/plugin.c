/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The hooks of emulated devices that share the program's memory; see plugin.h.

   A program that requires shared memory finds its data where the host has it,
   whatever it maps.  A process of its own, as x86emul has it, cannot give that:
   the host's stacks, its heap and the data of its libraries are private pages,
   of which another process can only have copies.  So these devices are threads
   of the program's process: addresses and locks are the host's, and a block
   that one side allocates the other one may free.  libgomp knows these threads
   by the tag of their regions, which the threads of their teams have, too.
   There is one libgomp, and one C library, for both sides.

   Each hook decodes its arguments, calls one function and reports the error
   that this recorded.  Owns the reason why there are no devices.  libgomp maps
   nothing on a device that shares memory, so it hardly copies or allocates.  */

#include "plugin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "host/libgomp_symbols.h"
#include "host/options.h"
#include "image.h"
#include "launch.h"
#include "x86emul_image.h"

static char no_devices_reason[256];

/* Report the recorded error.  Returns false, as most hooks do then.  */
static bool
report (void)
{
  GOMP_PLUGIN_error ("%s", gomp_error_text ());
  gomp_error_clear ();
  return false;
}

static COLD _Noreturn void
die (void)
{
  GOMP_PLUGIN_fatal ("%s", gomp_error_text ());
}

unsigned
GOMP_OFFLOAD_version (void)
{
  return GOMP_PLUGIN_VERSION;
}

/* For the program they are x86emul's.  */
const char *
GOMP_OFFLOAD_get_name (void)
{
  return "x86emul";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400 | GOMP_CAP_SHARED_MEM;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return GOMP_DEVICE_X86EMUL;
}

const char *
GOMP_OFFLOAD_traits (int n, enum gomp_plugin_trait trait)
{
  (void)n;
  static const char *const traits[]
      = { [GOMP_TRAIT_KIND] = "cpu", [GOMP_TRAIT_ARCH] = "x86_64" };
  return (size_t)trait < GOMP_ARRAY_SIZE (traits) ? traits[trait] : NULL;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  struct x86emul_options options;
  if (shared_device_count > 0)
    return shared_device_count;
  __typeof__ (&offgomp_device_enter_threads) enter
      = (__typeof__ (enter))x86emul_libgomp_symbol (
          "offgomp_device_enter_threads");
  x86emul_options_read (&options);
  free (options.wrapper);
  const char *why = NULL;
  if (enter == NULL)
    why = "this libgomp has no devices that share memory";
  else if (options.devices == 0)
    why = "OFFLOAD_EMUL_NUM is 0";
  else if (!shared_devices_create ((int)options.devices))
    why = gomp_error_text ();
  if (why != NULL)
    {
      snprintf (no_devices_reason, sizeof (no_devices_reason), "%s", why);
      return 0;
    }
  enter ();
  return shared_device_count;
}

const char *
GOMP_OFFLOAD_reason (void)
{
  return no_devices_reason;
}

bool
GOMP_OFFLOAD_init_device (int n)
{
  int count;
  __typeof__ (&offgomp_device_number) number
      = (__typeof__ (number))x86emul_libgomp_symbol ("offgomp_device_number");
  shared_devices[n].number = number (GOMP_DEVICE_X86EMUL, n, &count);
  return true;
}

/* Threads and code stay: at the end of the program a region may run.  */
bool
GOMP_OFFLOAD_fini_device (int n)
{
  shared_device_forget (&shared_devices[n]);
  return true;
}

void
GOMP_OFFLOAD_host_variables (int n, const uintptr_t *pairs, size_t count)
{
  shared_devices[n].variables = pairs;
  shared_devices[n].variable_count = count;
}

int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  int count;
  if (shared_image_load (&shared_devices[n], version, data, table, &count)
      == GOMP_OK)
    return count;
  report ();
  return -1;
}

int
GOMP_OFFLOAD_load_named_image (int n, const struct named_image *image,
                               struct addr_pair **table)
{
  int count;
  if (shared_image_load_named (&shared_devices[n], image, table, &count)
      == GOMP_OK)
    return count;
  report ();
  return -1;
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)version;
  return shared_image_unload (&shared_devices[n], data) == GOMP_OK || report ();
}

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  (void)n;
  void *memory = malloc (size);
  if (memory == NULL)
    GOMP_PLUGIN_error ("out of memory: %zu bytes", size);
  return memory;
}

bool
GOMP_OFFLOAD_free (int n, void *devptr)
{
  (void)n;
  free (devptr);
  return true;
}

bool
GOMP_OFFLOAD_host2dev (int n, void *devptr, const void *host, size_t size)
{
  (void)n;
  memmove (devptr, host, size);
  return true;
}

bool
GOMP_OFFLOAD_dev2host (int n, void *host, const void *devptr, size_t size)
{
  (void)n;
  memmove (host, devptr, size);
  return true;
}

bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  (void)n;
  memmove (to, from, size);
  return true;
}

static struct shared_launch
launch_of (int n, void *fn, void *vars, void **args)
{
  struct shared_launch l = { .function = fn, .block = vars, .ordinal = n };
  gomp_target_args_read (args, GOMP_DEVICE_X86EMUL, &l.num_teams,
                         &l.thread_limit);
  return l;
}

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  const struct shared_launch l = launch_of (n, fn, vars, args);
  if (shared_launch_run (&l) != GOMP_OK)
    die ();
}

void
GOMP_OFFLOAD_own_async_run (int n, void *fn, void *vars, void **args,
                            void *task)
{
  struct shared_launch l = launch_of (n, fn, vars, args);
  l.task = task;
  if (shared_launch_start (&l) != GOMP_OK)
    die ();
}

const char *
GOMP_OFFLOAD_function_name (int n, const void *fn)
{
  const char *name, *source;
  return shared_device_function (&shared_devices[n], (uintptr_t)fn, &name,
                                 &source)
             ? name
             : NULL;
}

const char *
GOMP_OFFLOAD_function_source (int n, const void *fn)
{
  const char *name, *source;
  return shared_device_function (&shared_devices[n], (uintptr_t)fn, &name,
                                 &source)
                 && *source != '\0'
             ? source
             : NULL;
}
