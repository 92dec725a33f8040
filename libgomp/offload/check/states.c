/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The states of device memory, which the plugin keeps (plugin.h), for the
   mapping checker; see check.h.

   Any thread.  gomp_check_lock guards the states against other threads of the
   host; regions change them at any time.  */

#include "offload/check/check_internal.h"

#include <string.h>

bool
gomp_check_states_look (struct gomp_device *device, uintptr_t devptr,
                        size_t size, struct gomp_check_view *view)
{
  return device->plugin->check_look != NULL
         && device->plugin->check_look (device->ordinal, (void *)devptr, size,
                                        view);
}

bool
gomp_check_states_exist (struct gomp_device *device)
{
  return device->plugin->check != NULL
         && (device->plugin->check (device->ordinal) & GOMP_CHECK_SHADOW) != 0;
}

static void
change (struct gomp_device *device, uintptr_t devptr, size_t size,
        const struct gomp_check_change *how)
{
  if (device->plugin->check_change != NULL && size > 0)
    device->plugin->check_change (device->ordinal, (void *)devptr, size, how);
}

void
gomp_check_states_change (struct gomp_device *device, uintptr_t devptr,
                          size_t size, unsigned cleared, unsigned set)
{
  const struct gomp_check_change how
      = { .cleared = (unsigned char)cleared, .set = (unsigned char)set };
  change (device, devptr, size, &how);
}

void
gomp_check_states_fill (struct gomp_device *device, uintptr_t devptr,
                        size_t size, unsigned state)
{
  gomp_check_states_change (device, devptr, size, 0xff, state);
}

void
gomp_check_states_map (struct gomp_device *device, uintptr_t devptr,
                       size_t size)
{
  const struct gomp_check_change how
      = { .cleared = 0xff, .set = GOMP_CHECK_MAPPED, .poisons = true };
  change (device, devptr, size, &how);
}

void
gomp_check_states_run_end (struct gomp_check_states_run *run)
{
  gomp_check_states_change (run->device, run->start, run->size, run->cleared,
                            run->set);
  run->size = 0;
}

void
gomp_check_states_run_add (struct gomp_check_states_run *run, uintptr_t devptr,
                           unsigned from, unsigned to)
{
  unsigned cleared = from & ~to, set = to & ~from;
  if (from == to)
    return;
  if (run->size == 0 || run->cleared != cleared || run->set != set
      || (devptr != run->start + run->size && devptr + 1 != run->start))
    {
      gomp_check_states_run_end (run);
      run->start = devptr;
      run->cleared = cleared;
      run->set = set;
    }
  if (devptr < run->start)
    run->start = devptr;
  run->size++;
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
