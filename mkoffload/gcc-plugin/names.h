/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Names of memory, for reports of the mapping checker and about constructs.
   Define INCLUDE_STRING before GCC's headers.  */

#ifndef MKOFFLOAD_GCC_PLUGIN_NAMES_H
#define MKOFFLOAD_GCC_PLUGIN_NAMES_H

/* The name of DECL without the numbers that GCC appends to copies; "" if it has
   none.  */
std::string offgomp_plain_name (tree decl);
/* The name of the memory that EXPRESSION is, or points to; "" if it has
   none.  */
std::string offgomp_name_memory (tree expression);
/* Whether BASE, a variable or a pointer's target, is what GCC makes for the
   arguments of a construct.  */
bool offgomp_is_argument_block (tree base);
/* The fields of the structure that a construct passes for array sections have
   no names.  If STATEMENT of BLOCK stores in such a field, give it the name of
   the stored data.  Regions, which are streamed later, then know their data by
   name.  */
void offgomp_name_section (gassign *statement, basic_block block);
/* The field of such a structure in which STATEMENT of BLOCK stores the address
   of a variable; NULL_TREE: it stores none.  *ROOM: how many bytes of the
   variable are there from the address on, at most.  */
tree offgomp_room_of_section (gassign *statement, basic_block block,
                              HOST_WIDE_INT *room);

#endif
