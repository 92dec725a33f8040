/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* One thread allocates blocks and others free them: no block is in use twice at
   a time, and freed blocks return to their heap.  */

#include "tasking/heap.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define BLOCKS 100000
#define SLOTS 64
#define THREADS 3

static _Atomic (unsigned char *) mailbox[SLOTS];
static atomic_bool finished;

static void
mark (unsigned char *block, size_t size)
{
  memset (block, (int)size & 0xff, size);
  block[0] = (unsigned char)(size & 0xff);
  block[1] = (unsigned char)(size >> 8);
}

static void
check_and_free (struct gomp_heap *heap, unsigned char *block)
{
  size_t size = block[0] | (size_t)block[1] << 8;
  bool whole = true;
  for (size_t i = 2; i < size; i++)
    whole = whole && block[i] == (size & 0xff);
  EXPECT (whole);
  gomp_heap_free (heap, block);
}

static void *
consume (void *arg)
{
  struct gomp_heap *heap = gomp_heap_acquire ();
  unsigned seed = (unsigned)(size_t)arg;
  while (!atomic_load (&finished))
    {
      unsigned char *block
          = atomic_exchange (&mailbox[rand_r (&seed) % SLOTS], NULL);
      if (block != NULL)
        check_and_free (heap, block);
    }
  gomp_heap_release (heap);
  return NULL;
}

static void
pass_around (void)
{
  struct gomp_heap *heap = gomp_heap_acquire ();
  pthread_t threads[THREADS];
  unsigned seed = 1;
  for (size_t i = 0; i < THREADS; i++)
    EXPECT (pthread_create (&threads[i], NULL, consume, (void *)(i + 2)) == 0);
  for (int i = 0; i < BLOCKS; i++)
    {
      size_t size = 2 + rand_r (&seed) % (GOMP_BLOCK_MAX - 2);
      unsigned char *block = gomp_heap_alloc (heap, size);
      EXPECT ((uintptr_t)block % 16 == 0);
      mark (block, size);
      block = atomic_exchange (&mailbox[rand_r (&seed) % SLOTS], block);
      if (block != NULL)
        check_and_free (heap, block);
    }
  atomic_store (&finished, true);
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < SLOTS; i++)
    if (mailbox[i] != NULL)
      check_and_free (heap, mailbox[i]);
  gomp_heap_release (heap);
}

static void
orphan_is_adopted (void)
{
  struct gomp_heap *heap = gomp_heap_acquire ();
  gomp_heap_release (heap);
  EXPECT (gomp_heap_acquire () == heap);
  gomp_heap_release (heap);
}

int
main (void)
{
  RUN (pass_around);
  RUN (orphan_is_adopted);
  return check_done ();
}
