/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data that the compiler wrote for devices into an object; see
   object.c.  */

#ifndef INFO_OBJECT_H
#define INFO_OBJECT_H

#include "elf_file.h"
#include "report.h"

/* Add the host's tables of FILE, an object or a linked file, to IN.  */
void object_report_tables (struct report *in, const struct elf_file *file);
/* Add the device code that the object FILE has for mkoffload to IN.  */
void object_report_code (struct report *in, const struct elf_file *file);
/* Add the compiler that wrote FILE to IN.  */
void object_report_compiler (struct report *in, const struct elf_file *file);

#endif
