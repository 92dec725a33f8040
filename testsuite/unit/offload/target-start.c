/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device whose second image cannot be loaded does not start.  The next use
   starts it from the beginning.  */

#define REGIONS(X) X (add_one)
#include "target.h"

static const void *second_table[4]; /* of an image without entries */
static void *second_data[1];
static bool is_refused; /* the second image */
static int loads, finis;

static void
add_one (void **slots)
{
  (void)slots;
  ++counter_on_device;
}

static int
load (int n, unsigned v, const void *data, struct addr_pair **table)
{
  loads++;
  if (data != second_data)
    return load_image (n, v, data, table);
  *table = NULL;
  return is_refused ? -1 : 0;
}

static bool
fini (int n)
{
  finis++;
  return fini_device (n);
}

static void
fails (void)
{
  is_refused = true;
  loads = finis = 0;
  EXPECT (gomp_device_open (device) == NULL);
  EXPECT (strstr (gomp_error_text (), "cannot load it") != NULL);
  gomp_error_clear ();
  EXPECT (loads == 2 && finis == 1);
}

static void
fails_and_starts (void)
{
  counter_on_device = 1;
  fails ();
  fails ();
  is_refused = false;
  loads = finis = 0;
  EXPECT (gomp_device_open (device) != NULL);
  EXPECT (loads == 2 && finis == 0);
  EXPECT (omp_target_is_present (&counter, device));
  target (host_add_one);
  EXPECT (counter_on_device == 2);
}

int
main (void)
{
  make_devices ();
  GOMP_offload_register_ver (1 << 16, second_table, TYPE, second_data);
  for (device = 0; device < 2; device++)
    {
      plugins[device].load_image = load;
      plugins[device].fini_device = fini;
      RUN (fails_and_starts);
    }
  return check_done ();
}
