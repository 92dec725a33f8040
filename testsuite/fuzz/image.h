/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* An image of a program, with two functions and two variables.  */

#ifndef FUZZ_IMAGE_H
#define FUZZ_IMAGE_H

#include "x86emul_image.h"

static const char image_bytes[] = "image";
static const struct x86emul_image_function functions[]
    = { { "a", "a.c:1" }, { "b", "" } };
static const char *const variables[] = { "v", "w" };
static struct x86emul_image image = { .magic = X86EMUL_IMAGE_MAGIC,
                                      .format = X86EMUL_IMAGE_FORMAT,
                                      .size = sizeof (image),
                                      .start = image_bytes,
                                      .end = image_bytes + 5,
                                      .name = "program",
                                      .compiler = "gcc",
                                      .function_count = 2,
                                      .variable_count = 2,
                                      .functions = functions,
                                      .variables = variables };

#endif
