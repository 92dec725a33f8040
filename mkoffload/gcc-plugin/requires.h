/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* requires.cc: what a file requires of devices.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_REQUIRES_H
#define MKOFFLOAD_GCC_PLUGIN_REQUIRES_H

struct plugin_name_args;

/* Have the mask of "requires" directives written.  */
void offgomp_requires_start (const plugin_name_args *info);

#endif
