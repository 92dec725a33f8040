/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The bits of the mask of "requires" directives that an image brings: written
   by compilers and mkoffload, read by libgomp.so.1.  GCC chose the values.  */

#ifndef INCLUDE_REQUIRES_MASK_H
#define INCLUDE_REQUIRES_MASK_H

enum offgomp_requires
{
  OFFGOMP_REQUIRES_UNIFIED_ADDRESS = 0x10,
  OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY = 0x20,
  OFFGOMP_REQUIRES_REVERSE_OFFLOAD = 0x80,
  OFFGOMP_REQUIRES_TARGET_USED = 0x200, /* no requirement: the program has
                                           target constructs */
  OFFGOMP_REQUIRES_SELF_MAPS = 0x400
};

/* Each of these takes memory that host and device share.  */
#define OFFGOMP_REQUIRES_MEMORY                                                \
  (OFFGOMP_REQUIRES_UNIFIED_ADDRESS | OFFGOMP_REQUIRES_UNIFIED_SHARED_MEMORY   \
   | OFFGOMP_REQUIRES_SELF_MAPS)

/* Where x86emul-stream.so writes the mask of an object: four bytes.  */
#define OFFGOMP_REQUIRES_SECTION ".offgomp_requires"

#endif
