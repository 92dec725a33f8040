/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of memory: for the mapping checker's reports and for what is told of
   constructs.  Define INCLUDE_STRING before GCC's headers.  */

#ifndef OFFGOMP_NAMES_H
#define OFFGOMP_NAMES_H

/* The name of DECL without the numbers that GCC appends to copies; "": it has
   none.  */
std::string offgomp_plain_name (tree decl);
/* The memory that EXPRESSION is, or points to; "" where nothing has a name.  */
std::string offgomp_name_memory (tree expression);
/* Whether BASE, a variable or what a pointer points to, is what GCC makes for
   the arguments of a construct.  */
bool offgomp_is_argument_block (tree base);
/* The fields of what a construct passes for array sections have no names: if
   STATEMENT of BLOCK stores in one, it gets that of what is stored.  Regions,
   which are streamed later, then know their data by name.  */
void offgomp_name_section (gassign *statement, basic_block block);

#endif
