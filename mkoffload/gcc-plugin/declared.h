/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* declared.cc: update directives for variables of OpenACC's declare.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_DECLARED_H
#define MKOFFLOAD_GCC_PLUGIN_DECLARED_H

struct plugin_name_args;

/* Register the pass.  */
void offgomp_declared_start (const plugin_name_args *info);

#endif
