/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's memory, and the accesses to it that are allowed.

   An address is not reused as long as its former block is remembered, and is
   never an address of the host.  So a host that uses a device pointer faults,
   and a pointer to freed memory stays recognizable.  The bytes are elsewhere,
   in "backing".  Only pinned host memory and managed memory have the same
   addresses on both sides; they belong to no device, and all devices can
   access them.  */

#ifndef STANDIN_EXEC_MEMORY_H
#define STANDIN_EXEC_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mem_kind
{
  MEM_DEVICE,  /* allocated by the host for a device */
  MEM_POOL,    /* allocated by the host in a stream's order */
  MEM_HOST,    /* pinned host memory */
  MEM_MANAGED, /* allocated by the host for both sides */
  MEM_HEAP,    /* by malloc on the device */
  MEM_GLOBAL,  /* a variable */
  MEM_CONST    /* a variable that programs may not write */
};

struct mem_block
{
  uint64_t start;
  uint64_t end;           /* the byte after its last byte */
  unsigned char *backing; /* NULL once freed and released */
  enum mem_kind kind;
  bool is_freed;
  bool owns_backing; /* it was allocated here */
  unsigned flags;    /* given by the program */
  const void *owner; /* the module, pool or context that it is freed with */
  char name[48];     /* of the variable, or the call that made it */
};

struct memory
{
  pthread_rwlock_t lock;     /* guards all members except the atomics */
  struct mem_block **blocks; /* by address */
  size_t count;
  size_t room;
  size_t freed;          /* number of freed blocks among them */
  uint64_t first, limit; /* of its addresses */
  uint64_t next;         /* where the search for a free address begins */
  uint64_t used;         /* number of bytes that count as used */
  uint64_t heap_used;    /* bytes allocated by malloc on the device; atomic */
  unsigned kernels;      /* number of running kernels; freed backing stays until
                            they end */
};

/* Increases when a block of any memory is freed.  */
extern atomic_uint mem_generation;

#define MEM_BASE UINT64_C (0x00000a0000000000)
#define MEM_LIMIT UINT64_C (0x00000f0000000000)

/* Is ADDRESS not in a device's own memory?  */
bool mem_is_shared (uint64_t address);

/* The device gets part N of COUNT equal parts of the addresses.  */
void mem_init (struct memory *, uint64_t n, uint64_t count);
void mem_fini (struct memory *);

/* Allocate; 0: no memory is left.  New memory of the device is filled with
   garbage.  */
uint64_t mem_alloc (struct memory *, uint64_t size, uint64_t alignment,
                    enum mem_kind, const void *owner, const char *name);
/* Let devices access host memory of the caller.  False: they can access some
   of it already.  */
bool mem_register (void *start, uint64_t size, const void *owner,
                   const char *name);
/* Keep FLAGS for the block of host memory that starts at ADDRESS.  */
void mem_set_flags (uint64_t address, unsigned flags);

/* Reserve SIZE bytes for a block of the heap, if at most LIMIT bytes are then
   in use.  Freeing the block releases them.  */
bool mem_heap_take (struct memory *, uint64_t size, uint64_t limit);
void mem_heap_give_back (struct memory *, uint64_t size);

/* False: no live block of KIND starts at ADDRESS.  */
bool mem_free (struct memory *, uint64_t address, enum mem_kind);
/* Free all blocks of OWNER.  */
void mem_free_owned (struct memory *, const void *owner);

/* Copy the live block that contains ADDRESS.  False: there is none.  */
bool mem_find (struct memory *, uint64_t address, struct mem_block *);

/* The bytes at ADDRESS if SIZE of them are in one live block, else NULL.  */
void *mem_bytes (struct memory *, uint64_t address, uint64_t size);

/* Describe what is wrong with an access at ADDRESS.  */
void mem_describe (struct memory *, uint64_t address, char *text, size_t room);

/* Between these two calls freed backing stays.  */
void mem_kernel_starts (struct memory *);
void mem_kernel_ends (struct memory *);

#endif
