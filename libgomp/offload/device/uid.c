/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of devices (OpenMP 6.0 section 24.7): the host is
   OMP_INITIAL_DEVICE, the N-th device that is accessible is OMP_DEV_N,
   whatever number OMP_AVAILABLE_DEVICES gives it.

   Owns the table of names, made at the first question and never freed, since
   programs keep pointers into it.  Any thread.  */

#include "offload/device/uid.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "offload/device/device.h"
#include "offload/device/select.h"

#define INITIAL_DEVICE "OMP_INITIAL_DEVICE"

struct name
{
  char text[GOMP_UID_MAX]; /* of the device whose number is the index */
};

static struct uid_state
{
  _Atomic (struct name *) names; /* NULL: not made yet */
} uid_state;

void
gomp_uid_write (char *text, int accessible)
{
  snprintf (text, GOMP_UID_MAX, "OMP_DEV_%d", accessible);
}

static const struct name *
all_names (int count)
{
  /* Acquire: pairs with the release below.  */
  struct name *names
      = atomic_load_explicit (&uid_state.names, memory_order_acquire);
  if (names != NULL || count == 0)
    return names;
  bool is_device = gomp_icv_is_device ();
  struct name *fresh = gomp_alloc ((size_t)count * sizeof (*fresh));
  if (fresh == NULL)
    return NULL;
  for (int i = 0; i < count; i++)
    gomp_uid_write (fresh[i].text,
                    is_device ? i : gomp_device_table ()[i]->accessible);
  if (atomic_compare_exchange_strong_explicit (&uid_state.names, &names, fresh,
                                               memory_order_acq_rel,
                                               memory_order_acquire))
    return fresh;
  gomp_free (fresh);
  return names;
}

const char *
gomp_uid_of (int number)
{
  int count = gomp_device_visible_count ();
  if (number == GOMP_DEVICE_DEFAULT)
    number = gomp_default_device ();
  if (number == -1 || number == count)
    return INITIAL_DEVICE;
  if (number < 0 || number > count)
    return NULL;
  const struct name *names = all_names (count);
  return names != NULL ? names[number].text : NULL;
}

static bool
is_same (const char *name, const char *text, size_t length)
{
  return strlen (name) == length && memcmp (name, text, length) == 0;
}

int
gomp_uid_find (const char *text, size_t length)
{
  if (is_same (INITIAL_DEVICE, text, length))
    return -1;
  int count = gomp_device_visible_count ();
  const struct name *names = all_names (count);
  for (int i = 0; names != NULL && i < count; i++)
    if (is_same (names[i].text, text, length))
      return i;
  return GOMP_DEVICE_INVALID;
}
