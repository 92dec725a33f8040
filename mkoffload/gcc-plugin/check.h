/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Calls to the mapping checker; see check.cc.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_CHECK_H
#define MKOFFLOAD_GCC_PLUGIN_CHECK_H

struct plugin_name_args;

/* Insert calls to the checker before the memory accesses of all functions, of
   the device (DEVICE) or of the host.  */
void offgomp_check_start (const plugin_name_args *info, bool device);

/* mkoffload sets this for the lto1 that compiles a checked image.  */
#define OFFGOMP_CHECK_DEVICE "OFFGOMP_CHECK_DEVICE"

/* Put redzones that no access may touch after the variables of a checked
   image.  */
void offgomp_redzones_start (const plugin_name_args *info);

#endif
