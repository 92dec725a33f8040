/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Modules and the linker.  What cuLinkComplete returns, and what a plugin may
   keep as a "cubin", is the texts of all modules behind a header; loading links
   them again, which takes less time than reading them.

   CUDA driver API, "Module Management".  */

#include "driver/driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* --------------------------------------------------------------- the cubin */

struct cubin
{
  char magic[16];
  uint64_t size; /* of all */
  uint64_t texts;
};

/* In the cubin, before each text; the name with its NUL, then the text.  */
struct cubin_text
{
  uint64_t name_size;
  uint64_t size;
};

static const char magic[16] = "standin-cubin-1";

static struct cubin *
make_cubin (const struct ptx_image *image)
{
  uint64_t size = sizeof (struct cubin);
  for (unsigned n = 0; n < image->count; n++)
    size += sizeof (struct cubin_text) + strlen (image->modules[n]->text.name)
            + 1 + image->modules[n]->text.size;
  struct cubin *c = malloc (size);
  memcpy (c->magic, magic, sizeof magic);
  c->size = size;
  c->texts = image->count;
  char *p = (char *)(c + 1);
  for (unsigned n = 0; n < image->count; n++)
    {
      const struct ptx_text *t = &image->modules[n]->text;
      struct cubin_text head = { strlen (t->name) + 1, t->size };
      memcpy (p, &head, sizeof head);
      memcpy (p + sizeof head, t->name, head.name_size);
      memcpy (p + sizeof head + head.name_size, t->start, head.size);
      p += sizeof head + head.name_size + head.size;
    }
  return c;
}

static bool
read_cubin (struct ptx_image *image, const struct cubin *c,
            struct ptx_error *error)
{
  const char *p = (const char *)(c + 1), *end = (const char *)c + c->size;
  for (uint64_t n = 0; n < c->texts; n++)
    {
      struct cubin_text head;
      if ((size_t)(end - p) < sizeof head)
        return false;
      memcpy (&head, p, sizeof head);
      p += sizeof head;
      if (head.name_size > (uint64_t)(end - p)
          || head.size > (uint64_t)(end - p) - head.name_size
          || !ptx_image_add (image, p, p + head.name_size, head.size, error))
        return false;
      p += head.name_size + head.size;
    }
  return true;
}

/* The newest PTX that a driver knows, and that driver (PTX ISA, "Release
   Notes").  */
static const struct
{
  unsigned driver;
  unsigned version;
} versions[] = { { 13000, 90 }, { 12090, 88 }, { 12080, 87 }, { 12070, 86 },
                 { 12050, 85 }, { 12040, 84 }, { 12030, 83 }, { 12020, 82 },
                 { 12010, 81 }, { 12000, 80 }, { 11080, 78 }, { 11070, 77 },
                 { 11060, 76 }, { 11050, 75 }, { 11040, 74 }, { 11030, 73 },
                 { 11020, 72 }, { 11010, 71 }, { 11000, 70 }, { 10020, 65 },
                 { 10010, 64 }, { 10000, 63 }, { 9020, 62 },  { 9010, 61 },
                 { 9000, 60 },  { 0, 50 } };

/* A module that is newer than the driver or the device.  */
static CUresult
check_module (const struct ptx_text *t, struct ptx_error *error)
{
  unsigned n = 0;
  while (versions[n].driver > drv_settings.driver)
    n++;
  if (t->version > versions[n].version)
    {
      ptx_fail_at (error, t, t->start,
                   "PTX %u.%u, of which this driver knows no more than %u.%u",
                   t->version / 10, t->version % 10, versions[n].version / 10,
                   versions[n].version % 10);
      return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
    }
  if (t->target > drv_settings.capability)
    {
      ptx_fail_at (error, t, t->start, "code for sm_%u, on a device of sm_%u",
                   t->target, (unsigned)drv_settings.capability);
      return CUDA_ERROR_INVALID_PTX;
    }
  return CUDA_SUCCESS;
}

static CUresult
add_ptx (struct ptx_image *image, const char *name, const char *text,
         size_t size, struct ptx_error *error)
{
  if (!ptx_image_add (image, name, text, size, error))
    return CUDA_ERROR_INVALID_PTX;
  return check_module (&image->modules[image->count - 1]->text, error);
}

