/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The objects that delimit the host tables of target regions, of declare
   target variables and (GCC 14 on) of indirect functions, and the table of
   these tables.  Compiled once for each of

     CRT_BEGIN  crtoffloadbegin.o  linked before the user's objects
     CRT_END    crtoffloadend.o    linked after them
     CRT_TABLE  crtoffloadtable.o  added by lto-wrapper if there is an image

   The compiler writes the entries into the sections .gnu.offload_*; the linker
   lays them out in the order of the objects.  Every symbol is hidden: each
   program and each shared object has its own tables.  The entries need
   relocations, so the sections are writable, here as in user objects; the table
   of tables lies in .data.rel.ro, where a position independent link may
   relocate it (a relocation in .rodata would be a text relocation).  */

#define HIDDEN __attribute__ ((visibility ("hidden")))
#define TABLE_LIMIT(name, section_name)                                        \
  HIDDEN const void *name[0] __attribute__ ((used, section (section_name),     \
                                             aligned (sizeof (void *))))       \
  = {}

#if defined CRT_BEGIN

TABLE_LIMIT (__offload_func_table, ".gnu.offload_funcs");
TABLE_LIMIT (__offload_var_table, ".gnu.offload_vars");
TABLE_LIMIT (__offload_ind_func_table, ".gnu.offload_ind_funcs");

#elif defined CRT_END

TABLE_LIMIT (__offload_funcs_end, ".gnu.offload_funcs");
TABLE_LIMIT (__offload_vars_end, ".gnu.offload_vars");
TABLE_LIMIT (__offload_ind_funcs_end, ".gnu.offload_ind_funcs");

#elif defined CRT_TABLE

extern const void *const __offload_func_table[] HIDDEN;
extern const void *const __offload_funcs_end[] HIDDEN;
extern const void *const __offload_var_table[] HIDDEN;
extern const void *const __offload_vars_end[] HIDDEN;
extern const void *const __offload_ind_func_table[] HIDDEN;
extern const void *const __offload_ind_funcs_end[] HIDDEN;

/* GCC before 14 knows only the first four words.  */
extern const void *const __OFFLOAD_TABLE__[6] HIDDEN;
const void *const __OFFLOAD_TABLE__[6] = {
  __offload_func_table, __offload_funcs_end,      __offload_var_table,
  __offload_vars_end,   __offload_ind_func_table, __offload_ind_funcs_end
};

#else
#  error "define CRT_BEGIN, CRT_END or CRT_TABLE"
#endif
