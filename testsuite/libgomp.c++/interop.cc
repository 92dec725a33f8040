// SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
// { dg-do run }
// { dg-set-target-env-var OMP_TARGET_OFFLOAD "default" }
// { dg-skip-stock "from GCC 14 and 15 on" }
// The routines about interoperability from C++, where the types of enumerations
// must hold all values that are passed; and the routines about names of
// devices.

#include <cstdint>
#include <cstring>
#include <omp.h>

#include "../libgomp.c/check.h"

static bool
same (const char *a, const char *b)
{
  return a != nullptr && std::strcmp (a, b) == 0;
}

static void
empty_object ()
{
  const omp_interop_t none = omp_interop_none;
  omp_interop_rc_t why = omp_irc_success;
  static_assert (sizeof (omp_interop_t) == sizeof (void *), "one pointer");
  CHECK (omp_get_num_interop_properties (none) == 0);
  std::intptr_t number = omp_get_interop_int (none, omp_ipr_fr_id, &why);
  CHECK (number == 0 && why == omp_irc_empty);
  why = omp_irc_success;
  CHECK (omp_get_interop_ptr (none, omp_ipr_device, &why) == nullptr);
  CHECK (why == omp_irc_empty);
  why = omp_irc_success;
  CHECK (omp_get_interop_str (none, omp_ipr_vendor_name, &why) == nullptr);
  CHECK (why == omp_irc_empty);
  omp_interop_property_t beyond
      = static_cast<omp_interop_property_t> (omp_ipr_first - 1);
  CHECK (omp_get_interop_int (none, beyond, &why) == 0);
  CHECK (why == omp_irc_out_of_range);
  CHECK (omp_get_interop_int (none, beyond, nullptr) == 0);
}

static void
descriptions ()
{
  const omp_interop_t none = omp_interop_none;
  CHECK (same (omp_get_interop_name (none, omp_ipr_fr_id), "fr_id"));
  CHECK (same (omp_get_interop_name (none, omp_ipr_device_num), "device_num"));
  CHECK (omp_get_interop_name (none, static_cast<omp_interop_property_t> (1))
         == nullptr);
  CHECK (same (omp_get_interop_type_desc (none, omp_ipr_fr_name),
               "const char *"));
  for (int i = omp_irc_other; i <= omp_irc_no_value; i++)
    CHECK (omp_get_interop_rc_desc (none, static_cast<omp_interop_rc_t> (i))
           != nullptr);
}

static void
names_of_devices ()
{
  int host = omp_get_initial_device ();
  CHECK (same (omp_get_uid_from_device (host), "OMP_INITIAL_DEVICE"));
  CHECK (omp_get_device_from_uid ("OMP_INITIAL_DEVICE") == omp_initial_device);
  CHECK (omp_get_uid_from_device (host + 1) == nullptr);
  for (int i = 0; i < host; i++)
    CHECK (omp_get_device_from_uid (omp_get_uid_from_device (i)) == i);
}

int
main ()
{
  empty_object ();
  descriptions ();
  names_of_devices ();
}
