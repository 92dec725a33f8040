/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The target RTLs that OFFLOAD_RTL names, and their devices.  */

#ifndef PLUGIN_RTL_LIBRARIES_H
#define PLUGIN_RTL_LIBRARIES_H

#include "base/compiler.h"
#include "rtl.h"

struct rtl_device
{
  const struct rtl_functions *call; /* of its target RTL */
  const char *file;                 /* the target RTL; for messages */
  int32_t number;                   /* it has this number there */
};

/* All devices.  Constant after rtl_libraries_open.  */
HIDDEN extern struct rtl_device *rtl_devices;

/* Load the target RTLs, and return the number of their devices.  What cannot be
   used is reported.  Called once.  */
HIDDEN int rtl_libraries_open (void);

#endif
