/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The states of device memory, which the plugin keeps (plugin.h), for the
   mapping checker; see check.h.

   Any thread.  gomp_check_lock guards the states against other threads of the
   host; regions change them at any time.  */

#include "offload/check/check_internal.h"

#include <string.h>

unsigned char *
gomp_check_states_at (struct gomp_device *device, uintptr_t devptr, size_t size)
{
  return device->plugin->check_shadow == NULL
             ? NULL
             : device->plugin->check_shadow (device->ordinal, (void *)devptr,
                                             size);
}

bool
gomp_check_states_exist (struct gomp_device *device)
{
  return device->plugin->check != NULL
         && (device->plugin->check (device->ordinal) & GOMP_CHECK_SHADOW) != 0;
}

void
gomp_check_states_fill (struct gomp_device *device, uintptr_t devptr,
                        size_t size, unsigned state)
{
  unsigned char *states = gomp_check_states_at (device, devptr, size);
  if (states != NULL)
    memset (states, (int)state, size);
}

size_t
gomp_check_states_skip (const unsigned char *states, size_t size,
                        unsigned wanted)
{
  uint64_t word;
  size_t i = 0;
  for (; i + sizeof (word) <= size; i += sizeof (word))
    {
      memcpy (&word, states + i, sizeof (word));
      if ((word & (UINT64_C (0x0101010101010101) * wanted)) != 0)
        break;
    }
  while (i < size && (states[i] & wanted) == 0)
    i++;
  return i;
}

void
gomp_check_states_set (struct gomp_device *device, uintptr_t devptr,
                       size_t size)
{
  if (!gomp_check_states_exist (device))
    return;
  gomp_mutex_lock (&gomp_check_lock);
  gomp_check_states_fill (device, devptr, size,
                          GOMP_CHECK_MAPPED | GOMP_CHECK_WRITTEN);
  gomp_mutex_unlock (&gomp_check_lock);
}
