/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* OpenACC's gangs, workers and vectors on x86emul devices.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_OPENACC_H
#define MKOFFLOAD_GCC_PLUGIN_OPENACC_H

struct plugin_name_args;

/* Compile OpenACC regions and routines for devices that run gangs.  */
void offgomp_openacc_start (const plugin_name_args *info);
/* The number of gangs of the region FUNCTION that its code was compiled for; 0:
   any, or it is no region of OpenACC.  Known when the code has been
   written.  */
int offgomp_openacc_gangs (tree function);

#endif
