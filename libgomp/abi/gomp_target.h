/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes of the target entry points and device routines that abi/ exports;
   the routines are declared as in omp.h, but without its types.  */

#ifndef GOMP_ABI_GOMP_TARGET_H
#define GOMP_ABI_GOMP_TARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* The caller's position in the program, in an entry point or a function that is
   inlined into one.  */
#define HERE __builtin_return_address (0)

EXPORT void GOMP_offload_register_ver (unsigned version, const void *table,
                                       int type, const void *data);
EXPORT void GOMP_offload_unregister_ver (unsigned version, const void *table,
                                         int type, const void *data);
EXPORT void GOMP_offload_register (const void *table, int type,
                                   const void *data);
EXPORT void GOMP_offload_unregister (const void *table, int type,
                                     const void *data);

EXPORT void GOMP_target (int device, void (*fn) (void *), const void *unused,
                         size_t count, void **hosts, size_t *sizes,
                         unsigned char *kinds);
EXPORT void GOMP_target_ext (int device, void (*fn) (void *), size_t count,
                             void **hosts, size_t *sizes, unsigned short *kinds,
                             unsigned flags, void **depend, void **args);
EXPORT void GOMP_target_data (int device, const void *unused, size_t count,
                              void **hosts, size_t *sizes,
                              unsigned char *kinds);
EXPORT void GOMP_target_data_ext (int device, size_t count, void **hosts,
                                  size_t *sizes, unsigned short *kinds);
EXPORT void GOMP_target_end_data (void);
EXPORT void GOMP_target_update (int device, const void *unused, size_t count,
                                void **hosts, size_t *sizes,
                                unsigned char *kinds);
EXPORT void GOMP_target_update_ext (int device, size_t count, void **hosts,
                                    size_t *sizes, unsigned short *kinds,
                                    unsigned flags, void **depend);
EXPORT void GOMP_target_enter_exit_data (int device, size_t count, void **hosts,
                                         size_t *sizes, unsigned short *kinds,
                                         unsigned flags, void **depend);
EXPORT void GOMP_teams (unsigned num_teams, unsigned thread_limit);
EXPORT bool GOMP_teams4 (unsigned low, unsigned high, unsigned thread_limit,
                         bool first);

EXPORT int omp_get_num_devices (void);
EXPORT int omp_get_initial_device (void);
EXPORT int omp_get_device_num (void);
EXPORT int omp_is_initial_device (void);

EXPORT void *omp_target_alloc (size_t size, int device);
EXPORT void omp_target_free (void *devptr, int device);
EXPORT int omp_target_is_present (const void *host, int device);
EXPORT int omp_target_memcpy (void *to, const void *from, size_t size,
                              size_t to_offset, size_t from_offset,
                              int to_device, int from_device);
EXPORT int
omp_target_memcpy_rect (void *to, const void *from, size_t element_size,
                        int dims, const size_t *volume,
                        const size_t *to_offsets, const size_t *from_offsets,
                        const size_t *to_dims, const size_t *from_dims,
                        int to_device, int from_device);
EXPORT int omp_target_associate_ptr (const void *host, const void *devptr,
                                     size_t size, size_t offset, int device);
EXPORT int omp_target_disassociate_ptr (const void *host, int device);
EXPORT void *omp_get_mapped_ptr (const void *host, int device);
EXPORT int omp_target_is_accessible (const void *host, size_t size, int device);

EXPORT void *omp_target_memset (void *ptr, int value, size_t size, int device);
EXPORT void *GOMP_target_map_indirect_ptr (void *ptr);

/* LIST: COUNT objects of type omp_depend_t, each as large as two pointers.  */
struct gomp_depobj
{
  void *address;  /* of the dependence */
  uintptr_t kind; /* its type */
};
EXPORT int omp_target_memcpy_async (void *to, const void *from, size_t size,
                                    size_t to_offset, size_t from_offset,
                                    int to_device, int from_device, int count,
                                    struct gomp_depobj *list);
EXPORT int omp_target_memcpy_rect_async (
    void *to, const void *from, size_t element_size, int dims,
    const size_t *volume, const size_t *to_offsets, const size_t *from_offsets,
    const size_t *to_dims, const size_t *from_dims, int to_device,
    int from_device, int count, struct gomp_depobj *list);
EXPORT void *omp_target_memset_async (void *ptr, int value, size_t size,
                                      int device, int count,
                                      struct gomp_depobj *list);

#endif