/* DATA is what make_cubin made, at most SIZE bytes, or another ELF file.  */
static CUresult
add_cubin (struct ptx_image *image, const void *data, size_t size,
           struct ptx_error *error)
{
  const struct cubin *c = data;
  if (size >= 4 && memcmp (data, "\177ELF", 4) == 0)
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (size < sizeof *c || memcmp (c->magic, magic, sizeof magic) != 0
      || c->size < sizeof *c || c->size > size)
    return CUDA_ERROR_INVALID_IMAGE;
  return read_cubin (image, c, error) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_IMAGE;
}

/* PTX, which ends with a NUL, or a cubin, which knows its size.  */
static CUresult
read_image (struct ptx_image *image, const void *data, struct ptx_error *error)
{
  if (strncmp (data, magic, sizeof magic) == 0
      || strncmp (data, "\177ELF", 4) == 0)
    return add_cubin (image, data, SIZE_MAX, error);
  return add_ptx (image, NULL, data, strlen (data), error);
}

/* ------------------------------------------------------------- options */

/* Where logs go.  */
struct logs
{
  char *info, *error;
  size_t info_size, error_size;
  void **info_size_value, **error_size_value, **wall_time;
};

static bool
read_options (struct logs *logs, unsigned count, const CUjit_option *option,
              void **value)
{
  if (count && (!option || !value))
    return false;
  for (unsigned n = 0; n < count; n++)
    switch (option[n])
      {
      case CU_JIT_WALL_TIME:
        logs->wall_time = &value[n];
        break;
      case CU_JIT_INFO_LOG_BUFFER:
        logs->info = value[n];
        break;
      case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
        logs->info_size = (unsigned)(uintptr_t)value[n];
        logs->info_size_value = &value[n];
        break;
      case CU_JIT_ERROR_LOG_BUFFER:
        logs->error = value[n];
        break;
      case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
        logs->error_size = (unsigned)(uintptr_t)value[n];
        logs->error_size_value = &value[n];
        break;
      default:
        if (option[n] >= CU_JIT_NUM_OPTIONS)
          return false;
      }
  return true;
}

static void
fill_log (char *log, size_t size, void **size_value, const char *text)
{
  if (log && size)
    snprintf (log, size, "%s", text);
  if (size_value)
    *size_value = (void *)(uintptr_t)strlen (text);
}

static void
finish_logs (const struct logs *logs, const char *info, const char *error,
             double milliseconds)
{
  fill_log (logs->info, logs->info_size, logs->info_size_value, info);
  fill_log (logs->error, logs->error_size, logs->error_size_value, error);
  if (logs->wall_time)
    {
      float time = (float)milliseconds;
      memcpy (logs->wall_time, &time, sizeof time);
    }
}

/* ------------------------------------------------------------- the linker */

struct drv_link
{
  struct ptx_image *image;
  struct ptx_error error;
  struct logs logs;
  struct timespec start;
  struct cubin *cubin;
};

CUresult
drv_cuLinkCreate_v2 (unsigned count, CUjit_option *option, void **value,
                     CUlinkState *state)
{
  struct logs logs = { 0 };
  if (!state || !read_options (&logs, count, option, value))
    return CUDA_ERROR_INVALID_VALUE;
  CUlinkState l = drv_handle_create (DRV_LINK, sizeof *l);
  l->image = ptx_image_create ();
  clock_gettime (CLOCK_MONOTONIC, &l->start);
  l->logs = logs;
  *state = l;
  return CUDA_SUCCESS;
}

CUresult
drv_cuLinkCreate (unsigned count, CUjit_option *option, void **value,
                  CUlinkState *state)
{
  return drv_cuLinkCreate_v2 (count, option, value, state);
}

static double
milliseconds_since (const struct timespec *start)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) * 1e3
         + (double)(now.tv_nsec - start->tv_nsec) * 1e-6;
}

static CUresult
link_result (CUlinkState l, CUresult result)
{
  if (result && !l->error.message[0])
    snprintf (l->error.message, sizeof l->error.message,
              "no PTX and no cubin of this device");
  finish_logs (&l->logs, result ? "" : "linked", l->error.message,
               milliseconds_since (&l->start));
  return result;
}

