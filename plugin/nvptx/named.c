/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Loads images of clang, whose entries are found by their names; see named.h.
   Owns no data; libgomp loads and unloads one image at a time.

   Such an image has clang's whole device runtime, so nothing is linked to it.
   It says of each kernel how it is to be launched, in a variable beside it:
   from clang 17 on a structure, before that a byte.  What the runtime asks of
   the device is in one more variable, which is written before the first launch.
 */

#include "named.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constructors.h"
#include "copy.h"
#include "device.h"
#include "failure.h"
#include "image_internal.h"
#include "memory.h"
#include "module.h"
#include "named_image.h"
#include "symbols.h"

#define MARCH "-Xopenmp-target -march="

/* ---- Which image.  */

static size_t
size_of (const struct named_image *n)
{
  return (size_t)((const char *)n->end - (const char *)n->start);
}

static bool
is_cubin (const struct named_image *n)
{
  return size_of (n) >= sizeof (Elf64_Ehdr)
         && memcmp (n->start, ELFMAG, SELFMAG) == 0;
}

/* From CUDA 13 on, whose files have this ABI version or a later one, it is in
   the second byte of the flags, before that in the first.  */
#define ABI_OF_CUDA_13 8

static int
architecture_of (const struct named_image *cubin)
{
  Elf64_Ehdr h;
  memcpy (&h, cubin->start, sizeof (h));
  return (int)(h.e_ident[EI_ABIVERSION] >= ABI_OF_CUDA_13 ? h.e_flags >> 8
                                                          : h.e_flags)
         & 0xff;
}

/* The newest cubin that runs on a device of CAPABILITY, else PTX; NULL: there
   is neither.  */
static const struct named_image *
choose (const struct named_image *first, int capability)
{
  const struct named_image *best = NULL;
  for (const struct named_image *n = first; n != NULL; n = n->other)
    if (is_cubin (n) ? nvptx_module_suits (architecture_of (n), capability)
                           && (best == NULL || !is_cubin (best)
                               || architecture_of (n) > architecture_of (best))
                     : best == NULL)
      best = n;
  return best;
}

static enum gomp_status
refuse (struct nvptx_device *d, const struct named_image *first, int capability)
{
  char list[200] = "";
  size_t used = 0;
  for (const struct named_image *n = first; n != NULL; n = n->other)
    if (used < sizeof (list))
      used += (size_t)snprintf (list + used, sizeof (list) - used, "%ssm_%d",
                                n == first ? "" : ", ", architecture_of (n));
  gomp_error_set (GOMP_ERR_IMAGE,
                  "device %d (nvptx, %s) is of sm_%d, but %s has device images "
                  "of %s for %s only",
                  d->ordinal, d->name, capability, first->name, first->compiler,
                  list);
  gomp_error_hint ("compile with " MARCH "sm_%d", capability);
  return GOMP_ERR_NODEV;
}

/* ---- Loading it.  */

static enum gomp_status
load_cubin (struct nvptx_device *d, const struct named_image *n,
            CUmodule *module)
{
  CUresult r = nvptx_cu.module_load (module, n->start);
  if (r == CUDA_SUCCESS)
    return GOMP_OK;
  *module = NULL;
  nvptx_failed (d, r, "loading the device image of %s for sm_%d", n->name,
                architecture_of (n));
  return nvptx_module_unsuited (r) ? GOMP_ERR_NODEV : GOMP_ERR_IMAGE;
}

/* Count the texts of COPY, of SIZE bytes; the last one is a NUL.  TEXTS gets
   them unless it is NULL.  */
static unsigned
split_texts (const char *copy, size_t size, struct ptx_text *texts)
{
  unsigned count = 0;
  for (const char *p = copy, *next; p < copy + size; p = next)
    {
      size_t length = strlen (p);
      next = p + length + 1;
      if (length == 0)
        continue;
      if (texts != NULL)
        texts[count] = (struct ptx_text){ .text = p, .size = length + 1 };
      count++;
    }
  return count;
}

static enum gomp_status
load_ptx (struct nvptx_device *d, const struct named_image *n, CUmodule *module)
{
  size_t size = size_of (n) + 1;
  char *copy = GOMP_PLUGIN_malloc (size);
  memcpy (copy, n->start, size - 1);
  copy[size - 1] = '\0';
  unsigned count = split_texts (copy, size, NULL);
  struct ptx_text *texts = GOMP_PLUGIN_malloc ((count + 1) * sizeof (*texts));
  split_texts (copy, size, texts);
  const struct nvptx_sources from
      = { .texts = texts, .count = count, .name = n->name, .option = MARCH };
  enum gomp_status status = nvptx_module_make (d, &from, module);
  free (texts);
  free (copy);
  return status;
}

