/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The order of the table of variables.  */

#ifndef MKOFFLOAD_NVPTX_ORDER_H
#define MKOFFLOAD_NVPTX_ORDER_H

#include "list.h"
#include "ptx.h"

/* Give the rows of VARIABLES the order that the host's tables in the objects
   INPUTS have.  */
void order_variables (struct ptx_table *variables, const struct list *inputs);

#endif
