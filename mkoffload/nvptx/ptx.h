/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's code: PTX modules as their statements outside of functions, and
   the tables that GCC's compiler for nvptx writes into comments.  */

#ifndef MKOFFLOAD_NVPTX_PTX_H
#define MKOFFLOAD_NVPTX_PTX_H

#include <stdbool.h>
#include <stddef.h>

enum ptx_kind
{
  PTX_HEADER,      /* .version, .target, .address_size */
  PTX_LINES,       /* .file, .section: for debuggers */
  PTX_DECLARATION, /* of what is defined elsewhere, or further on */
  PTX_DEFINITION,  /* of a function, a variable or an alias */
  PTX_OTHER        /* stays as it is */
};

struct ptx_module;

/* A statement.  */
struct ptx_item
{
  struct ptx_module *module;
  struct ptx_item *same_name; /* next one with its name, in any module */
  const char *start;          /* its text */
  size_t length;              /* of its text */
  const char *name;           /* what it declares or defines, or NULL */
  enum ptx_kind kind;
  bool is_global; /* .visible, .weak or .extern */
  bool is_weak;   /* .weak */
  bool is_kernel; /* .entry */
  bool is_needed; /* by reach.c */
};

struct ptx_module
{
  const char *text;
  struct ptx_item *items;
  size_t count;
  size_t capacity;
  unsigned target; /* N of ".target sm_N", 0 if there is none */
};

/* A row of the tables: the matching row of the host's table has the same
   index.  */
struct ptx_mapping
{
  struct ptx_module *module; /* that has the comment */
  const char *name;
  unsigned short dim[3]; /* OpenACC: gangs, workers, vector; 0: not fixed */
};

struct ptx_table
{
  struct ptx_mapping *row;
  size_t count;
  size_t capacity;
};

struct ptx_image
{
  struct ptx_module **modules; /* the program's own first */
  size_t count;
  struct ptx_table functions;
  struct ptx_table variables;
  struct ptx_table indirect; /* functions called by pointers: GCC 14 */
};

/* Parse the LENGTH bytes at TEXT: modules that are separated by NUL.  */
void ptx_read (struct ptx_image *image, const char *text, size_t length);

/* The first item with NAME in any module, or NULL.  */
struct ptx_item *ptx_find (const char *name, size_t length);

/* Step over the token at *NEXT; the result, of *LENGTH characters, is a word
   that may be a name, or NULL at the end of the text that END delimits.  */
const char *ptx_next_name (const char **next, const char *end, size_t *length);

#endif
