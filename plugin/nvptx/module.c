/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Modules; see module.h.  Owns no data; called while an image is loaded.  */

#include "module.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cache.h"
#include "device.h"
#include "failure.h"
#include "nvptx_image.h"
#include "options.h"
#include "plugin.h"

#define LOG_SIZE 4096

/* ---- Why the driver refuses PTX.  */

bool
nvptx_module_unsuited (CUresult r)
{
  return r == CUDA_ERROR_INVALID_IMAGE || r == CUDA_ERROR_NO_BINARY_FOR_GPU
         || r == CUDA_ERROR_INVALID_PTX
         || r == CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
}

/* What the texts of an image ask for: the maxima of their directives .version
   and .target, as 70 for 7.0, 80 for sm_80; 0: unknown.  */
struct needs
{
  int version, architecture;
};

/* The next number that stands behind DIRECTIVE from AT on, with WORD before it,
   or -1; AT gets what is behind that directive, or NULL.  */
static int
next_number (const char **at, const char *end, const char *directive,
             const char *word)
{
  const char *p
      = memmem (*at, (size_t)(end - *at), directive, strlen (directive));
  *at = p;
  if (p == NULL)
    return -1;
  p = *at += strlen (directive);
  p += strspn (p, " \t");
  if (strncmp (p, word, strlen (word)) != 0)
    return -1;
  char *rest;
  int number = (int)strtoul (p + strlen (word), &rest, 10);
  return *rest != '.' ? number
                      : 10 * number + (int)strtoul (rest + 1, NULL, 10);
}

static int
find_maximum (const struct nvptx_sources *from, const char *directive,
              const char *word)
{
  int maximum = 0;
  for (unsigned i = 0; i < from->count; i++)
    {
      const char *at = from->texts[i].text;
      const char *end = at + from->texts[i].size;
      while (at != NULL)
        {
          int number = next_number (&at, end, directive, word);
          if (number > maximum)
            maximum = number;
        }
    }
  return maximum;
}

static void
explain_needs (struct nvptx_device *d, const struct nvptx_sources *from,
               CUresult r, const struct needs *needs, int capability)
{
  char buf[NVPTX_RESULT_MAX];
  int driver = 0;
  if (needs->architecture > capability)
    {
      gomp_error_set (GOMP_ERR_IMAGE,
                      "device %d (nvptx, %s) has compute capability %d.%d, but "
                      "the device image%s%s is PTX for %d.%d (sm_%d) and later",
                      d->ordinal, d->name, capability / 10, capability % 10,
                      from->name != NULL ? " of " : "",
                      from->name != NULL ? from->name : "",
                      needs->architecture / 10, needs->architecture % 10,
                      needs->architecture);
      gomp_error_note ("the driver: %s", nvptx_result (r, buf));
      return;
    }
  nvptx_cu.driver_version (&driver);
  gomp_error_note ("the image is PTX of version %d.%d for compute capability "
                   "%d.%d, the device has %d.%d, its driver is for CUDA %d.%d",
                   needs->version / 10, needs->version % 10,
                   needs->architecture / 10, needs->architecture % 10,
                   capability / 10, capability % 10, driver / 1000,
                   driver % 1000 / 10);
}

