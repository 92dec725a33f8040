/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The device's memory, and what programs may do with it.

   An address is not given again as long as what it was is remembered, and is
   never one of the host's: the
   host that follows a device pointer faults, and a pointer to freed memory
   stays recognizable.  The bytes lie elsewhere, "backing".  Only pinned host
   memory and managed memory have the same addresses on both sides; they belong
   to no device, and all devices reach them.  */

#ifndef STANDIN_EXEC_MEMORY_H
#define STANDIN_EXEC_MEMORY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mem_kind
{
  MEM_DEVICE,  /* by the host, for itself */
  MEM_POOL,    /* by the host, in a stream's order */
  MEM_HOST,    /* pinned host memory */
  MEM_MANAGED, /* by the host, for both */
  MEM_HEAP,    /* by malloc on the device */
  MEM_GLOBAL,  /* a variable */
  MEM_CONST    /* a variable that programs may not write */
};

struct mem_block
{
  uint64_t start;
  uint64_t end;           /* behind its last byte */
  unsigned char *backing; /* NULL once freed and released */
  enum mem_kind kind;
  bool is_freed;
  bool owns_backing; /* it was allocated here */
  unsigned flags;    /* that its user gave */
  const void *owner; /* the module, pool or context it goes away with */
  char name[48];     /* of the variable, or the call that made it */
};

struct memory
{
  pthread_rwlock_t lock;     /* guards all but the atomics */
  struct mem_block **blocks; /* by address */
  size_t count;
  size_t room;
  size_t freed;       /* blocks among them that are freed */
  uint64_t first, limit; /* of its addresses */
  uint64_t next;         /* where to look for a free one */
  uint64_t used;      /* bytes that count against the device's */
  uint64_t heap_used; /* bytes that malloc on the device gave; atomic */
  unsigned kernels;   /* that run: until they end, freed backing stays */
};

/* Grows when a block of any memory goes away.  */
extern atomic_uint mem_generation;

#define MEM_BASE UINT64_C (0x00000a0000000000)
#define MEM_LIMIT UINT64_C (0x00000f0000000000)

/* Whether ADDRESS is none of a device's own.  */
bool mem_is_shared (uint64_t address);

/* The addresses are part N of COUNT equal ones.  */
void mem_init (struct memory *, uint64_t n, uint64_t count);
void mem_fini (struct memory *);

/* 0: no memory.  Fresh memory of the device is filled with garbage.  */
uint64_t mem_alloc (struct memory *, uint64_t size, uint64_t alignment,
                    enum mem_kind, const void *owner, const char *name);
/* Let devices see host memory that is the caller's; false if they see some of
   it already.  */
bool mem_register (void *start, uint64_t size, const void *owner,
                   const char *name);
/* Keep FLAGS for the block of host memory that starts at ADDRESS.  */
void mem_set_flags (uint64_t address, unsigned flags);

/* SIZE bytes for a block of the heap, before it is allocated, if no more than
   LIMIT are in use with them.  Freeing the block gives them back.  */
bool mem_heap_take (struct memory *, uint64_t size, uint64_t limit);
void mem_heap_give_back (struct memory *, uint64_t size);

/* False: no live block of KIND starts at ADDRESS.  */
bool mem_free (struct memory *, uint64_t address, enum mem_kind);
/* All that OWNER has.  */
void mem_free_owned (struct memory *, const void *owner);

/* The live block that holds ADDRESS, a copy; false if there is none.  */
bool mem_find (struct memory *, uint64_t address, struct mem_block *);

/* The bytes at ADDRESS if SIZE of them are in one live block, else NULL.  */
void *mem_bytes (struct memory *, uint64_t address, uint64_t size);

/* What is wrong with an access at ADDRESS.  */
void mem_describe (struct memory *, uint64_t address, char *text, size_t room);

/* Between them, backing stays although it is freed.  */
void mem_kernel_starts (struct memory *);
void mem_kernel_ends (struct memory *);

#endif
