/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the front end share.  */

#ifndef PTX_MODULE_H
#define PTX_MODULE_H

#include "ptx/image.h"

void ptx_module_read (struct ptx_module *, struct ptx_error *);
void ptx_module_destroy (struct ptx_module *);

void ptx_scope_add (struct ptx_scope *, struct ptx_symbol *);
bool ptx_signature_differs (const struct ptx_symbol *,
                            const struct ptx_symbol *);

/* .u32 */
enum ptx_type ptx_read_type (struct ptx_lexer *);

/* .param .u32 name */
void ptx_read_parameter (struct ptx_lexer *, enum ptx_type *, const char **name,
                         size_t *length);

/* .align 8 .v2 .u32: TYPE, ALIGNMENT and, of one element, SIZE.  */
void ptx_read_variable_type (struct ptx_lexer *, struct ptx_variable *);

void ptx_code_destroy (struct ptx_code *);

#endif
