/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked into each checked image.  It passes the calls that check.cc of the
   compiler plugin inserted on to the device process, which knows what is
   mapped.  Before that process has filled in the table, while constructors run,
   nothing is checked.  */

#include "x86emul_image.h"

#define HIDDEN __attribute__ ((visibility ("hidden")))

extern struct x86emul_image_check __offgomp_image_check
    __attribute__ ((visibility ("default")));
/* The section of gcc-plugin/redzones.cc; the linker defines these if it
   exists.  */
extern const uint64_t __start_offgomp_redzones[] HIDDEN __attribute__ ((weak));
extern const uint64_t __stop_offgomp_redzones[] HIDDEN __attribute__ ((weak));

struct x86emul_image_check __offgomp_image_check
    = { .redzones_start = __start_offgomp_redzones,
        .redzones_end = __stop_offgomp_redzones };

#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  extern void __offgomp_check_##name parameters HIDDEN;                        \
  void __offgomp_check_##name parameters                                       \
  {                                                                            \
    if (__offgomp_image_check.name != NULL)                                    \
      __offgomp_image_check.name arguments;                                    \
  }
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check_calls.def"
