/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Assembler text of host objects: the parts that are the same for all
   devices.  */

#ifndef MKOFFLOAD_COMMON_ASSEMBLY_H
#define MKOFFLOAD_COMMON_ASSEMBLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Interfaces of libgomp: how the code of each version of GCC uses it, and what
   its images have.  */
enum interface
{
  INTERFACE_12 = 1,
  INTERFACE_13 = 2, /* a mask of "requires" clauses, reverse offload */
  INTERFACE_14 = 3  /* functions called by pointers from the host */
};

/* That of the major version GCC.  */
enum interface assembly_interface (int gcc);

/* Create the file PATH.  */
FILE *assembly_create (const char *path);

/* STRING in quotes.  */
void assembly_quote (FILE *out, const char *string);

/* The label .L<LABEL><NUMBER> and STRING.  */
void assembly_string (FILE *out, const char *label, size_t number,
                      const char *string);

/* Write functions that register and unregister the image with the descriptor at
   the label PREFIX_image, of VERSION for devices of TYPE.  They run before and
   after the program's own constructors and destructors.  */
void assembly_register (FILE *out, const char *prefix, enum interface interface,
                        unsigned version, int type);

/* Close OUT, the file PATH; ILP32: the program has 32-bit pointers.  */
void assembly_finish (FILE *out, const char *path, bool ilp32);

/* Write to PATH the text of an empty object.  */
void assembly_write_empty (const char *path, bool ilp32);

#endif
