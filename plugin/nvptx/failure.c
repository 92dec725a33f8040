/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages for failures; see failure.h.  Any thread; takes no lock: streams are
   never freed, and the kernels in them are read as they are at the moment.  */

#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

#include "function.h"
#include "named_image.h"
#include "options.h"
#include "streams.h"

/* Results in this range mean that a kernel has broken the context.  It may be
   another kernel than the one that the caller waits for.  */
#define FIRST_OF_KERNELS 700
#define LAST_OF_KERNELS 721

bool
nvptx_breaks_context (CUresult r)
{
  return r >= FIRST_OF_KERNELS && r <= LAST_OF_KERNELS;
}

/* "file:line" of clang's region, as far as known, or "".  */
static const char *
source_of (const struct nvptx_function *f)
{
  /* Acquire: pairs with the release in omptarget_learn_source.  */
  return f->named.function != NULL ? atomic_load_explicit (
             &f->named.function->source, memory_order_acquire)
                                   : "";
}

void
nvptx_failure_describe (const struct nvptx_function *f, unsigned teams,
                        unsigned threads, char *what, size_t size)
{
  const char *source = source_of (f);
  if (*source != '\0')
    snprintf (what, size, "target region %s (%s), %u teams of %u threads",
              f->label, source, teams, threads);
  else
    snprintf (what, size,
              f->dims[2] != 0 ? "compute region %s, %u gangs of %u workers"
                              : "target region %s, %u teams of %u threads",
              f->label, teams, threads);
}

/* Return the first stream from S on in which a kernel runs, or NULL.  Describe
   that kernel in WHAT.  */
static struct nvptx_stream *
find_kernel (struct nvptx_stream *s, char *what, size_t size)
{
  for (; s != NULL; s = s->next)
    {
      const struct nvptx_function *f = atomic_load (&s->running);
      if (f == NULL)
        continue;
      nvptx_failure_describe (f, atomic_load (&s->teams),
                              atomic_load (&s->threads), what, size);
      return s;
    }
  return NULL;
}

static unsigned
list_kernels (struct nvptx_device *d)
{
  char what[256];
  unsigned count = 0;
  struct nvptx_stream *s = atomic_load (&d->streams.list);
  while ((s = find_kernel (s, what, sizeof (what))) != NULL)
    {
      gomp_error_note ("also in flight: %s", what);
      count++;
      s = s->next;
    }
  return count;
}

/* Kernels take turns, so the running one is the one that failed: name it in
   WHAT.  */
static bool
blame_kernel (struct nvptx_device *d, char *what, size_t size)
{
  char kernel[256];
  if (find_kernel (atomic_load (&d->streams.list), kernel, sizeof (kernel))
      == NULL)
    return false;
  snprintf (what, size, "running %s", kernel);
  return true;
}

enum gomp_status
nvptx_failed (struct nvptx_device *d, CUresult r, const char *fmt, ...)
{
  char what[300], buf[NVPTX_RESULT_MAX];
  va_list ap;
  if (r == NVPTX_NOT_ASKED)
    return GOMP_ERR_DEVICE;
  va_start (ap, fmt);
  vsnprintf (what, sizeof (what), fmt, ap);
  va_end (ap);
  bool named = nvptx_options.sync && nvptx_breaks_context (r)
               && blame_kernel (d, what, sizeof (what));
  gomp_error_set (GOMP_ERR_DEVICE, "device %d (nvptx, %s): %s: %s", d->ordinal,
                  d->name, what, nvptx_result (r, buf));
  unsigned kernels = named ? 1 : list_kernels (d);
  if (r == CUDA_ERROR_INVALID_CONTEXT || r == CUDA_ERROR_INVALID_HANDLE
      || r == CUDA_ERROR_CONTEXT_IS_DESTROYED)
    gomp_error_hint (
        "did the program reset the device (cudaDeviceReset, "
        "cuDevicePrimaryCtxReset)?  All OpenMP data there is then lost");
  else if (nvptx_breaks_context (r) && !nvptx_options.sync && kernels != 0)
    gomp_error_hint ("GOMP_OFFLOAD_SYNC=1 runs one kernel at a time, so the "
                     "message names the one that failed");
  return r == CUDA_ERROR_OUT_OF_MEMORY ? GOMP_ERR_NOMEM : GOMP_ERR_DEVICE;
}

bool
nvptx_failure_ends_program (void)
{
  static atomic_ulong speaker;
  return gomp_fatal_is_own (&speaker);
}
