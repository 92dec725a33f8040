/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Functions with several names.  */

#ifndef MKOFFLOAD_NVPTX_ALIASES_H
#define MKOFFLOAD_NVPTX_ALIASES_H

/* Copy the PTX in the file FROM to TO, with a single name for each
   function.  */
void aliases_resolve (const char *from, const char *to);

#endif
