/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* scope_ends.cc: where the variables of blocks in target regions end.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_SCOPE_ENDS_H
#define MKOFFLOAD_GCC_PLUGIN_SCOPE_ENDS_H

struct plugin_name_args;

/* Register the pass.  */
void offgomp_scope_ends_start (const plugin_name_args *info);

#endif
