/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A complete offload plugin in one file: two devices whose memory is malloc'ed
   in the same process, and whose code is the host's.  The manual explains it in
   "Writing a device plugin".

     gcc -B<libdir>/offgomp/ -shared -fPIC plugin.c -L<libdir> -lgomp \
       -o libgomp-plugin-example.so.1  */

#include <offgomp/plugin.h>

#include <stdlib.h>
#include <string.h>

#define TYPE 100 /* mkoffload registers images with the same number */
#define DEVICES 2

/* What mkoffload registers as an image is the host's own table: pairs of
   pointers to first and last.  A function is one word, a variable two.  */
struct table
{
  void **functions, **functions_end;
  void **variables, **variables_end;
};

/* ---- The plugin.  */

unsigned
GOMP_OFFLOAD_version (void)
{
  return GOMP_PLUGIN_VERSION;
}

const char *
GOMP_OFFLOAD_get_name (void)
{
  return "example";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return GOMP_CAP_OPENMP_400;
}

int
GOMP_OFFLOAD_get_type (void)
{
  return TYPE;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  return DEVICES;
}

const char *
GOMP_OFFLOAD_traits (int n, enum gomp_plugin_trait trait)
{
  (void)n;
  return trait == GOMP_TRAIT_KIND   ? "cpu"
         : trait == GOMP_TRAIT_ARCH ? "example"
                                    : NULL;
}

/* ---- A device.  */

bool
GOMP_OFFLOAD_init_device (int n)
{
  GOMP_PLUGIN_debug (0, "example: device %d starts\n", n);
  return true;
}

bool
GOMP_OFFLOAD_fini_device (int n)
{
  GOMP_PLUGIN_debug (0, "example: device %d ends\n", n);
  return true;
}

/* The table of an image: its functions, its variables, and the variable for the
   device's number, which this one has not.  A variable is where the host has
   it, as the host's code uses it there.  */
int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  const struct table *t = data;
  size_t functions = (size_t)(t->functions_end - t->functions);
  size_t variables = (size_t)(t->variables_end - t->variables) / 2;
  if ((version & 0xffff) != 1)
    {
      GOMP_PLUGIN_error ("example device %d: an image of version %u", n,
                         version & 0xffff);
      return -1;
    }
  struct addr_pair *p = *table = GOMP_PLUGIN_malloc_cleared (
      (functions + variables + 1) * sizeof (*p));
  for (size_t i = 0; i < functions; i++, p++)
    *p = (struct addr_pair){ (uintptr_t)t->functions[i],
                             (uintptr_t)t->functions[i] + 1 };
  for (size_t i = 0; i < variables; i++, p++)
    {
      p->start = (uintptr_t)t->variables[2 * i];
      p->end = p->start + (uintptr_t)t->variables[2 * i + 1];
    }
  return (int)(functions + variables + 1);
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)n;
  (void)version;
  (void)data;
  return true;
}

/* ---- Memory.  */

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  void *memory = malloc (size);
  if (memory == NULL)
    GOMP_PLUGIN_error ("example device %d: no memory for %zu bytes", n, size);
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

/* The host reaches all memory of the device.  That this hook is there says, too,
   that all others may be called by several threads at once.  */
void *
GOMP_OFFLOAD_host_view (int n, const void *devptr, size_t size)
{
  (void)n;
  (void)size;
  return (void *)(uintptr_t)devptr;
}

/* ---- Regions.  */

void
GOMP_OFFLOAD_run (int n, void *fn, void *vars, void **args)
{
  int num_teams, thread_limit;
  gomp_target_args_read (args, TYPE, &num_teams, &thread_limit);
  GOMP_PLUGIN_debug (0, "example: device %d runs a region, teams: %d\n", n,
                     num_teams);
  ((void (*) (void *))fn) (vars);
}
