/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
#include "gcc-headers.h"

#include "plugin.h"

void
offgomp_plugin_start (const plugin_name_args *)
{
}
