/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plugin whose device does nothing, at no cost, so that only the runtime is
   measured.  "run" builds it under the name of a plugin that offgomp does not
   have; every libgomp can load it.  It counts the copies in the program's
   variable `copies'.  */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "null-device.h"

struct addr_pair
{
  uintptr_t start, end;
};

static struct null_copies *copies;

unsigned
GOMP_OFFLOAD_version (void)
{
  return 1;
}

const char *
GOMP_OFFLOAD_get_name (void)
{
  return "null";
}

unsigned
GOMP_OFFLOAD_get_caps (void)
{
  return 4; /* OpenMP */
}

int
GOMP_OFFLOAD_get_type (void)
{
  return NULL_DEVICE;
}

int
GOMP_OFFLOAD_get_num_devices (void)
{
  return 1;
}

bool
GOMP_OFFLOAD_init_device (int n)
{
  return n == 0;
}

bool
GOMP_OFFLOAD_fini_device (int n)
{
  return n == 0;
}

/* The registered data are the program's counter; one function.  */
int
GOMP_OFFLOAD_load_image (int n, unsigned version, const void *data,
                         struct addr_pair **table)
{
  (void)version;
  copies = (struct null_copies *)(uintptr_t)data;
  *table = malloc (sizeof (**table));
  **table = (struct addr_pair){ 1, 2 };
  return n == 0 ? 1 : -1;
}

bool
GOMP_OFFLOAD_unload_image (int n, unsigned version, const void *data)
{
  (void)version;
  return n == 0 && data != NULL;
}

void *
GOMP_OFFLOAD_alloc (int n, size_t size)
{
  return n == 0 ? malloc (size) : NULL;
}

bool
GOMP_OFFLOAD_free (int n, void *memory)
{
  free (memory);
  return n == 0;
}

bool
GOMP_OFFLOAD_host2dev (int n, void *to, const void *from, size_t size)
{
  copies->to++;
  return n == 0 && to != NULL && (from != NULL || size == 0);
}

bool
GOMP_OFFLOAD_dev2host (int n, void *to, const void *from, size_t size)
{
  copies->from++;
  return n == 0 && to != NULL && (from != NULL || size == 0);
}

bool
GOMP_OFFLOAD_dev2dev (int n, void *to, const void *from, size_t size)
{
  return n == 0 && to != NULL && (from != NULL || size == 0);
}

void
GOMP_OFFLOAD_run (int n, void *function, void *variables, void **args)
{
  (void)n;
  (void)function;
  (void)variables;
  (void)args;
}
