/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The number of gangs of an OpenACC region; see gangs.h.  Any thread; takes no
   lock.

   The code of a region with a constant number of gangs works only with this
   number, which is in the image's table.  A launch must not search that table,
   so the results of earlier searches are kept, each in one word: 48 bits of
   the region's address, which are all that addresses of programs have, and 16
   bits of the number.  */

#include "host/gangs.h"

#include <limits.h>

#include "host/device.h"
#include "host/images.h"
#include "plugin.h"

#define NUMBER_BITS 16
#define NUMBER_MAX ((1u << NUMBER_BITS) - 1)

static inline _Atomic uint64_t *
slot_of (struct x86emul_device *d, uint64_t function)
{
  return &d->gangs.kept[(function >> 4) % X86EMUL_GANGS_KEPT];
}

static NOINLINE unsigned
search (struct x86emul_device *d, uint64_t function)
{
  unsigned number = x86emul_images_gangs (d, function);
  /* Relaxed: the word is all there is.  */
  if (number < NUMBER_MAX && function >> (64 - NUMBER_BITS) == 0)
    atomic_store_explicit (slot_of (d, function),
                           function << NUMBER_BITS | number,
                           memory_order_relaxed);
  return number;
}

int32_t
x86emul_gangs_find (struct x86emul_device *d, uint64_t function, unsigned asked)
{
  /* Relaxed: pairs with the store in search.  */
  uint64_t kept
      = atomic_load_explicit (slot_of (d, function), memory_order_relaxed);
  unsigned number = likely (kept >> NUMBER_BITS == function)
                        ? (unsigned)kept & NUMBER_MAX
                        : search (d, function);
  if (number == 0)
    number = asked;
  if (number == 0)
    number = (unsigned)GOMP_PLUGIN_acc_default_dim (0);
  return number > INT_MAX ? INT_MAX : (int32_t)number;
}

void
x86emul_gangs_forget (struct x86emul_device *d)
{
  /* Relaxed: no region of the image runs or starts meanwhile.  */
  for (unsigned i = 0; i < X86EMUL_GANGS_KEPT; i++)
    atomic_store_explicit (&d->gangs.kept[i], 0, memory_order_relaxed);
}
