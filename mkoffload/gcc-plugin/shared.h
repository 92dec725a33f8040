/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Variables of images that devices load into the program's process.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_SHARED_H
#define MKOFFLOAD_GCC_PLUGIN_SHARED_H

/* In the environment of lto1: the image is for such devices.  */
#define OFFGOMP_SHARE_DEVICE "OFFGOMP_SHARE_DEVICE"

/* Let the dynamic linker find all variables of the image that the program has,
   too.  */
void offgomp_shared_expose ();

#endif
