/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The interface between null-plugin.c and runtime.c.  */

#ifndef OFFGOMP_BENCH_NULL_DEVICE_H
#define OFFGOMP_BENCH_NULL_DEVICE_H

/* GCN's number, since offgomp has no plugin of that name.  */
#define NULL_DEVICE 8

/* Calls that copied to the device, and from it.  */
struct null_copies
{
  long to, from;
};

#endif
