/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Opening the CUDA driver; see driver.h.  Owns the table of its functions,
   which one thread fills before any other can see a device.

   The library stays open: its threads may run until the process ends.  */

#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>

#include "base/strbuf.h"

#define LIBRARY "libcuda.so.1"

struct nvptx_driver nvptx_cu;

static const struct
{
  const char *symbol;
  size_t offset; /* of the pointer in nvptx_cu */
  bool is_newer; /* the plugin works without it */
} calls[] = {
#define CALL(name, symbol, parameters)                                         \
  { symbol, offsetof (struct nvptx_driver, name), false },
#define NEWER(name, symbol, parameters)                                        \
  { symbol, offsetof (struct nvptx_driver, name), true },
#include "driver.def"
#undef CALL
};

/* Report all missing functions, not only the first: so the user of an old or
   broken driver sees at once what it lacks.  */
static enum gomp_status
find_calls (void *library)
{
  char text[512];
  struct gomp_strbuf missing;
  gomp_strbuf_init (&missing, text, sizeof (text));
  unsigned count = 0;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (calls); i++)
    {
      void *symbol = dlsym (library, calls[i].symbol);
      *(void **)((char *)&nvptx_cu + calls[i].offset) = symbol;
      if (symbol == NULL && !calls[i].is_newer)
        gomp_strbuf_printf (&missing, "%s%s", count++ == 0 ? "" : ", ",
                            calls[i].symbol);
    }
  if (count == 0)
    return GOMP_OK;
  gomp_error_set (GOMP_ERR_SYSTEM, "%s lacks %s", LIBRARY, text);
  gomp_error_hint ("install a newer NVIDIA driver");
  return GOMP_ERR_SYSTEM;
}

enum gomp_status
nvptx_driver_open (void)
{
  void *library = dlopen (LIBRARY, RTLD_NOW);
  if (library == NULL)
    return gomp_error_set (GOMP_ERR_NODEV, "no NVIDIA driver: %s", dlerror ());
  enum gomp_status status = find_calls (library);
  if (status != GOMP_OK)
    return status;
  CUresult r = nvptx_cu.init (0);
  char buf[NVPTX_RESULT_MAX];
  if (r != CUDA_SUCCESS)
    return gomp_error_set (r == CUDA_ERROR_NO_DEVICE ? GOMP_ERR_NODEV
                                                     : GOMP_ERR_SYSTEM,
                           "cuInit: %s", nvptx_result (r, buf));
  return GOMP_OK;
}

const char *
nvptx_result (CUresult r, char *buf)
{
  const char *name = NULL, *text = NULL;
  if (nvptx_cu.error_name (r, &name) != CUDA_SUCCESS || name == NULL)
    name = "unknown result";
  if (nvptx_cu.error_string (r, &text) != CUDA_SUCCESS || text == NULL)
    text = "the driver has no text for it";
  snprintf (buf, NVPTX_RESULT_MAX, "%s %d (%s)", name, r, text);
  return buf;
}
