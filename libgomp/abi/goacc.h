/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of the entry points of OpenACC's constructs.  */

#ifndef GOMP_ABI_GOACC_H
#define GOMP_ABI_GOACC_H

#include <stddef.h>

#include "base/compiler.h"

EXPORT void GOACC_parallel_keyed (int flags, void (*fn) (void *), size_t count,
                                  void **hosts, size_t *sizes,
                                  unsigned short *kinds, ...);
EXPORT void GOACC_parallel (int flags, void (*fn) (void *), size_t count,
                            void **hosts, size_t *sizes, unsigned short *kinds,
                            int gangs, int workers, int vector_length,
                            int async, int wait_count, ...);
EXPORT void GOACC_data_start (int flags, size_t count, void **hosts,
                              size_t *sizes, unsigned short *kinds);
EXPORT void GOACC_data_end (void);
EXPORT void GOACC_enter_data (int flags, size_t count, void **hosts,
                              size_t *sizes, unsigned short *kinds, int async,
                              int wait_count, ...);
EXPORT void GOACC_exit_data (int flags, size_t count, void **hosts,
                             size_t *sizes, unsigned short *kinds, int async,
                             int wait_count, ...);
EXPORT void GOACC_enter_exit_data (int flags, size_t count, void **hosts,
                                   size_t *sizes, unsigned short *kinds,
                                   int async, int wait_count, ...);
EXPORT void GOACC_update (int flags, size_t count, void **hosts, size_t *sizes,
                          unsigned short *kinds, int async, int wait_count,
                          ...);
EXPORT void GOACC_declare (int flags, size_t count, void **hosts, size_t *sizes,
                           unsigned short *kinds);
EXPORT void GOACC_wait (int async, int wait_count, ...);
EXPORT int GOACC_get_num_threads (void);
EXPORT int GOACC_get_thread_num (void);

#endif
