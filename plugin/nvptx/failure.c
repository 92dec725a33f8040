/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Words for failures; see failure.h.  Any thread; takes no lock: streams are
   never freed, and what runs in them is read as it is at the moment.  */

#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

#include "image.h"
#include "options.h"
#include "stream.h"

/* Results from here on mean that the context is broken: the kernel that did it
   may be another than the one that is waited for.  */
#define FIRST_OF_KERNELS 700
#define LAST_OF_KERNELS 721

bool
nvptx_breaks_context (CUresult r)
{
  return r >= FIRST_OF_KERNELS && r <= LAST_OF_KERNELS;
}

/* Where kernels take turns: words for the one that runs; false: none does.  */
static bool
name_kernel (struct nvptx_device *d, char *what, size_t size)
{
  for (struct nvptx_stream *s = atomic_load (&d->streams); s != NULL;
       s = s->next)
    {
      const struct nvptx_function *f = atomic_load (&s->running);
      if (f == NULL)
        continue;
      snprintf (what, size, NVPTX_RUNNING, f->label, atomic_load (&s->teams),
                atomic_load (&s->threads));
      return true;
    }
  return false;
}

static unsigned
note_kernels (struct nvptx_device *d)
{
  unsigned count = 0;
  for (struct nvptx_stream *s = atomic_load (&d->streams); s != NULL;
       s = s->next)
    {
      const struct nvptx_function *f = atomic_load (&s->running);
      if (f == NULL)
        continue;
      gomp_error_note (
          "also in flight: target region %s, %u teams of %u threads", f->label,
          atomic_load (&s->teams), atomic_load (&s->threads));
      count++;
    }
  return count;
}

enum gomp_status
nvptx_failed (struct nvptx_device *d, CUresult r, const char *fmt, ...)
{
  char what[256], buf[NVPTX_RESULT_MAX];
  va_list ap;
  if (r == NVPTX_NOT_ASKED)
    return GOMP_ERR_DEVICE;
  va_start (ap, fmt);
  vsnprintf (what, sizeof (what), fmt, ap);
  va_end (ap);
  bool named = nvptx_options.sync && nvptx_breaks_context (r)
               && name_kernel (d, what, sizeof (what));
  gomp_error_set (GOMP_ERR_DEVICE, "device %d (nvptx, %s): %s: %s", d->ordinal,
                  d->name, what, nvptx_result (r, buf));
  unsigned kernels = named ? 1 : note_kernels (d);
  if (r == CUDA_ERROR_INVALID_CONTEXT || r == CUDA_ERROR_INVALID_HANDLE
      || r == CUDA_ERROR_CONTEXT_IS_DESTROYED)
    gomp_error_hint ("did the program reset the device (cudaDeviceReset, "
                     "cuDevicePrimaryCtxReset)?  What OpenMP has there is lost "
                     "then");
  else if (nvptx_breaks_context (r) && !nvptx_options.sync && kernels != 0)
    gomp_error_hint ("GOMP_OFFLOAD_SYNC=1 runs one kernel at a time and so "
                     "names the one that fails");
  return r == CUDA_ERROR_OUT_OF_MEMORY ? GOMP_ERR_NOMEM : GOMP_ERR_DEVICE;
}

bool
nvptx_failure_speak (void)
{
  static atomic_flag spoken = ATOMIC_FLAG_INIT;
  return !atomic_flag_test_and_set (&spoken);
}
