/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What plugin.cc, the entry point of both plugins, and the rest expect of each
   other.  */

#ifndef OFFGOMP_PLUGIN_H
#define OFFGOMP_PLUGIN_H

struct plugin_name_args;
class opt_pass;

/* Register the plugin's passes and callbacks: stream.cc or device.cc.  */
void offgomp_plugin_start (const plugin_name_args *info);
/* Register PASS, to run before or after the first pass named REFERENCE.  */
void offgomp_plugin_add_pass (const plugin_name_args *info, opt_pass *pass,
                              const char *reference,
                              pass_positioning_ops position);
/* To run once the whole program is known.  */
#define OFFGOMP_WHOLE_PROGRAM "whole-program", PASS_POS_INSERT_BEFORE

#endif
