/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Splitting a command into words as a shell does, without expansions.  */

#ifndef PLUGIN_X86EMUL_HOST_SPLIT_COMMAND_H
#define PLUGIN_X86EMUL_HOST_SPLIT_COMMAND_H

#include "base/compiler.h"
#include "base/diag.h"

/* Split TEXT at blanks; '...' and "..." quote, a backslash quotes the next
   character outside '...'.  *WORDS: array that ends with NULL, one block with
   its strings, freed by free.  GOMP_ERR_INVALID: a quote is not closed.  */
HIDDEN enum gomp_status x86emul_split_command (const char *text, char ***words);

#endif