CUresult
drv_cuLinkAddData_v2 (CUlinkState l, CUjitInputType type, void *data,
                      size_t size, const char *name, unsigned count,
                      CUjit_option *option, void **value)
{
  struct logs unused;
  if (!drv_is (l, LINK))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!data || !size || !read_options (&unused, count, option, value))
    return CUDA_ERROR_INVALID_VALUE;
  if (type != CU_JIT_INPUT_PTX)
    return link_result (l, add_cubin (l->image, data, size, &l->error));
  CUresult result = add_ptx (l->image, name, data, size, &l->error);
  return result ? link_result (l, result) : CUDA_SUCCESS;
}

CUresult
drv_cuLinkAddData (CUlinkState l, CUjitInputType type, void *data, size_t size,
                   const char *name, unsigned count, CUjit_option *option,
                   void **value)
{
  return drv_cuLinkAddData_v2 (l, type, data, size, name, count, option, value);
}

CUresult
drv_cuLinkComplete (CUlinkState l, void **cubin, size_t *size)
{
  if (!drv_is (l, LINK))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!cubin)
    return CUDA_ERROR_INVALID_VALUE;
  if (!ptx_image_link (l->image, &l->error))
    return link_result (l, CUDA_ERROR_INVALID_PTX);
  if (!l->cubin)
    l->cubin = make_cubin (l->image);
  *cubin = l->cubin;
  if (size)
    *size = l->cubin->size;
  return link_result (l, CUDA_SUCCESS);
}

CUresult
drv_cuLinkDestroy (CUlinkState l)
{
  if (!drv_is (l, LINK))
    return CUDA_ERROR_INVALID_HANDLE;
  ptx_image_destroy (l->image);
  free (l->cubin);
  drv_handle_free (l);
  return CUDA_SUCCESS;
}

/* ---------------------------------------------------------------- loading */

static bool
needs_storage (const struct ptx_symbol *s)
{
  return s->is_defined && s->definition == s && !s->is_function
         && s->variable.space != PTX_SHARED;
}

static bool
allocate_variable (CUmodule m, struct ptx_symbol *s)
{
  uint64_t size = s->variable.size ? s->variable.size : 1;
  uint64_t alignment = s->variable.alignment < 16 ? 16 : s->variable.alignment;
  if (!drv_has_room (m->context->device, size))
    return false;
  s->variable.address = mem_alloc (
      &m->context->device->memory, size, alignment,
      s->variable.space == PTX_CONST ? MEM_CONST : MEM_GLOBAL, m, s->name);
  return s->variable.address != 0;
}

/* Initial values name other variables, so all get their addresses first.  */
static bool
allocate_variables (CUmodule m, struct ptx_error *error)
{
  for (unsigned i = 0; i < m->image->count; i++)
    for (unsigned k = 0; k < m->image->modules[i]->count; k++)
      {
        struct ptx_symbol *s = m->image->modules[i]->symbols[k];
        if (needs_storage (s) && !allocate_variable (m, s))
          return false;
      }
  for (unsigned i = 0; i < m->image->count; i++)
    for (unsigned k = 0; k < m->image->modules[i]->count; k++)
      {
        struct ptx_symbol *s = m->image->modules[i]->symbols[k];
        if (needs_storage (s)
            && !ptx_initialize (
                m->image, s,
                mem_bytes (&m->context->device->memory, s->variable.address, 1),
                error))
          return false;
      }
  return true;
}

void
drv_module_destroy (CUmodule m)
{
  CUmodule *link = &m->context->modules;
  while (*link && *link != m)
    link = &(*link)->next;
  if (*link)
    *link = m->next;
  mem_free_owned (&m->context->device->memory, m);
  while (m->functions)
    {
      CUfunction f = m->functions;
      m->functions = f->next;
      drv_handle_free (f);
    }
  ptx_image_destroy (m->image);
  drv_handle_free (m);
}

static CUresult
load (CUmodule m, const void *data, struct ptx_error *error)
{
  CUresult result = read_image (m->image, data, error);
  if (result)
    return result;
  if (!ptx_image_link (m->image, error))
    return CUDA_ERROR_INVALID_PTX;
  if (!allocate_variables (m, error))
    return error->message[0] ? CUDA_ERROR_INVALID_PTX
                             : CUDA_ERROR_OUT_OF_MEMORY;
  return CUDA_SUCCESS;
}

