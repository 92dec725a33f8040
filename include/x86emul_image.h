/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The descriptor of an x86emul device image: written by mkoffload into the
   host program, registered by GOMP_offload_register_ver, read by
   libgomp-plugin-x86emul.  Constant once the program runs.  */

#ifndef INCLUDE_X86EMUL_IMAGE_H
#define INCLUDE_X86EMUL_IMAGE_H

#include <stddef.h>
#include <stdint.h>

/* Device type under which images register (target-abi: target_type).  A free
   number below 128, so that it fits the type field of target arguments.  */
#define GOMP_DEVICE_X86EMUL 32
/* The same for OpenACC: its acc_device_t, a number that no other device has. */
#define GOMP_ACC_DEVICE_X86EMUL 7

/* The lower half of GOMP_offload_register_ver's version: image 1.  The upper
   one is libgomp's interface; from 2 on (GCC 13) a word with a mask
   (requires_mask.h) is before the descriptor.  */
#define X86EMUL_DEV_VERSION 1
/* With interface 1 (GCC 6 to 12).  */
#define X86EMUL_REGISTER_VERSION ((1u << 16) | X86EMUL_DEV_VERSION)

#define X86EMUL_IMAGE_MAGIC 0x314c554d45363858ull /* "X86EMUL1" */
#define X86EMUL_IMAGE_FORMAT 1

/* One per entry of the image's .gnu.offload_funcs.  */
struct x86emul_image_function
{
  const char *name;   /* symbol in the image, e.g. "main._omp_fn.0" */
  const char *source; /* "file:line" of the region, "" if not known */
};

struct x86emul_image
{
  uint64_t magic;       /* X86EMUL_IMAGE_MAGIC */
  uint32_t format;      /* X86EMUL_IMAGE_FORMAT */
  uint32_t size;        /* sizeof (struct x86emul_image) */
  const void *start;    /* the image: a complete ELF shared object */
  const void *end;      /* one past its last byte */
  uint64_t checksum;    /* FNV-1a (64 bit) of the image's bytes */
  const char *name;     /* for messages: base name of the program or library */
  const char *compiler; /* "gcc 12.2.0": what compiled the image */
  uint32_t function_count;
  uint32_t variable_count;
  const struct x86emul_image_function *functions; /* function_count */
  const char *const *variables; /* variable_count symbol names */
  /* From here on: only if SIZE says so.  */
  const void *checked_start; /* an image of the same code that calls the
                                mapping checker; NULL: none */
  const void *checked_end;   /* one past its last byte */
  uint64_t checked_checksum; /* as above */
  const uint32_t *gangs;     /* function_count: for how many OpenACC gangs each
                                is compiled; 0: for any number */
};
/* SIZE where there is no checked image, and where there are no gangs.  */
#define X86EMUL_IMAGE_SIZE_MIN offsetof (struct x86emul_image, checked_start)
#define X86EMUL_IMAGE_SIZE_CHECKED offsetof (struct x86emul_image, gangs)

/* Defined in the image by the object that mkoffload links into it; found by
   dlsym (X86EMUL_IMAGE_TABLE).  */
#define X86EMUL_IMAGE_TABLE "__offgomp_image_table"
struct x86emul_image_table
{
  const uint64_t *functions_start; /* .gnu.offload_funcs: addresses */
  const uint64_t *functions_end;
  const uint64_t *variables_start; /* .gnu.offload_vars: address, size pairs;
                                      bit 63 of size: declare target link */
  const uint64_t *variables_end;
  int *device_num; /* variable that libgomp sets to the device number */
};

/* Functions that regions call through pointers of the host (declare target
   indirect, GCC 14).  Each image has this table; the device process finds it by
   dlsym (X86EMUL_IMAGE_INDIRECT) and fills in the last member.  Images of older
   mkoffloads have none.  */
#define X86EMUL_IMAGE_INDIRECT "__offgomp_image_indirect"
struct x86emul_image_indirect
{
  const uint64_t *start; /* .gnu.offload_ind_funcs: addresses, in the order of
                            the host's table */
  const uint64_t *end;
  void *(*find) (void *); /* the device's function for a pointer */
};

/* The functions that a checked image calls.  Each checked image has this table;
   the device process finds it by dlsym (X86EMUL_IMAGE_CHECK) and fills it in.
   See mkoffload/gcc-plugin/check.cc.  */
#define X86EMUL_IMAGE_CHECK "__offgomp_image_check"
/* The number of unused bytes after each variable.  */
#define X86EMUL_REDZONE_SIZE 64
struct x86emul_image_check
{
  const uint64_t *redzones_start; /* where there are such bytes */
  const uint64_t *redzones_end;
#define CHECK_CALL_BOTH(name, constant, pointers, sizes, parameters,           \
                        arguments)                                             \
  void (*name) parameters;
#define CHECK_CALL_IMAGE CHECK_CALL_BOTH
#include "check_calls.def"
};

#endif
