/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device image whose entries are found by their names.  A program's library
   registers it; a plugin with the hook load_named_image loads it.  Constant,
   and valid until it is unregistered, except the sources of regions.  */

#ifndef INCLUDE_NAMED_IMAGE_H
#define INCLUDE_NAMED_IMAGE_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct named_function
{
  const char *symbol; /* in the image */
  const char *name;   /* for messages: the function with the region */
  _Atomic (const char *) source; /* "file:line", or "" */
};

struct named_variable
{
  const char *symbol; /* in the image */
  size_t size;        /* bytes */
};

/* A function that regions call through pointers of the host.  */
struct named_indirect
{
  uint64_t host;      /* its address there */
  const char *symbol; /* in the image: of a pointer to it */
};

struct named_image
{
  const void *start;    /* the image, a complete file */
  const void *end;      /* one past its last byte */
  const char *name;     /* for messages: base name of the program or library */
  const char *compiler; /* what compiled it */
  struct named_function *functions; /* in the order of the host's table */
  size_t function_count;
  const struct named_variable *variables; /* likewise */
  size_t variable_count;
  /* Functions without arguments that run when the image has been loaded, and
     before it is unloaded: symbols.  */
  const char *const *starts;
  size_t start_count;
  const char *const *ends;
  size_t end_count;
  const struct named_indirect *indirect;
  size_t indirect_count;
  /* Files of libraries that the image refers to by their names: a device that
     is a process of this machine loads them before.  */
  const char *const *libraries;
  size_t library_count;
};

/* The type of devices of LLVM's target RTLs, which take such images alone.  */
#define GOMP_DEVICE_RTL 34

/* How run gets the arguments of a region of such an image: as a thread limit
   among the target arguments.  The number of teams there is the region's thread
   limit, or 0 for none.  The argument block has words: a head; the region's
   arguments; pairs of the number of an argument, from 0, and what is to be
   added to it unless it is 0.  No block: no arguments.

   A pair whose number has NAMED_IMAGE_STREAM makes the argument the device's
   own stdin (0), stdout (1) or stderr (2).  */
#define GOMP_TARGET_ARG_WORDS (INT32_MIN + 1)
/* These target arguments (target_args.h): an array of five.  */
#define NAMED_IMAGE_ARGUMENT(name)                                             \
  ((void *)(uintptr_t)(GOMP_TARGET_ARG_##name | GOMP_TARGET_ARG_INDIRECT))
#define NAMED_IMAGE_ARGUMENTS(limit)                                           \
  {                                                                            \
    NAMED_IMAGE_ARGUMENT (THREAD_LIMIT),                                       \
        (void *)(intptr_t)GOMP_TARGET_ARG_WORDS,                               \
        NAMED_IMAGE_ARGUMENT (NUM_TEAMS), (void *)(intptr_t)(limit), NULL      \
  }
/* At most so many arguments.  */
#define NAMED_IMAGE_WORDS 256
/* The head: how many arguments there are, how many pairs, and whether the
   region takes a null pointer before its arguments.  */
#define NAMED_IMAGE_COUNT ((uint64_t)UINT32_MAX)
#define NAMED_IMAGE_PAIR ((uint64_t)1 << 32)
#define NAMED_IMAGE_NULL ((uint64_t)1 << 63)
#define NAMED_IMAGE_STREAM ((uint64_t)1 << 63)

#endif
