/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An image that does not fit a device in use leaves nothing there.  If it fits
   later, it is loaded entirely, and once.  When it is unloaded, its variables
   and the mappings of its link variables are gone.  */

#define REGIONS(X) X (nothing)
#include "target.h"

#define LINK (~(UINTPTR_MAX >> 1))

static void
nothing (void **slots)
{
  (void)slots;
}

static void
host_second (void *a)
{
  (void)a;
}

static int first_variable, linked[10], last_variable;
static uintptr_t on_device[4];
static void (*const second_functions[]) (void *) = { host_second };
static uintptr_t second_variables[]
    = { (uintptr_t)&first_variable, sizeof (first_variable),
        (uintptr_t)linked,          sizeof (linked) | LINK,
        (uintptr_t)&last_variable,  sizeof (last_variable) };
static const void *const second_table[]
    = { second_functions, second_functions + 1, second_variables,
        second_variables + 6 };
static const void *const second_data[] = { second_table };
static bool fits;  /* the second image does */
static int loaded; /* it is, as far as the device knows */

static struct addr_pair
pair_of (int i, size_t size)
{
  uintptr_t at = (uintptr_t)&on_device[i] + SHIFT;
  return (struct addr_pair){ at, at + size };
}

static int
load (int n, unsigned v, const void *data, struct addr_pair **table)
{
  if (data != second_data)
    return load_image (n, v, data, table);
  EXPECT (loaded++ == 0);
  *table = malloc (5 * sizeof (**table));
  (*table)[0] = pair_of (0, 1);
  (*table)[1] = pair_of (1, sizeof (int));
  (*table)[2] = pair_of (2, sizeof (void *));
  (*table)[3] = pair_of (3, fits ? sizeof (int) : sizeof (int) + 1);
  (*table)[4] = (struct addr_pair){ 0, 0 };
  return 5;
}

static bool
unload (int n, unsigned v, const void *data)
{
  loaded -= data == second_data;
  return unload_image (n, v, data);
}

static size_t
count_mappings (void)
{
  return gomp_device_table ()[device]->map.tree.count;
}

static void
is_refused (void)
{
  EXPECT (gomp_device_open (device) == NULL);
  EXPECT (strstr (gomp_error_text (), "size mismatch") != NULL);
  gomp_error_clear ();
  EXPECT (loaded == 0);
}

static void
expect_variables (bool present)
{
  EXPECT (omp_target_is_present (&first_variable, device) == present);
  EXPECT (omp_target_is_present (&last_variable, device) == present);
  EXPECT (!omp_target_is_present (linked, device));
  EXPECT (omp_get_mapped_ptr (linked, device) == NULL);
}

static void
map_parts (void)
{
  clause (TO, &linked[2], 2 * sizeof (int));
  enter ();
  EXPECT (on_device[2]
          == (uintptr_t)omp_get_mapped_ptr (&linked[2], device)
                 - 2 * sizeof (int));
  clause (TO, &linked[6], sizeof (int));
  clause (TO, &linked[8], sizeof (int));
  enter ();
  EXPECT (omp_target_is_present (&linked[2], device)
          && omp_target_is_present (&linked[8], device)
          && !omp_target_is_present (&linked[7], device));
}

static void
refused_and_loaded (void)
{
  EXPECT (gomp_device_open (device) != NULL);
  size_t before = count_mappings ();
  fits = false;
  GOMP_offload_register_ver (1 << 16, second_table, TYPE, second_data);
  is_refused ();
  is_refused ();
  EXPECT (count_mappings () == before);
  fits = true;
  EXPECT (gomp_device_open (device) != NULL && loaded == 1);
  expect_variables (true);
  map_parts ();
  GOMP_offload_unregister_ver (1 << 16, second_table, TYPE, second_data);
  EXPECT (loaded == 0 && count_mappings () == before);
  expect_variables (false);
}

static void
refused_and_unregistered (void)
{
  size_t before = count_mappings ();
  fits = false;
  GOMP_offload_register_ver (1 << 16, second_table, TYPE, second_data);
  is_refused ();
  GOMP_offload_unregister_ver (1 << 16, second_table, TYPE, second_data);
  EXPECT (gomp_device_open (device) != NULL && loaded == 0);
  EXPECT (count_mappings () == before);
  expect_variables (false);
}

int
main (void)
{
  make_devices ();
  for (device = 0; device < 2; device++)
    {
      plugins[device].load_image = load;
      plugins[device].unload_image = unload;
    }
  /* An image is for all devices of its type; one at a time is used.  */
  for (device = 0; device < 2; device++)
    {
      RUN (refused_and_loaded);
      RUN (refused_and_unregistered);
    }
  return check_done ();
}
