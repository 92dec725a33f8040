/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a target RTL of LLVM's libomptarget exports, and what it is given.  */

#ifndef PLUGIN_RTL_H
#define PLUGIN_RTL_H

#include <stddef.h>
#include <stdint.h>

#include "image.h"
#include "kernel_arguments.h"

/* The answer of load_binary.  */
struct rtl_table
{
  struct old_entry *start;
  struct old_entry *end;
};

/* For what data_alloc's memory is.  */
enum rtl_memory
{
  RTL_MEMORY_DEVICE,
  RTL_MEMORY_HOST,
  RTL_MEMORY_SHARED,
  RTL_MEMORY_DEFAULT
};

/* The functions of one.  */
struct rtl_functions
{
#define RTL(need, name, result, parameters) result (*name) parameters;
#include "rtl.def"
#undef RTL
};

#endif
