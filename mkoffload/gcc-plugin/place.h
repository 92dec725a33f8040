/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Where constructs are in the source, and what their clauses name; see
   place.cc.  */

#ifndef OFFGOMP_PLACE_H
#define OFFGOMP_PLACE_H

struct plugin_name_args;

void offgomp_place_start (const plugin_name_args *info);

#endif
