/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What plugin.cc, the entry point of both plugins, expects of the rest.  */

#ifndef OFFGOMP_PLUGIN_H
#define OFFGOMP_PLUGIN_H

struct plugin_name_args;

/* Register the plugin's passes and callbacks: stream.cc or device.cc.  */
void offgomp_plugin_start (const plugin_name_args *info);

#endif
