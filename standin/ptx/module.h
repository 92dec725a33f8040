/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What the parts of the front end share.  */

#ifndef STANDIN_PTX_MODULE_H
#define STANDIN_PTX_MODULE_H

#include "ptx/image.h"

void ptx_module_read (struct ptx_module *, struct ptx_error *);
void ptx_module_destroy (struct ptx_module *);

void ptx_scope_add (struct ptx_scope *, struct ptx_symbol *);
bool ptx_signature_differs (const struct ptx_symbol *,
                            const struct ptx_symbol *);

/* .u32 */
enum ptx_type ptx_read_type (struct ptx_lexer *);

/* A parameter as declared.  */
struct ptx_parameter
{
  enum ptx_type type;
  struct ptx_extent extent;
  const char *name;
  size_t length;
};

/* .param .align 8 .b8 name[24] */
void ptx_read_parameter (struct ptx_lexer *, struct ptx_parameter *);

/* What follows a parameter's name: [24] or nothing.  */
void ptx_read_parameter_extent (struct ptx_lexer *, struct ptx_parameter *,
                                unsigned alignment);

/* A variable that a function declares for itself, by where its NAME stands;
   NULL if there is none.  */
struct ptx_symbol *ptx_own_variable (const struct ptx_module *,
                                     const char *name);

/* Accept .global, .const or .shared.  */
bool ptx_accept_space (struct ptx_lexer *, enum ptx_space *);

/* .align 8 .v2 .u32: TYPE, ALIGNMENT and, of one element, SIZE.  */
void ptx_read_variable_type (struct ptx_lexer *, struct ptx_variable *);

void ptx_code_destroy (struct ptx_code *);

#endif
