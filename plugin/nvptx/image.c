/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Images; see image.h.  Owns the images of each device; libgomp loads and
   unloads one at a time.  Those of clang are named.c's to read.

   mkoffload emits images in GCC's layout: an image of a later GCC has more
   fields behind those that are declared here.  */

#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constructors.h"
#include "copy.h"
#include "device.h"
#include "failure.h"
#include "image_internal.h"
#include "indirect.h"
#include "memory.h"
#include "module.h"
#include "named.h"
#include "named_image.h"
#include "nvptx_image.h"
#include "reverse.h"
#include "stream.h"
#include "symbols.h"

struct function_name
{
  const char *name;
  unsigned short dimensions[3]; /* of OpenACC */
};

struct image_data
{
  const struct ptx_text *texts;
  unsigned text_count;
  const char *const *variables;
  unsigned variable_count;
  const struct function_name *functions;
  unsigned function_count;
  unsigned indirect_count; /* from INTERFACE_SHARED on, else padding */
};

/* GCC's names for the versions of interface and device.  */
#define INTERFACE(version) ((version) >> 16)
#define DEVICE_VERSION(version) ((version)&0xffff)
#define DEVICE_VERSION_KNOWN 1
#define INTERFACE_ICVS 2   /* from GCC 13 on: a structure of ICVs */
#define INTERFACE_SHARED 3 /* from GCC 14 on: low-latency memory */

#define LOW_LATENCY_SIZE 8192

/* ---- Functions and variables.  */

/* Load the image's own cubin, else one from the cache, else link the PTX.  It
   is no error if the driver does not take a cubin.  */
static enum gomp_status
make_module (struct nvptx_device *d, const struct image_data *data,
             CUmodule *module)
{
  const size_t length = strlen (NVPTX_IMAGE_MARK);
  struct nvptx_sources from
      = { .texts = data->texts,
          .count = data->text_count,
          .option = "-foffload-options=nvptx-none=-misa=" };
  if (data->text_count > 0 && data->texts[0].size >= length
      && memcmp (data->texts[0].text, NVPTX_IMAGE_MARK, length) == 0)
    {
      const struct ptx_text *more = &data->texts[data->text_count];
      from.cubins = (const void *)more->text;
      from.cubin_count = more->size;
    }
  return nvptx_module_make (d, &from, module);
}

/* Do the kernels keep the number of teams, or that of threads, in one variable
   for all?  */
static bool
shares_icvs (const struct image_data *data)
{
  static const char *const variables[]
      = { ".global .align 4 .u32 gomp_num_teams_var",
          ".global .align 8 .u64 gomp_global_icv" };
  for (unsigned i = 0; i < data->text_count; i++)
    for (unsigned k = 0; k < sizeof (variables) / sizeof (*variables); k++)
      if (memmem (data->texts[i].text, data->texts[i].size, variables[k],
                  strlen (variables[k]))
          != NULL)
        return true;
  return false;
}

