/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* simd_atomic.cc: atomic updates inside simd loops.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_SIMD_ATOMIC_H
#define MKOFFLOAD_GCC_PLUGIN_SIMD_ATOMIC_H

struct plugin_name_args;

/* Register the pass.  */
void offgomp_simd_atomic_start (const plugin_name_args *info);

#endif
