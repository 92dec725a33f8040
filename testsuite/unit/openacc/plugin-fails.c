/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The messages about hooks that say that they have failed.  */

#define REGIONS(X) X (nothing)
#include "device.h"

extern void acc_set_device_num (int number, int type);

enum
{
  QUEUE = 4
};

static char data[8];

static void
nothing (void **slots)
{
  (void)slots;
}

static bool
fail_to_run (int n, void *fn, void *vars, const unsigned *dims)
{
  (void)n;
  (void)fn;
  (void)vars;
  (void)dims;
  return false;
}

static bool
fail_to_write (int n, void *to, const void *from, size_t size)
{
  (void)n;
  (void)to;
  (void)from;
  (void)size;
  return false;
}

static bool
fail_to_copy (int n, void *to, const void *from, size_t size)
{
  return fail_to_write (n, to, from, size);
}

static void
expect (enum gomp_status status, const char *text)
{
  EXPECT (status == GOMP_ERR_DEVICE);
  if (strcmp (gomp_error_text (), text) != 0)
    {
      printf ("%s\n", gomp_error_text ());
      EXPECT (!"the expected text");
    }
  gomp_error_clear ();
}

static void
region (void)
{
  const struct gomp_acc_region r
      = { .fn = host_nothing, .order.async = GOMP_ACC_SYNC };
  expect (gomp_acc_compute (&r),
          "compute region test_region failed on device 1 (test)");
}

static void
copies (void)
{
  void *memory = NULL;
  EXPECT (gomp_acc_malloc (sizeof (data), &memory) == GOMP_OK);
  plugins[1].host2dev = fail_to_write;
  plugins[1].dev2dev = fail_to_copy;
  expect (gomp_acc_memcpy (GOMP_ACC_TO_DEVICE, memory, data, sizeof (data),
                           GOMP_ACC_SYNC),
          "acc_memcpy failed");
  expect (gomp_acc_memcpy (GOMP_ACC_WITHIN, memory,
                           (char *)memory + sizeof (data) / 2,
                           sizeof (data) / 2, GOMP_ACC_SYNC),
          "acc_memcpy failed");
}

int
main (void)
{
  make_acc_devices (fail_to_run);
  acc_set_device_num (1, EMULATED);
  RUN (region);
  RUN (copies);
  return check_done ();
}