static enum gomp_status
find_function (struct nvptx_device *d, struct nvptx_image *image, unsigned i,
               const char *name, unsigned interface)
{
  struct nvptx_function *f = &image->functions[i];
  int lanes = 0;
  f->device = d;
  CUresult r = nvptx_cu.module_function (&f->handle, image->module, name);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.function_attribute (&f->registers, CU_FUNC_ATTRIBUTE_NUM_REGS,
                                     f->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.function_attribute (
        &lanes, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, f->handle);
  if (r != CUDA_SUCCESS)
    return nvptx_failed (d, r, "looking for function %s of a device image",
                         name);
  f->threads_max = lanes < 32 ? 1 : lanes < 1024 ? lanes / 32 : 32;
  f->shared = interface >= INTERFACE_SHARED ? LOW_LATENCY_SIZE : 0;
  return GOMP_OK;
}

/* A label is the name with dots, for which GCC writes dollar signs in PTX.  */
static enum gomp_status
find_functions (struct nvptx_device *d, struct nvptx_image *image,
                const struct image_data *data, unsigned interface)
{
  size_t size = 1;
  for (unsigned i = 0; i < data->function_count; i++)
    size += strlen (data->functions[i].name) + 1;
  char *label = image->labels = GOMP_PLUGIN_malloc (size);
  bool shares = shares_icvs (data);
  for (unsigned i = 0; i < data->function_count; i++)
    {
      const char *name = data->functions[i].name;
      image->functions[i].label = label;
      image->functions[i].shares_icvs = shares;
      memcpy (image->functions[i].dims, data->functions[i].dimensions,
              sizeof (image->functions[i].dims));
      for (const char *p = name; *p != '\0'; p++)
        *label++ = *p == '$' ? '.' : *p;
      *label++ = '\0';
      if (find_function (d, image, i, name, interface) != GOMP_OK)
        return GOMP_ERR_IMAGE;
    }
  return GOMP_OK;
}

/* Store how many seconds a tick of the device's clock takes, for omp_get_wtime
   there.  */
static enum gomp_status
set_clock (struct nvptx_device *d, CUmodule module)
{
  struct addr_pair tick;
  if (nvptx_symbols_variable (d, module, "__nvptx_clocktick", false, &tick)
      != GOMP_OK)
    return GOMP_ERR_IMAGE;
  if (tick.end - tick.start != sizeof (double) || d->clock <= 0)
    return GOMP_OK;
  double seconds = 0.001 / d->clock;
  return nvptx_copy_in (d, tick.start, &seconds, sizeof (seconds));
}

static enum gomp_status
fill_table (struct nvptx_device *d, struct nvptx_image *image,
            const struct image_data *data, unsigned interface,
            struct addr_pair *pair)
{
  for (unsigned i = 0; i < data->function_count; i++, pair++)
    {
      pair->start = (uintptr_t)&image->functions[i];
      pair->end = pair->start + 1;
    }
  for (unsigned i = 0; i < data->variable_count; i++, pair++)
    if (nvptx_symbols_variable (d, image->module, data->variables[i], true,
                                pair)
        != GOMP_OK)
      return GOMP_ERR_IMAGE;
  return nvptx_symbols_variable (d, image->module,
                                 interface >= INTERFACE_ICVS
                                     ? "__gomp_additional_icvs"
                                     : "__gomp_device_num",
                                 false, pair);
}

static enum gomp_status
destroy (struct nvptx_device *d, struct nvptx_image *image)
{
  enum gomp_status status = GOMP_OK;
  if (image->is_constructed)
    status = nvptx_destructors_run (d, image);
  const CUdeviceptr tables[]
      = { image->indirect, image->constructors, image->destructors };
  for (size_t i = 0; i < sizeof (tables) / sizeof (tables[0]); i++)
    if (tables[i] != 0)
      nvptx_memory_free (d, tables[i]);
  nvptx_reverse_fini (image->reverse);
  if (image->module != NULL)
    nvptx_cu.module_unload (image->module);
  free (image->labels);
  free (image);
  return status;
}

void
nvptx_image_announce (struct nvptx_device *d, void *const *hosts, size_t count)
{
  d->images.indirect = hosts;
  d->images.indirect_count = count;
}

static unsigned
count_indirect (unsigned version, const struct image_data *data)
{
  return INTERFACE (version) >= INTERFACE_SHARED ? data->indirect_count : 0;
}

/* Only this project's libgomp passes the host addresses of functions that are
   called through pointers.  */
static enum gomp_status
check_data (struct nvptx_device *d, unsigned version,
            const struct image_data *data)
{
  if (DEVICE_VERSION (version) > DEVICE_VERSION_KNOWN)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "Offload data incompatible with PTX plugin "
                           "(expected %u, received %u)",
                           DEVICE_VERSION_KNOWN, DEVICE_VERSION (version));
  unsigned count = count_indirect (version, data);
  if (count != 0 && count != d->images.indirect_count)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "a device image for nvptx has %u indirect functions "
                           "(declare target indirect), the program %zu",
                           count, d->images.indirect_count);
  return GOMP_OK;
}

static void
enter (struct nvptx_device *d, struct nvptx_image *image)
{
  image->next = d->images.list;
  d->images.list = image;
}

