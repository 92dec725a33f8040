/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The locations of constructs in the source, and the names in their clauses;
   see location.cc.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_LOCATION_H
#define MKOFFLOAD_GCC_PLUGIN_LOCATION_H

struct plugin_name_args;

void offgomp_location_start (const plugin_name_args *info);

#endif
