/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* acc_shutdown of a device that cannot be finalized says so, and leaves nothing
   behind: the next use starts the device.  */

#define REGIONS(X) X (add_one)
#include "device.h"

static bool fails;
static int inits, finis;

static void
add_one (void **slots)
{
  (void)slots;
  ++counter_on_device;
}

static bool
init (int n)
{
  inits++;
  return init_device (n);
}

static bool
fini (int n)
{
  finis++;
  return fini_device (n) && !fails;
}

static void
region (int wanted)
{
  const struct gomp_acc_region r
      = { .fn = host_add_one, .order.async = GOMP_ACC_SYNC };
  EXPECT (gomp_acc_compute (&r) == GOMP_OK);
  EXPECT (counter_on_device == wanted);
}

static void
is_said (void)
{
  counter_on_device = 1;
  region (2);
  fails = true;
  inits = finis = 0;
  EXPECT (gomp_acc_shutdown (EMULATED) == GOMP_ERR_DEVICE);
  EXPECT (strcmp (gomp_error_text (), "device finalization failed") == 0);
  gomp_error_clear ();
  EXPECT (finis == 1);
}

static void
can_be_used_again (void)
{
  fails = false;
  counter_on_device = 1;
  region (2);
  EXPECT (inits == 1);
  EXPECT (gomp_acc_shutdown (EMULATED) == GOMP_OK && finis == 2);
  EXPECT (gomp_acc_shutdown (EMULATED) == GOMP_ERR_NODEV);
  EXPECT (strstr (gomp_error_text (), "no device initialized") != NULL);
  gomp_error_clear ();
}

int
main (void)
{
  make_acc_devices (run_compute);
  for (int i = 0; i < 2; i++)
    {
      plugins[i].init_device = init;
      plugins[i].fini_device = fini;
    }
  RUN (is_said);
  RUN (can_be_used_again);
  return check_done ();
}