static enum gomp_status
link_failed (struct nvptx_device *d, const struct nvptx_sources *from,
             CUresult r, const char *log)
{
  const struct needs needs
      = { .version = find_maximum (from, ".version", ""),
          .architecture = find_maximum (from, ".target", "sm_") };
  int capability = 0;
  bool known = nvptx_module_capability (d, &capability) == GOMP_OK;
  nvptx_failed (d, r, "linking a device image");
  if (known && needs.architecture > 0)
    explain_needs (d, from, r, &needs, capability);
  if (*log != '\0')
    gomp_error_note ("%s", log);
  if (known && needs.architecture > capability)
    gomp_error_hint ("compile for this device: %ssm_%d, or an older one",
                     from->option, capability);
  else if (r == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
    gomp_error_hint ("install a newer driver");
  return nvptx_module_unsuited (r) ? GOMP_ERR_NODEV : GOMP_ERR_IMAGE;
}

/* ---- Linking.  */

static enum gomp_status
link_texts (struct nvptx_device *d, const struct nvptx_sources *from,
            const struct nvptx_cache_key *key, CUmodule *module)
{
  char log[LOG_SIZE] = "";
  CUjit_option option[]
      = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
          CU_JIT_OPTIMIZATION_LEVEL };
  int level = nvptx_options.level;
  void *value[]
      = { log, (void *)(uintptr_t)sizeof (log), (void *)(uintptr_t)level };
  CUlinkState link;
  struct timespec start, end;
  void *cubin = NULL;
  size_t size = 0;
  clock_gettime (CLOCK_MONOTONIC, &start);
  CUresult r = nvptx_cu.link_create (level < 0 ? 2 : 3, option, value, &link);
  if (r != CUDA_SUCCESS)
    return link_failed (d, from, r, "");
  for (unsigned i = 0; i < from->count && r == CUDA_SUCCESS; i++)
    r = nvptx_cu.link_add (link, CU_JIT_INPUT_PTX, (void *)from->texts[i].text,
                           from->texts[i].size, NULL, 0, NULL, NULL);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.link_complete (link, &cubin, &size);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.module_load (module, cubin);
  clock_gettime (CLOCK_MONOTONIC, &end);
  if (r == CUDA_SUCCESS)
    {
      GOMP_PLUGIN_debug (0, "nvptx: image of %u modules linked in %.0f ms\n",
                         from->count,
                         (double)(end.tv_sec - start.tv_sec) * 1e3
                             + (double)(end.tv_nsec - start.tv_nsec) * 1e-6);
      nvptx_cache_write (key, cubin, size);
    }
  enum gomp_status status
      = r == CUDA_SUCCESS ? GOMP_OK : link_failed (d, from, r, log);
  nvptx_cu.link_destroy (link);
  return status;
}

enum gomp_status
nvptx_module_capability (struct nvptx_device *d, int *capability)
{
  int major = 0, minor = 0;
  CUresult r = nvptx_cu.device_attribute (
      &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, d->handle);
  if (r == CUDA_SUCCESS)
    r = nvptx_cu.device_attribute (
        &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, d->handle);
  *capability = 10 * major + minor;
  return r == CUDA_SUCCESS ? GOMP_OK
                           : nvptx_failed (d, r, "asking for the architecture");
}

static enum gomp_status
make_key (struct nvptx_device *d, const struct nvptx_sources *from,
          struct nvptx_cache_key *key)
{
  memset (key, 0, sizeof (*key));
  CUresult r = nvptx_cu.driver_version (&key->driver);
  if (r != CUDA_SUCCESS)
    return nvptx_failed (d, r, "asking for the architecture");
  int capability;
  if (nvptx_module_capability (d, &capability) != GOMP_OK)
    return GOMP_ERR_DEVICE;
  key->capability = capability;
  key->level = nvptx_options.level;
  for (unsigned i = 0; i < from->count; i++)
    nvptx_cache_hash (key, from->texts[i].text, from->texts[i].size);
  return GOMP_OK;
}

bool
nvptx_module_suits (int architecture, int capability)
{
  return architecture / 10 == capability / 10 && architecture <= capability;
}

static const struct nvptx_cubin *
find_cubin (const struct nvptx_sources *from, int capability)
{
  const struct nvptx_cubin *best = NULL;
  for (size_t i = 0; i < from->cubin_count; i++)
    if (nvptx_module_suits ((int)from->cubins[i].architecture, capability)
        && (best == NULL || from->cubins[i].architecture > best->architecture))
      best = &from->cubins[i];
  return best;
}

/* Load the image's own cubin, else one from the cache, else link the PTX.  It
   is no error if the driver does not take a cubin.  */
enum gomp_status
nvptx_module_make (struct nvptx_device *d, const struct nvptx_sources *from,
                   CUmodule *module)
{
  struct nvptx_cache_key key;
  enum gomp_status status = make_key (d, from, &key);
  if (status != GOMP_OK)
    return status;
  const struct nvptx_cubin *own = find_cubin (from, key.capability);
  if (own != NULL && nvptx_cu.module_load (module, own->start) == CUDA_SUCCESS)
    {
      GOMP_PLUGIN_debug (0, "nvptx: image with a cubin for sm_%d\n",
                         (int)own->architecture);
      return GOMP_OK;
    }
  void *cubin = nvptx_cache_read (&key);
  CUresult r = cubin != NULL ? nvptx_cu.module_load (module, cubin)
                             : CUDA_ERROR_NOT_FOUND;
  free (cubin);
  if (r == CUDA_SUCCESS)
    {
      GOMP_PLUGIN_debug (0, "nvptx: image from the cache\n");
      return GOMP_OK;
    }
  *module = NULL;
  return link_texts (d, from, &key, module);
}