enum gomp_status
nvptx_image_load (struct nvptx_device *d, unsigned version, const void *image,
                  struct addr_pair **table, int *count)
{
  const struct image_data *data = image;
  unsigned indirect = count_indirect (version, data);
  if (check_data (d, version, data) != GOMP_OK)
    return GOMP_ERR_IMAGE;
  if (nvptx_stream_renew (d) == NULL)
    return GOMP_ERR_IMAGE;
  struct nvptx_image *new = GOMP_PLUGIN_malloc_cleared (
      sizeof (*new) + data->function_count * sizeof (new->functions[0]));
  new->data = image;
  new->function_count = data->function_count;
  size_t entries = (size_t)data->function_count + data->variable_count + 1;
  struct addr_pair *pairs
      = GOMP_PLUGIN_malloc_cleared (entries * sizeof (*pairs));
  unsigned interface = INTERFACE (version);
  enum gomp_status status = make_module (d, data, &new->module);
  if (status == GOMP_OK
      && (find_functions (d, new, data, interface) != GOMP_OK
          || fill_table (d, new, data, interface, pairs) != GOMP_OK
          || set_clock (d, new->module) != GOMP_OK
          || (indirect != 0
              && nvptx_indirect_store (d, new->module, d->images.indirect,
                                       indirect, &new->indirect)
                     != GOMP_OK)
          || nvptx_constructors_run (d, new) != GOMP_OK))
    status = GOMP_ERR_IMAGE;
  if (status != GOMP_OK)
    {
      destroy (d, new);
      free (pairs);
      return status;
    }
  enter (d, new);
  *table = pairs;
  *count = (int)entries;
  return GOMP_OK;
}

enum gomp_status
nvptx_image_load_named (struct nvptx_device *d, const struct named_image *image,
                        struct addr_pair **table, int *count)
{
  if (nvptx_stream_renew (d) == NULL)
    return GOMP_ERR_IMAGE;
  struct nvptx_image *new = GOMP_PLUGIN_malloc_cleared (
      sizeof (*new) + image->function_count * sizeof (new->functions[0]));
  new->data = image;
  new->function_count = (unsigned)image->function_count;
  size_t entries = image->function_count + image->variable_count + 1;
  struct addr_pair *pairs
      = GOMP_PLUGIN_malloc_cleared (entries * sizeof (*pairs));
  enum gomp_status status = nvptx_named_load (d, image, new, pairs);
  if (status != GOMP_OK)
    {
      destroy (d, new);
      free (pairs);
      return status;
    }
  enter (d, new);
  *table = pairs;
  *count = (int)entries;
  return GOMP_OK;
}

enum gomp_status
nvptx_image_let_ask (struct nvptx_device *d, const void *data,
                     uint64_t *functions, nvptx_service *serve)
{
  struct nvptx_image *image = d->images.list;
  if (nvptx_stream_renew (d) == NULL)
    return GOMP_ERR_IMAGE;
  while (image->data != data)
    image = image->next;
  enum gomp_status status
      = nvptx_reverse_init (d, image->module, image->function_count, functions,
                            serve, &image->reverse);
  for (unsigned i = 0; i < image->function_count; i++)
    image->functions[i].reverse = image->reverse;
  return status;
}

enum gomp_status
nvptx_image_unload (struct nvptx_device *d, const void *data)
{
  if (nvptx_stream_renew (d) == NULL)
    return GOMP_ERR_IMAGE;
  for (struct nvptx_image **i = &d->images.list; *i != NULL; i = &(*i)->next)
    if ((*i)->data == data)
      {
        struct nvptx_image *image = *i;
        *i = image->next;
        return destroy (d, image);
      }
  return gomp_error_set (GOMP_ERR_IMAGE,
                         "device %d (nvptx, %s): an image that was not loaded "
                         "cannot be unloaded",
                         d->ordinal, d->name);
}

void
nvptx_images_unload (struct nvptx_device *d)
{
  while (d->images.list != NULL)
    {
      struct nvptx_image *image = d->images.list;
      d->images.list = image->next;
      if (destroy (d, image) != GOMP_OK)
        gomp_error_clear ();
    }
}
