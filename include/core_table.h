/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How the libraries for clang's programs, libomp.so.5 and libomptarget.so, find
   libgomp.so.1, its table of functions for them, and its routines.  Each of
   them includes this file for its own copy, and calls it when it is loaded.  */

#ifndef CORE_TABLE_H
#define CORE_TABLE_H

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The function of libgomp.so.1 behind a table's name.  It returns NULL if
   VERSION or the SIZE of the table differ from its own.  */
typedef const void *core_table_getter (const char *version, size_t size);

/* End the program: FILE, whose handle is HANDLE, is the libgomp.so.1 of this
   process, wherever it comes from, and it is not ours.  MINE is the name of
   this library and SHARES what it shares with ours.  The printer would be in
   ours, so the text is written here.  */
static inline _Noreturn __attribute__ ((cold)) void
core_table_refuse (const char *mine, const char *shares, const char *file,
                   void *handle)
{
  const char *(*version) (void)
      = (const char *(*)(void))dlsym (handle, "offgomp_version");
  Dl_info from = { .dli_fname = mine };
  char text[2048];
  dladdr ((void *)core_table_refuse, &from);
  int length = snprintf (
      text, sizeof (text),
      "\nlibgomp: %s of " PACKAGE_STRING
      " shares its %s with the libgomp.so.1 of the same package, but this "
      "program has loaded %s, which is %s\n"
      "  hint: put the directory of the former, which has a link to the right "
      "libgomp.so.1, first in LD_LIBRARY_PATH or in the program's run path\n",
      from.dli_fname, shares, file,
      version == NULL ? "another project's" : version ());
  if (length >= (int)sizeof (text))
    length = sizeof (text) - 1;
  if (write (STDERR_FILENO, text, (size_t)length) < 0)
    _exit (EXIT_FAILURE);
  _exit (EXIT_FAILURE);
}

/* The table of SIZE bytes that the function NAME of this process's libgomp.so.1
   returns, and its handle in *HANDLE.  MINE and SHARES are those of
   core_table_refuse, which is called if there is no such table.  */
static inline const void *
core_table_find (const char *name, size_t size, const char *mine,
                 const char *shares, void **handle)
{
  *handle = dlopen ("libgomp.so.1", RTLD_LAZY | RTLD_NOLOAD);
  core_table_getter *get
      = *handle == NULL ? NULL : (core_table_getter *)dlsym (*handle, name);
  const void *table = get == NULL ? NULL : get (PACKAGE_VERSION, size);
  if (table == NULL)
    {
      struct link_map *theirs = NULL;
      if (*handle != NULL)
        dlinfo (*handle, RTLD_DI_LINKMAP, &theirs);
      core_table_refuse (mine, shares,
                         theirs == NULL ? "libgomp.so.1" : theirs->l_name,
                         *handle);
    }
  return table;
}

/* Define the function NAME, which jumps to the address in the variable AT with
   its arguments and its result unchanged.

   Such a function is not linked against libgomp.so.1: the library defines
   omp_NAME in one version, so the linker would bind a reference to any version
   of omp_NAME to that definition.  The libraries for clang's programs are built
   for x86-64 alone; libgomp.so.1 includes this file everywhere.  */
#ifdef __x86_64__
#  define CORE_ROUTINE(name, at)                                               \
    __asm__("	.text\n"                                                         \
            "	.globl	" #name "\n"                                         \
            "	.type	" #name ", @function\n"                              \
            "	.p2align 4\n" #name ":\n"                                    \
            "	.cfi_startproc\n"                                                \
            "	endbr64\n"                                                       \
            "	jmp	*" #at "(%rip)\n"                                    \
            "	.cfi_endproc\n"                                                  \
            "	.size	" #name ", . - " #name "\n");
#endif

/* A routine's address, and its name in libgomp.so.1.  */
struct core_routine
{
  void **at;
  const char *name;
};

/* Find the COUNT routines of LIST in libgomp.so.1, whose handle is HANDLE.  */
static inline void
core_routines_find (const struct core_routine *list, size_t count, void *handle)
{
  for (size_t i = 0; i < count; i++)
    *list[i].at = dlsym (handle, list[i].name);
}

#endif
