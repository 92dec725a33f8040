/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For the tests here: run a kernel given as PTX text, without the driver.  */

#ifndef TESTSUITE_STANDIN_KERNEL_H
#define TESTSUITE_STANDIN_KERNEL_H

#include "exec/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_kernel
{
  struct memory memory;
  struct ptx_image *image;
  struct ptx_error error;
  struct sim_launch launch;
};

#define TEST_HEADER ".version 7.0\n.target sm_80\n.address_size 64\n"

/* Read, link and place TEXT; false: K->error tells.  */
static inline bool
test_load (struct test_kernel *k, const char *text)
{
  memset (k, 0, sizeof *k);
  mem_init (&k->memory, 0, 1);
  k->image = ptx_image_create ();
  if (!ptx_image_add (k->image, "test", text, strlen (text), &k->error)
      || !ptx_image_link (k->image, &k->error))
    return false;
  for (unsigned n = 0; n < k->image->modules[0]->count; n++)
    {
      struct ptx_symbol *s = k->image->modules[0]->symbols[n];
      if (s->is_function || s->variable.space == PTX_SHARED)
        continue;
      s->variable.address = mem_alloc (
          &k->memory, s->variable.size, 16,
          s->variable.space == PTX_CONST ? MEM_CONST : MEM_GLOBAL, k, s->name);
      if (!ptx_initialize (k->image, s,
                           mem_bytes (&k->memory, s->variable.address, 1),
                           &k->error))
        return false;
    }
  return true;
}

/* The patience with kernels that wait for ever, ns; 0: none of them is told. */
static uint64_t test_patience;
static uint64_t test_heap_size = 1 << 20;
static unsigned test_threads = 1; /* of the host */

/* Run kernel NAME; what went wrong is in K->launch.fault and .message.  */
static inline bool
test_run (struct test_kernel *k, const char *name, unsigned blocks,
          unsigned threads, const uint64_t *arguments)
{
  struct ptx_symbol *s = ptx_image_find (k->image, name, true);
  memset (&k->launch, 0, sizeof k->launch);
  k->launch.image = k->image;
  k->launch.kernel = &s->function;
  k->launch.memory = &k->memory;
  k->launch.arguments = arguments;
  k->launch.heap_size = test_heap_size;
  k->launch.heap_owner = k->image;
  k->launch.threads = test_threads;
  k->launch.clock_rate = 1000000;
  k->launch.patience = test_patience;
  for (unsigned n = 0; n < 3; n++)
    k->launch.grid[n] = k->launch.block[n] = 1;
  k->launch.grid[0] = blocks;
  k->launch.block[0] = threads > 32 ? 32 : threads;
  k->launch.block[1] = threads > 32 ? threads / 32 : 1;
  return sim_run (&k->launch);
}

static inline void
test_unload (struct test_kernel *k)
{
  ptx_image_destroy (k->image);
  mem_fini (&k->memory);
}

/* SIZE bytes of device memory, and what the host sees of them.  */
static inline uint64_t
test_alloc (struct test_kernel *k, uint64_t size, void **bytes)
{
  uint64_t address
      = mem_alloc (&k->memory, size, 256, MEM_DEVICE, k, "test_alloc");
  *bytes = mem_bytes (&k->memory, address, size);
  return address;
}

#endif
