/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Device images in programs and libraries; see image_x86emul.c and
   image_nvptx.c.  */

#ifndef INFO_IMAGE_H
#define INFO_IMAGE_H

#include "elf_file.h"
#include "report.h"

/* Add the images in FILE for devices of one kind to the list IN.  */
void image_report_x86emul (struct report *in, const struct elf_file *file);
void image_report_nvptx (struct report *in, const struct elf_file *file);

#endif
