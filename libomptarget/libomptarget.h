/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the files of libomptarget.so share: what clang's code passes, and the
   table of libgomp.so.1.  */

#ifndef LIBOMPTARGET_H
#define LIBOMPTARGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "offgomp_target.h"

/* Where a construct is in the program.  */
struct ident
{
  int32_t reserved;
  int32_t flags;
  int32_t reserved_2;
  int32_t length;
  const char *text; /* ";file;function;line;column;;" */
};

/* The bits of a map entry's type.  */
enum map_type
{
  MAP_TO = 0x1,
  MAP_FROM = 0x2,
  MAP_ALWAYS = 0x4,
  MAP_DELETE = 0x8,
  MAP_PTR_AND_OBJ = 0x10,  /* the base is the address of a pointer; what it
                              points to is mapped, and the pointer attached */
  MAP_TARGET_PARAM = 0x20, /* an argument of the region */
  MAP_RETURN_PARAM = 0x40, /* the program gets the device address */
  MAP_PRIVATE = 0x80,      /* the region has its own copy */
  MAP_LITERAL = 0x100,     /* the base is a value */
  MAP_IMPLICIT = 0x200,    /* in no clause of the program */
  MAP_PRESENT = 0x1000,    /* must be mapped */
  MAP_HOLD = 0x2000,       /* ompx_hold */
  MAP_ATTACH = 0x4000,     /* attach the pointer at the base */
  MAP_CAPTURE = MAP_PTR_AND_OBJ | MAP_LITERAL | MAP_IMPLICIT /* of a lambda */
};
#define MAP_NON_CONTIGUOUS ((uint64_t)1 << 44) /* BEGIN: dimensions */
#define MAP_MEMBER_SHIFT                                                       \
  48 /* above: the number of the whole object's entry,                         \
        from 1; 0: none */

/* The entries of a construct, COUNT of each.  */
struct map_arrays
{
  size_t count;
  void **bases;
  void **begins;
  const int64_t *sizes;
  const uint64_t *types;
  void **names;   /* NULL: without names */
  void **mappers; /* NULL: without mappers */
};

/* The address in the program that an entry point is called from.  */
#define HERE __builtin_return_address (0)

/* The functions of libgomp.so.1: a copy.  Set when the library is loaded.  */
HIDDEN extern struct offgomp_target core;

/* As core.warning.  */
HIDDEN void omptarget_warning (const char *text);
/* As core.fatal, with a text as of printf.  */
HIDDEN _Noreturn void omptarget_fatal (const char *format, ...)
    __attribute__ ((format (printf, 1, 2))) COLD;

/* The number that libgomp.so.1 has for the device DEVICE of the compiler.  */
static inline int
omptarget_device (int64_t device)
{
  /* -1 is the default device; omp_invalid_device is another number here.  */
  return device >= -1 && device <= INT32_MAX ? (int)device : -4;
}

#endif
