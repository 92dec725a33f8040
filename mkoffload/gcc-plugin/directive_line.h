/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where the program's directives are, for tool_events.cc.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_DIRECTIVE_LINE_H
#define MKOFFLOAD_GCC_PLUGIN_DIRECTIVE_LINE_H

/* Whether the line of LOCATION in its source file has a directive.  False if
   the file cannot be read, or a macro has the directive.  */
bool offgomp_is_directive (location_t location);

#endif
