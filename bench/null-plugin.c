/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A plugin whose device does nothing, at no cost, so that only the runtime is
   measured.  "run" builds it under the name of a plugin that offgomp does not
   have; every libgomp can load it.  It counts the copies in the program's
   variable `copies'.

   For OpenACC, GCC's libgomp calls the hooks named openacc_..., and offgomp
   acc_run, as each does with its own plugin for NVIDIA devices.  A queue is
   always empty: what is put there is done.  */

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
  return 4 | 8; /* OpenMP, OpenACC */
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

/* ---- OpenACC.  */

struct goacc_asyncqueue
{
  int n;
};

union goacc_property_value
{
  size_t val;
  const void *ptr;
};

static struct goacc_asyncqueue queue;

bool
GOMP_OFFLOAD_acc_run (int n, void *function, void *variables,
                      const unsigned *dims)
{
  (void)function;
  (void)variables;
  return n == 0 && dims != NULL;
}

void
GOMP_OFFLOAD_openacc_exec (void (*function) (void *), size_t count,
                           void **hosts, void **devices, unsigned *dims,
                           void *descriptor)
{
  (void)function;
  (void)count;
  (void)hosts;
  (void)devices;
  (void)dims;
  (void)descriptor;
}

void
GOMP_OFFLOAD_openacc_async_exec (void (*function) (void *), size_t count,
                                 void **hosts, void **devices, unsigned *dims,
                                 void *descriptor,
                                 struct goacc_asyncqueue *into)
{
  (void)into;
  GOMP_OFFLOAD_openacc_exec (function, count, hosts, devices, dims, descriptor);
}

void *
GOMP_OFFLOAD_openacc_create_thread_data (int n)
{
  queue.n = n;
  return &queue;
}

void
GOMP_OFFLOAD_openacc_destroy_thread_data (void *data)
{
  (void)data;
}

struct goacc_asyncqueue *
GOMP_OFFLOAD_openacc_async_construct (int n)
{
  queue.n = n;
  return &queue;
}

bool
GOMP_OFFLOAD_openacc_async_destruct (struct goacc_asyncqueue *q)
{
  return q != NULL;
}

int
GOMP_OFFLOAD_openacc_async_test (struct goacc_asyncqueue *q)
{
  return q != NULL;
}

bool
GOMP_OFFLOAD_openacc_async_synchronize (struct goacc_asyncqueue *q)
{
  return q != NULL;
}

bool
GOMP_OFFLOAD_openacc_async_serialize (struct goacc_asyncqueue *before,
                                      struct goacc_asyncqueue *after)
{
  return before != NULL && after != NULL;
}

void
GOMP_OFFLOAD_openacc_async_queue_callback (struct goacc_asyncqueue *q,
                                           void (*callback) (void *),
                                           void *data)
{
  (void)q;
  callback (data);
}

bool
GOMP_OFFLOAD_openacc_async_host2dev (int n, void *to, const void *from,
                                     size_t size, struct goacc_asyncqueue *q)
{
  return q != NULL && GOMP_OFFLOAD_host2dev (n, to, from, size);
}

bool
GOMP_OFFLOAD_openacc_async_dev2host (int n, void *to, const void *from,
                                     size_t size, struct goacc_asyncqueue *q)
{
  return q != NULL && GOMP_OFFLOAD_dev2host (n, to, from, size);
}

union goacc_property_value
GOMP_OFFLOAD_openacc_get_property (int n, int property)
{
  (void)n;
  (void)property;
  return (union goacc_property_value){ .val = 0 };
}
