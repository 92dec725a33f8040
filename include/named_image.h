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
  /* The same entries, compiled for another architecture: the plugin loads the
     one that suits its device.  NULL: none, or this is the last.  */
  const struct named_image *other;
};

/* The type of devices of LLVM's target RTLs, which take such images alone.  */
#define GOMP_DEVICE_RTL 34

/* How run gets the arguments of a region of such an image: as a thread limit
   among the target arguments.  The number of teams there is the region's thread
   limit, or 0 for none.  The argument block has words: a head; the region's
   arguments; pairs of the number of an argument, from 0, and what is to be
   added to it unless it is 0.  No block: no arguments.

   The upper halves of the two are for devices that launch teams, and cannot
   read the block: how many words it has; the teams, see named_image_shape.

   A pair whose number has NAMED_IMAGE_STREAM makes the argument the device's
   own stdin (0), stdout (1) or stderr (2).  */
#define GOMP_TARGET_ARG_WORDS (INT32_MIN + 1)
/* These target arguments (target_args.h): an array of five.  */
#define NAMED_IMAGE_ARGUMENT(name)                                             \
  ((void *)(uintptr_t)(GOMP_TARGET_ARG_##name | GOMP_TARGET_ARG_INDIRECT))
#define NAMED_IMAGE_ARGUMENTS(shape, words)                                    \
  {                                                                            \
    NAMED_IMAGE_ARGUMENT (THREAD_LIMIT),                                       \
        (void *)((uintptr_t)(words) << 32 | (uint32_t)GOMP_TARGET_ARG_WORDS),  \
        NAMED_IMAGE_ARGUMENT (NUM_TEAMS), (void *)(uintptr_t)(shape), NULL     \
  }
/* What the macro was given, of such arguments.  */
#define NAMED_IMAGE_WORDS_OF(args) ((uintptr_t)(args)[1] >> 32)
#define NAMED_IMAGE_SHAPE_OF(args) ((uintptr_t)(args)[3])

/* In the upper half of the shape: a teams construct without a number of teams,
   and how many iterations it shares, 0 if that is not known.  Without this bit:
   the number of teams, 0 if there is no teams construct.  */
#define NAMED_IMAGE_OPEN ((uint32_t)1 << 31)

/* LIMIT: of threads, below 1: none.  TEAMS: as the construct asks for; 0: as
   many as the device likes; below 0: no teams construct.  */
static inline uint64_t
named_image_shape (int32_t limit, int32_t teams, uint64_t iterations)
{
  uint32_t low = limit > 0 ? (uint32_t)limit : 0, high = 0;
  if (teams > 0)
    high = (uint32_t)teams;
  else if (teams == 0)
    high = NAMED_IMAGE_OPEN
           | (iterations < NAMED_IMAGE_OPEN ? (uint32_t)iterations
                                            : NAMED_IMAGE_OPEN - 1);
  return (uint64_t)high << 32 | low;
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
