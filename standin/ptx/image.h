/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A program for the device: the declarations of all its modules, linked.
   Function bodies stay text until they are first called.  */

#ifndef STANDIN_PTX_IMAGE_H
#define STANDIN_PTX_IMAGE_H

#include "ptx/text.h"

#include <stdatomic.h>

#define PTX_MAX_PARAMETERS 64
#define PTX_MAX_PARAMETER_SIZE 4096

enum ptx_type
{
#define PTX_TYPE(name, bytes) PTX_##name,
#include "ptx/types.def"
  PTX_TYPES
};

unsigned ptx_type_size (enum ptx_type);
const char *ptx_type_name (enum ptx_type);
bool ptx_type_is_signed (enum ptx_type);

/* The type that the LENGTH characters at NAME (without the dot) mean,
   PTX_TYPES if none.  */
enum ptx_type ptx_type_find (const char *name, size_t length);

enum ptx_space
{
  PTX_GENERIC,
  PTX_GLOBAL,
  PTX_SHARED,
  PTX_CONST,
  PTX_LOCAL,
  PTX_PARAM
};

enum ptx_linkage
{
  PTX_STATIC,
  PTX_VISIBLE,
  PTX_WEAK,
  PTX_EXTERN
};

/* Unused bytes behind each variable in shared and in local memory: an access
   beyond the variable's end is found.  */
#define PTX_APART 16

struct ptx_code;

/* A parameter's place among the others, and what of it is memory: arrays are,
   the others are registers.  */
struct ptx_extent
{
  unsigned alignment;
  unsigned array_size; /* in bytes; 0: it is no array */
};

/* A function, or the declaration of one that another module defines.  */
struct ptx_function
{
  struct ptx_symbol *symbol; /* its name */
  bool is_entry;             /* a kernel */
  unsigned threads_max;      /* of a block, 0: any number */
  unsigned results;          /* 0 or 1 */
  unsigned parameters;
  enum ptx_type type[PTX_MAX_PARAMETERS]; /* the results', the parameters' */
  struct ptx_extent extent[PTX_MAX_PARAMETERS]; /* the same */
  const char *header;                           /* its parameters in the text */
  const char *body; /* behind the opening brace; NULL: only declared */
  unsigned builtin; /* of the driver: enum ptx_builtin, 0 for none */
  uint64_t address; /* that programs see */
  _Atomic (struct ptx_code *) code; /* NULL until it is first called */
};

struct ptx_variable
{
  enum ptx_space space;
  enum ptx_type type; /* of an element */
  unsigned alignment;
  uint64_t size;           /* in bytes */
  const char *initializer; /* in the text, NULL: zeros */
  uint64_t address;        /* in its space: given when it is loaded */
};

/* A name in a module.  */
struct ptx_symbol
{
  struct ptx_symbol *next;     /* in the same bucket */
  const struct ptx_text *text; /* the module */
  const char *position;        /* of its declaration */
  char *name;
  enum ptx_linkage linkage;
  bool is_function;
  bool is_defined;
  struct ptx_symbol *definition; /* what it means: itself or another one */
  struct ptx_symbol *alias;      /* .alias: the function that it names */
  struct ptx_function function;
  struct ptx_variable variable;
};

#define PTX_BUCKETS 1024

/* A table of names.  */
struct ptx_scope
{
  struct ptx_symbol *bucket[PTX_BUCKETS];
};

struct ptx_module
{
  struct ptx_text text;
  struct ptx_scope scope;
  struct ptx_symbol **symbols; /* in the order of their declaration */
  unsigned count;
};

enum ptx_builtin
{
  PTX_NO_BUILTIN,
#define PTX_BUILTIN(name, results, parameters) PTX_BUILTIN_##name,
#include "ptx/builtins.def"
  PTX_BUILTINS
};

struct ptx_image
{
  struct ptx_module **modules;
  unsigned count;
  struct ptx_scope globals;        /* what modules see of each other */
  struct ptx_function **functions; /* by their addresses' order */
  unsigned function_count;
  uint64_t shared_size;       /* of the shared memory of a block */
  uint64_t shared_room;       /* the same with what is between variables */
  struct ptx_symbol **shared; /* the variables in it by their addresses */
  unsigned shared_count;
};

/* Where functions are in the devices' address space, each 16 bytes.  */
#define PTX_CODE_BASE UINT64_C (0x0000100000000000)
#define PTX_CODE_STEP 16

struct ptx_image *ptx_image_create (void);
void ptx_image_destroy (struct ptx_image *);

/* Read the declarations of a module.  */
bool ptx_image_add (struct ptx_image *, const char *name, const char *text,
                    size_t size, struct ptx_error *);

/* Let names mean definitions, lay out shared memory, number functions.  */
bool ptx_image_link (struct ptx_image *, struct ptx_error *);

struct ptx_symbol *ptx_scope_find (const struct ptx_scope *, const char *name,
                                   size_t length);

/* For the host: a kernel or a variable of any module.  */
struct ptx_symbol *ptx_image_find (const struct ptx_image *, const char *name,
                                   bool is_function);

/* The function at ADDRESS, NULL if there is none.  */
struct ptx_function *ptx_image_function_at (const struct ptx_image *,
                                            uint64_t address);

/* What SYMBOL, defined or not, is in programs.  */
struct ptx_module *ptx_image_module_of (const struct ptx_image *,
                                        const struct ptx_text *);

/* Write the initial value of VARIABLE to MEMORY.  Addresses of variables must
   have been given.  */
bool ptx_initialize (struct ptx_image *, struct ptx_symbol *variable,
                     unsigned char *memory, struct ptx_error *);

#endif
