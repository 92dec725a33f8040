/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do report } */
/* { dg-timeout 900 } */
/* { dg-require-effective-target offload_device } */
/* { dg-options "-rdynamic" } */
/* The calls that binaries of GCC 13 to 16 make and GCC 12 does not know, in
   their order: the programs start, and messages say what a device cannot do.
   The calls are written by hand here.  */

#include <omp.h>
#include <stdint.h>

#include "scenario.h"

struct interop_obj_t;
extern void GOMP_interop (int, int, struct interop_obj_t ***, const int *,
                          const char **, int, struct interop_obj_t **, int,
                          struct interop_obj_t ***, unsigned, void **);
extern void GOMP_offload_register_ver (unsigned, const void *, int,
                                       const void *);
extern void GOMP_offload_unregister_ver (unsigned, const void *, int,
                                         const void *);
extern void GOMP_target_ext (int, void (*) (void *), size_t, void **, size_t *,
                             unsigned short *, unsigned, void **, void **);
extern void GOMP_PLUGIN_target_rev (uint64_t, uint64_t, uint64_t, uint64_t,
                                    uint64_t, int, void *);
#pragma omp declare target
extern void *GOMP_target_map_indirect_ptr (void *);
#pragma omp end declare target

typedef int function (int);

int
twice (int x)
{
  return 2 * x;
}

/* GCC 14: a call through a pointer to a function of declare target indirect.
   On the host the pointer is what it was.  */
static void
indirect_on_host (void)
{
  function *f = twice;
#pragma omp target if(0)
  f = (function *)GOMP_target_map_indirect_ptr ((void *)f);
  printf ("twice 4 is %d\n", f (4));
}

/* On the device it denotes a function of the host.  */
static void
indirect_on_device (void)
{
  function *f = twice;
  int result = 0;
#pragma omp target map(from: result) firstprivate(f)
  {
    function *there = (function *)GOMP_target_map_indirect_ptr ((void *)f);
    result = there (4);
  }
  printf ("not reached: %d\n", result);
}

/* GCC 14's table ends with the functions of declare target indirect, and the
   data of its images begin with the mask of requires.  A target of which there
   is no plugin.  */
static void
registered (void)
{
  static void *functions[1] = { (void *)twice };
  static void *table[] = { functions, functions, functions, functions,
                           functions, functions + 1 };
  static uintptr_t data[4] = { 0x200 };
  GOMP_offload_register_ver (3u << 16 | 3, table, 8, data);
  int on_host = 1;
#pragma omp target map(from: on_host)
  on_host = omp_is_initial_device ();
  printf ("on host %d\n", on_host);
  GOMP_offload_unregister_ver (3u << 16 | 3, table, 8, data);
}

static void
registered_later (void)
{
  static uintptr_t data[4] = { 0x200 };
  static void *table[6];
  GOMP_offload_register_ver (4u << 16, table, 8, data);
}

/* GCC 13: what a device's plugin asks for at device(ancestor: 1).  */
static void
reverse (void)
{
#pragma omp target
  {
  }
  GOMP_PLUGIN_target_rev (0x1234, 0, 0, 0, 0, 0, NULL);
}

static void
ancestor_region (void *data)
{
  printf ("the host's part, data %d\n", **(int **)data);
}

/* Of a region that runs on the host, device(ancestor: 1) is the host, too: that
   is how the compiler calls it there.  */
static void
ancestor_on_host (void)
{
  int value = 9;
  void *hosts[] = { &value }, *args[] = { NULL };
  size_t sizes[] = { sizeof value };
  unsigned short kinds[] = { 0x203 };
  GOMP_target_ext (-2, ancestor_region, 1, hosts, sizes, kinds, 0, NULL, args);
}

/* GCC 15.  */
static void
interop (void)
{
  struct interop_obj_t *object = (struct interop_obj_t *)&object;
  struct interop_obj_t **init[] = { &object };
  const int kinds[] = { 2 };
  GOMP_interop (0, 1, init, kinds, NULL, 0, NULL, 0, NULL, 0, NULL);
  printf ("interop %s\n", object == NULL ? "none" : "some");
}

static const struct scenario scenarios[] = {
  { .name = "indirect_on_host",
    .body = indirect_on_host,
    .output = { "^twice 4 is 8\n$" } },
  { .name = "indirect_on_device",
    .body = indirect_on_device,
    .ends_with = 1,
    .output = { "target region .*indirect_on_device",
                "the host's function twice; a pointer to it is not valid on "
                "the device" },
    .never = "not reached" },
  { .name = "registered", .body = registered, .output = { "^on host 0\n$" } },
  { .name = "registered_later",
    .body = registered_later,
    .ends_with = 1,
    .output = { "Library too old for offload \\(version 3 < 4\\)" } },
  { .name = "reverse",
    .body = reverse,
    .ends_with = 1,
    .output = { "device 0 asks for a region of the host .device .ancestor: 1.. "
                "that no image has",
                "function on the device is 0x1234" } },
  { .name = "ancestor_on_host",
    .body = ancestor_on_host,
    .output = { "^the host's part, data 9\n$" } },
  { .name = "interop", .body = interop, .output = { "^interop none\n$" } },
};

SCENARIO_MAIN (scenarios)
