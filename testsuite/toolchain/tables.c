/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked into a test program, this takes the place of the library's
   registration of images, and prints the tables that would be registered, a
   line for each entry:

     image TYPE FUNCTIONS VARIABLES
     F HOST-OFFSET DEVICE-NAME SOURCE
     V HOST-OFFSET HOST-SIZE DEVICE-NAME DEVICE-SIZE

   HOST-OFFSET counts from the start of the program, for a look into its symbol
   table.  Link variables have "link" for the host's size.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../include/x86emul_image.h"

#define LINK_MARK ((uint64_t)1 << 63)
#define NVPTX 5

extern const char __ehdr_start[] __attribute__ ((visibility ("hidden")));

struct host_table
{
  const uint64_t *functions, *functions_end, *variables, *variables_end;
};

/* What GCC 12 registers for nvptx.  */
struct nvptx_image
{
  const void *objects;
  unsigned object_count;
  const char *const *variables;
  unsigned variable_count;
  const struct
  {
    const char *name;
    unsigned short dim[3];
  } * functions;
  unsigned function_count;
};

static const struct x86emul_image_table *
load (const struct x86emul_image *image)
{
  int fd = memfd_create ("image", 0);
  size_t size = (size_t)((const char *)image->end - (const char *)image->start);
  if (write (fd, image->start, size) != (ssize_t)size)
    return NULL;
  char path[64];
  snprintf (path, sizeof (path), "/proc/self/fd/%d", fd);
  void *handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL)
    {
      printf ("dlopen: %s\n", dlerror ());
      return NULL;
    }
  return dlsym (handle, X86EMUL_IMAGE_TABLE);
}

static void
print_variable (const uint64_t *entry, const char *name, uint64_t size)
{
  printf ("V %" PRIx64 " ", entry[0] - (uintptr_t)__ehdr_start);
  if (entry[1] & LINK_MARK)
    printf ("link");
  else
    printf ("%" PRIu64, entry[1]);
  printf (" %s ", name);
  if (size & LINK_MARK)
    printf ("link\n");
  else
    printf ("%" PRIu64 "\n", size);
}

static void
print_x86emul (const struct host_table *host, const struct x86emul_image *image)
{
  const struct x86emul_image_table *device = load (image);
  if (image->magic != X86EMUL_IMAGE_MAGIC || device == NULL)
    {
      printf ("bad image\n");
      return;
    }
  printf ("image %d %u %u\n", GOMP_DEVICE_X86EMUL, image->function_count,
          image->variable_count);
  if (device->functions_end - device->functions_start
          != host->functions_end - host->functions
      || device->variables_end - device->variables_start
             != host->variables_end - host->variables)
    printf ("counts differ\n");
  for (unsigned i = 0; i < image->function_count; i++)
    printf ("F %" PRIx64 " %s %s\n",
            host->functions[i] - (uintptr_t)__ehdr_start,
            image->functions[i].name, image->functions[i].source);
  for (unsigned i = 0; i < image->variable_count; i++)
    print_variable (host->variables + 2 * i, image->variables[i],
                    device->variables_start[2 * i + 1]);
}

static void
print_nvptx (const struct host_table *host, const struct nvptx_image *image)
{
  printf ("image %d %u %u\n", NVPTX, image->function_count,
          image->variable_count);
  for (unsigned i = 0; i < image->function_count; i++)
    printf ("F %" PRIx64 " %s\n", host->functions[i] - (uintptr_t)__ehdr_start,
            image->functions[i].name);
  for (unsigned i = 0; i < image->variable_count; i++)
    print_variable (host->variables + 2 * i, image->variables[i],
                    host->variables[2 * i + 1]);
}

void
GOMP_offload_register_ver (unsigned version, const void *host, int type,
                           const void *image)
{
  /* Since GCC 13 the data begin with a mask.  */
  if (version >> 16 >= 2)
    image = (const uint64_t *)image + 1;
  if (type == GOMP_DEVICE_X86EMUL)
    print_x86emul (host, image);
  else if (type == NVPTX)
    print_nvptx (host, image);
  fflush (stdout);
}

void
GOMP_offload_unregister_ver (unsigned version, const void *host, int type,
                             const void *image)
{
  (void)version;
  (void)host;
  (void)type;
  (void)image;
}
