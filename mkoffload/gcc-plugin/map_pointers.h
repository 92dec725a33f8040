/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* map_pointers.cc: pointers on the way to what map clauses name.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_MAP_POINTERS_H
#define MKOFFLOAD_GCC_PLUGIN_MAP_POINTERS_H

struct plugin_name_args;

/* Register the pass.  */
void offgomp_map_pointers_start (const plugin_name_args *info);

#endif
