/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked into each checked image: the calls that check.cc of the compiler's
   plugin made go to the device process, which knows what is mapped.  Before it
   has filled in the table, while constructors run, nothing is checked.  */

#include "x86emul-image.h"

#define HIDDEN __attribute__ ((visibility ("hidden")))

extern struct x86emul_image_check __offgomp_image_check
    __attribute__ ((visibility ("default")));
struct x86emul_image_check __offgomp_image_check;

#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  extern void __offgomp_check_##name parameters HIDDEN;                        \
  void __offgomp_check_##name parameters                                       \
  {                                                                            \
    if (__offgomp_image_check.name != NULL)                                    \
      __offgomp_image_check.name arguments;                                    \
  }
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check-calls.def"
