/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked into each device image: how the device process finds the image's
   tables.  The limits come from crtoffloadbegin.o and crtoffloadend.o.  */

#include "x86emul_image.h"

#define HIDDEN __attribute__ ((visibility ("hidden")))

extern const uint64_t __offload_func_table[] HIDDEN;
extern const uint64_t __offload_funcs_end[] HIDDEN;
extern const uint64_t __offload_var_table[] HIDDEN;
extern const uint64_t __offload_vars_end[] HIDDEN;
extern const uint64_t __offload_ind_func_table[] HIDDEN;
extern const uint64_t __offload_ind_funcs_end[] HIDDEN;

/* Written by libgomp of the host when the image is loaded.  */
static int device_num;

extern const struct x86emul_image_table __offgomp_image_table
    __attribute__ ((visibility ("default")));
const struct x86emul_image_table __offgomp_image_table
    = { __offload_func_table, __offload_funcs_end, __offload_var_table,
        __offload_vars_end, &device_num };

extern struct x86emul_image_indirect __offgomp_image_indirect
    __attribute__ ((visibility ("default")));
struct x86emul_image_indirect __offgomp_image_indirect
    = { .start = __offload_ind_func_table, .end = __offload_ind_funcs_end };

/* device.cc of the compiler plugin inserts calls of this before calls through
   pointers.  While constructors run, all pointers are the device's.  */
extern void *__offgomp_indirect (void *pointer) HIDDEN;
void *
__offgomp_indirect (void *pointer)
{
  return __offgomp_image_indirect.find == NULL
             ? pointer
             : __offgomp_image_indirect.find (pointer);
}
