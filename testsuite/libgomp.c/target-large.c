/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-do run } */
/* Large objects: a block of 256 MiB, a thousand blocks at once, and one after
   the other many times more than the device's memory.  */

#include <string.h>

#include "target-check.h"

#define BLOCKS 1000

static void
one_large_block (size_t size)
{
  unsigned char *block = malloc (size);
  unsigned long sum = 0;

  if (!block)
    return;
  memset (block, 1, size);
#pragma omp target map(tofrom: block[0:size]) map(tofrom: sum)
  {
    for (size_t i = 0; i < size; i += 4096)
      sum += block[i];
    block[size - 1] = 99;
  }
  CHECK (sum == (size + 4095) / 4096 && block[size - 1] == 99);
  free (block);
}

static void
many_blocks (void)
{
  static int *blocks[BLOCKS];

  for (int i = 0; i < BLOCKS; i++)
    {
      int *block = blocks[i] = malloc ((size_t)(i + 1) * sizeof *block);

      block[i] = i;
#pragma omp target enter data map(to: block[0:i + 1])
    }
  for (int i = BLOCKS - 1; i >= 0; i--)
    {
      int *block = blocks[i];

#pragma omp target
      block[i] += 5;
    }
  for (int i = 0; i < BLOCKS; i += 2)
    {
      int *block = blocks[i];

#pragma omp target exit data map(from: block[0:i + 1])
      CHECK (block[i] == i + 5);
    }
  for (int i = 1; i < BLOCKS; i += 2)
    {
      int *block = blocks[i];

#pragma omp target exit data map(from: block[0:i + 1])
      CHECK (block[i] == i + 5);
    }
  for (int i = 0; i < BLOCKS; i++)
    free (blocks[i]);
}

static void
memory_is_given_back (void)
{
  size_t size = (size_t)64 << 20;
  char *block = calloc (1, size);

  for (int i = 0; i < 40; i++)
    {
#pragma omp target map(alloc: block[0:size])
      block[size - 1] = 1;
    }
  free (block);
}

int
main (void)
{
  one_large_block ((size_t)256 << 20);
  many_blocks ();
  memory_is_given_back ();
  return 0;
}