/* The buffer in which kernels of clang 14 to 16 combine the values of teams: a
   local variable, also among the symbols of a cubin.  Later kernels get one by
   the environment of their launch.  */
static bool
has_team_buffer (const struct named_image *n)
{
  static const char name[] = "_openmp_teams_reductions_buffer_";
  return memmem (n->start, size_of (n), name, sizeof (name) - 1) != NULL;
}

static enum gomp_status
load_module (struct nvptx_device *d, const struct named_image *first,
             const struct named_image **chosen, CUmodule *module)
{
  int capability;
  if (nvptx_module_capability (d, &capability) != GOMP_OK)
    return GOMP_ERR_IMAGE;
  const struct named_image *n = *chosen = choose (first, capability);
  if (n == NULL)
    return refuse (d, first, capability);
  return is_cubin (n) ? load_cubin (d, n, module) : load_ptx (d, n, module);
}

/* ---- Kernels.  */

/* Beside each kernel, from clang 17 on.  */
struct kernel_environment
{
  uint8_t generic_machine, nested, mode, unused;
  int32_t threads_min, threads_max, teams_min, teams_max;
  int32_t reduction_size, reduction_length;
  uint64_t source, dynamic;
};

/* Read the variable BASE with SUFFIX into VALUE, at most SIZE bytes.  *FOUND:
   whether there is one.  */
static enum gomp_status
read_variable (struct nvptx_device *d, const struct nvptx_image *image,
               const char *base, const char *suffix, void *value, size_t size,
               bool *found)
{
  char *name;
  struct addr_pair pair;
  if (asprintf (&name, "%s%s", base, suffix) < 0)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  enum gomp_status status
      = nvptx_symbols_variable (d, image->module, name, false, &pair);
  free (name);
  *found = status == GOMP_OK && pair.start != 0;
  if (!*found)
    return status;
  size_t have = pair.end - pair.start;
  return nvptx_copy_out (d, value, pair.start, have < size ? have : size);
}

static enum gomp_status
read_environment (struct nvptx_device *d, struct nvptx_image *image,
                  const char *symbol, struct nvptx_named *named)
{
  struct kernel_environment e = { .mode = NVPTX_MODE_NONE };
  bool found;
  enum gomp_status status = read_variable (
      d, image, symbol, "_kernel_environment", &e, sizeof (e), &found);
  named->has_environment = found;
  if (status == GOMP_OK && !found)
    status = read_variable (d, image, symbol, "_exec_mode", &e.mode,
                            sizeof (e.mode), &found);
  if (status != GOMP_OK)
    return status;
  if (!named->has_environment && image->shares_buffer)
    named->turn = &image->turn;
  if (e.mode < NVPTX_MODE_GENERIC || e.mode > NVPTX_MODE_TURNED)
    return gomp_error_set (GOMP_ERR_IMAGE,
                           "the kernel %s does not say how it is to be "
                           "launched: clang 14 to 22 are known here",
                           symbol);
  named->mode = e.mode;
  named->threads_max = e.threads_max;
  named->teams_max = e.teams_max;
  if (e.reduction_size > 0 && e.reduction_length > 0)
    named->reduction = (size_t)e.reduction_size * (size_t)e.reduction_length;
  return GOMP_OK;
}

