/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Linked into each checked image: the calls that check.cc of the compiler's
   plugin made go to the device process, which knows what is mapped.  Before it
   has filled in the table, while constructors run, nothing is checked.  */

#include "x86emul-image.h"

#define HIDDEN __attribute__ ((visibility ("hidden")))

extern struct x86emul_image_check __offgomp_image_check
    __attribute__ ((visibility ("default")));
struct x86emul_image_check __offgomp_image_check;

#define FORWARD(name, parameters, arguments)                                   \
  extern void __offgomp_check_##name parameters HIDDEN;                        \
  void __offgomp_check_##name parameters                                       \
  {                                                                            \
    if (__offgomp_image_check.name != NULL)                                    \
      __offgomp_image_check.name arguments;                                    \
  }

FORWARD (read, (const void *address, size_t size, const char *place),
         (address, size, place))
FORWARD (write, (const void *address, size_t size, const char *place),
         (address, size, place))
FORWARD (copy,
         (const void *to, const void *from, size_t size, const char *place),
         (to, from, size, place))
FORWARD (string, (const void *address, const char *place), (address, place))
FORWARD (string_copy, (const void *to, const void *from, const char *place),
         (to, from, place))
FORWARD (array, (const void *descriptor, size_t kind, const char *place),
         (descriptor, kind, place))
FORWARD (enter, (const char *place), (place))
FORWARD (read_of,
         (const void *address, const void *object, size_t size,
          size_t object_size, const char *place),
         (address, object, size, object_size, place))
FORWARD (write_of,
         (const void *address, const void *object, size_t size,
          size_t object_size, const char *place),
         (address, object, size, object_size, place))
