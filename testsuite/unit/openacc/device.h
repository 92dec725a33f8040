/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The devices of unit/offload/target.h, for OpenACC.  A test defines REGIONS
   before it includes this.  */

#ifndef UNIT_OPENACC_DEVICE_H
#define UNIT_OPENACC_DEVICE_H

#include "../offload/target.h"

#include "openacc/openacc.h"

enum
{
  EMULATED = 7
};

static int
acc_type (void)
{
  return EMULATED;
}

static inline bool
run_compute (int n, void *fn, void *vars, const unsigned *dims)
{
  (void)dims;
  run (n, fn, vars, NULL);
  return true;
}

/* Make the devices; ACC_RUN runs their compute regions.  */
static inline void
make_acc_devices (bool (*acc_run) (int n, void *fn, void *vars,
                                   const unsigned *dims))
{
  make_devices ();
  for (int i = 0; i < 2; i++)
    {
      plugins[i].acc_type = acc_type;
      plugins[i].acc_run = acc_run;
    }
}

#endif