/* PAIR stays empty if the image does not have the function.  */
static enum gomp_status
find_function (struct nvptx_device *d, struct nvptx_image *image,
               const struct named_function *from, struct nvptx_function *f,
               struct addr_pair *pair)
{
  CUresult r
      = nvptx_cu.module_function (&f->handle, image->module, from->symbol);
  if (r == CUDA_ERROR_NOT_FOUND)
    return GOMP_OK;
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.function_attribute (&f->registers, CU_FUNC_ATTRIBUTE_NUM_REGS,
                                     f->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.function_attribute (&f->named.lanes_max,
                                     CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                     f->handle);
  if (r != CUDA_SUCCESS)
    return nvptx_failed (d, r, "looking for function %s of a device image",
                         from->symbol);
  f->device = d;
  f->label = from->name;
  f->named.function = from;
  *pair = (struct addr_pair){ (uintptr_t)f, (uintptr_t)f + 1 };
  return read_environment (d, image, from->symbol, &f->named);
}

static enum gomp_status
fill_table (struct nvptx_device *d, struct nvptx_image *image,
            struct addr_pair *pair)
{
  const struct named_image *n = image->named;
  enum gomp_status status = GOMP_OK;
  for (size_t i = 0; i < n->function_count && status == GOMP_OK; i++)
    status = find_function (d, image, &n->functions[i], &image->functions[i],
                            pair++);
  for (size_t i = 0; i < n->variable_count && status == GOMP_OK; i++)
    status = nvptx_symbols_variable (d, image->module, n->variables[i].symbol,
                                     false, pair++);
  return status;
}

/* ---- Functions called through pointers.  */

struct indirect
{
  uint64_t host;
  uint64_t device;
};

static int
compare_hosts (const void *a, const void *b)
{
  uint64_t x = ((const struct indirect *)a)->host;
  uint64_t y = ((const struct indirect *)b)->host;
  return x < y ? -1 : x > y;
}

/* Write the table, which is sorted, to the device.  *COUNT: of the functions
   that the image has.  */
static enum gomp_status
store_indirect (struct nvptx_device *d, struct nvptx_image *image,
                size_t *count)
{
  const struct named_image *n = image->named;
  struct indirect *table
      = GOMP_PLUGIN_malloc ((n->indirect_count + 1) * sizeof (*table));
  enum gomp_status status = GOMP_OK;
  *count = 0;
  for (size_t i = 0; i < n->indirect_count && status == GOMP_OK; i++)
    {
      struct indirect *entry = &table[*count];
      bool found;
      entry->host = n->indirect[i].host;
      status = read_variable (d, image, n->indirect[i].symbol, "",
                              &entry->device, sizeof (entry->device), &found);
      *count += found;
    }
  size_t size = *count * sizeof (*table);
  qsort (table, *count, sizeof (*table), compare_hosts);
  if (status == GOMP_OK && *count > 0)
    {
      image->indirect = nvptx_memory_alloc (d, size);
      status = image->indirect == 0
                   ? GOMP_ERR_NOMEM
                   : nvptx_copy_in (d, image->indirect, table, size);
    }
  free (table);
  return status;
}

/* ---- What the runtime in the image asks of the device.  */

/* From clang 17 on; before that it ends after MEMORY.  */
struct device_environment
{
  uint32_t debug, device_count, device_number, memory;
  uint64_t clock;
  uint64_t indirect, indirect_count;
  uint64_t parallelism;
};

/* PAIR gets the address of the device's number, which libgomp stores.  */
static enum gomp_status
write_environment (struct nvptx_device *d, struct nvptx_image *image,
                   struct addr_pair *pair)
{
  static const char *const names[]
      = { "__omp_rtl_device_environment", "omptarget_device_environment" };
  size_t count;
  enum gomp_status status = store_indirect (d, image, &count);
  struct addr_pair place = { 0, 0 };
  for (size_t i = 0; i < 2 && place.start == 0 && status == GOMP_OK; i++)
    status = nvptx_symbols_variable (d, image->module, names[i], false, &place);
  const struct device_environment e
      = { .device_count = (uint32_t)nvptx_device_count,
          .clock = (uint64_t)d->clock * 1000,
          .indirect = image->indirect,
          .indirect_count = count,
          .parallelism = (uint64_t)d->multiprocessors };
  size_t size = place.end - place.start;
  if (status != GOMP_OK || place.start == 0)
    return status;
  size_t number = offsetof (struct device_environment, device_number);
  if (size >= number + sizeof (e.device_number))
    *pair
        = (struct addr_pair){ place.start + number,
                              place.start + number + sizeof (e.device_number) };
  return nvptx_copy_in (d, place.start, &e,
                        size < sizeof (e) ? size : sizeof (e));
}

enum gomp_status
nvptx_named_load (struct nvptx_device *d, const struct named_image *named,
                  struct nvptx_image *image, struct addr_pair *pairs)
{
  enum gomp_status status
      = load_module (d, named, &image->named, &image->module);
  if (status == GOMP_OK)
    image->shares_buffer = has_team_buffer (image->named);
  if (status == GOMP_OK)
    status = fill_table (d, image, pairs);
  if (status == GOMP_OK)
    status = write_environment (
        d, image, pairs + named->function_count + named->variable_count);
  return status == GOMP_OK ? nvptx_constructors_run (d, image) : status;
}