CUresult
drv_cuModuleLoadDataEx (CUmodule *module, const void *data, unsigned count,
                        CUjit_option *option, void **value)
{
  struct ptx_error error = { "" };
  struct logs logs = { 0 };
  struct timespec start;
  if (!data || !read_options (&logs, count, option, value))
    return CUDA_ERROR_INVALID_VALUE;
  clock_gettime (CLOCK_MONOTONIC, &start);
  CUmodule m = drv_handle_create (DRV_MODULE, sizeof *m);
  m->context = drv_current ();
  m->image = ptx_image_create ();
  pthread_mutex_lock (&drv_lock);
  m->next = m->context->modules;
  m->context->modules = m;
  CUresult result = load (m, data, &error);
  if (result)
    drv_module_destroy (m);
  pthread_mutex_unlock (&drv_lock);
  finish_logs (&logs, "", error.message, milliseconds_since (&start));
  if (error.message[0] && !logs.error)
    drv_report ("%s", error.message);
  if (!result)
    *module = m;
  return result;
}

CUresult
drv_cuModuleLoadData (CUmodule *module, const void *data)
{
  return drv_cuModuleLoadDataEx (module, data, 0, NULL, NULL);
}

CUresult
drv_cuModuleLoad (CUmodule *module, const char *name)
{
  FILE *f = name ? fopen (name, "rbe") : NULL;
  if (!f)
    return CUDA_ERROR_FILE_NOT_FOUND;
  fseek (f, 0, SEEK_END);
  long size = ftell (f);
  rewind (f);
  char *data = size >= 0 && size < INT32_MAX
                   ? calloc (1, (size_t)size + sizeof (struct cubin))
                   : NULL;
  bool is_read = data && fread (data, 1, (size_t)size, f) == (size_t)size;
  fclose (f);
  CUresult result = is_read ? drv_cuModuleLoadData (module, data)
                            : CUDA_ERROR_INVALID_IMAGE;
  free (data);
  return result;
}

CUresult
drv_cuModuleUnload (CUmodule m)
{
  if (!drv_is (m, MODULE))
    return CUDA_ERROR_INVALID_HANDLE;
  CUresult result = drv_wait_context (m->context);
  pthread_mutex_lock (&drv_lock);
  drv_module_destroy (m);
  pthread_mutex_unlock (&drv_lock);
  return result;
}

CUresult
drv_cuModuleGetFunction (CUfunction *function, CUmodule m, const char *name)
{
  if (!drv_is (m, MODULE))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!function || !name)
    return CUDA_ERROR_INVALID_VALUE;
  struct ptx_symbol *s = ptx_image_find (m->image, name, true);
  /* Visible functions that are no kernels are given, too: libgomp's plugin
     asks for those that the host has in reverse offload's table.  */
  if (!s || (!s->function.is_entry && s->linkage != PTX_VISIBLE))
    return CUDA_ERROR_NOT_FOUND;
  pthread_mutex_lock (&drv_lock);
  CUfunction f = m->functions;
  while (f && f->function != &s->function)
    f = f->next;
  if (!f)
    {
      f = drv_handle_create (DRV_FUNCTION, sizeof *f);
      f->module = m;
      f->function = &s->function;
      if (m->image->shared_size < DRV_SHARED_PER_BLOCK)
        f->dynamic_shared = DRV_SHARED_PER_BLOCK - (int)m->image->shared_size;
      f->next = m->functions;
      m->functions = f;
    }
  pthread_mutex_unlock (&drv_lock);
  *function = f;
  return CUDA_SUCCESS;
}

CUresult
drv_cuModuleGetGlobal_v2 (CUdeviceptr *address, size_t *size, CUmodule m,
                          const char *name)
{
  if (!drv_is (m, MODULE))
    return CUDA_ERROR_INVALID_HANDLE;
  if (!name || (!address && !size))
    return CUDA_ERROR_INVALID_VALUE;
  const struct ptx_symbol *s = ptx_image_find (m->image, name, false);
  if (!s || s->variable.space == PTX_SHARED)
    return CUDA_ERROR_NOT_FOUND;
  if (address)
    *address = s->variable.address;
  if (size)
    *size = s->variable.size;
  return CUDA_SUCCESS;
}
