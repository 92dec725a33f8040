/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The exit status of a program whose devices ask for one; see end_status.h.  */

#include "offload/device/end_status.h"

#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int wanted;

void
gomp_device_end_with (int status)
{
  if (status != 0)
    atomic_store (&wanted, status);
}

/* After the devices are finalised.  */
static LAST_DESTRUCTOR void
end (void)
{
  int status = atomic_load (&wanted);
  if (status == 0)
    return;
  fflush (NULL);
  _exit (status);
}
