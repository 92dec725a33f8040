/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A device image made by hand, in the form that mkoffload gives one: regions
   that do something simple, or something wrong.  Built as a shared object.  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "x86emul_image.h"

static int counter = 42;
static int zeroed[5000];
static const int constant[4] = { 1, 2, 3, 4 };
static int device_num = -1;
static volatile int zero;

static void
empty (void *block)
{
  (void)block;
}

static void
add_one (void *block)
{
  int **slots = block;
  ++*slots[0];
}

static void
use_variables (void *block)
{
  int **slots = block;
  zeroed[4999] = counter + constant[3] + device_num * 1000;
  *slots[0] = zeroed[0];
}

static void
print (void *block)
{
  (void)block;
  printf ("in the region\n");
}

static void
read_first (void *block)
{
  int **slots = block;
  *(volatile int *)slots[0];
}

static void
write_first (void *block)
{
  int **slots = block;
  *(volatile int *)slots[0] = 1;
}

static void
divide (void *block)
{
  (void)block;
  zero = 7 / zero;
}

static void
call_abort (void *block)
{
  (void)block;
  abort ();
}

static void
call_exit (void *block)
{
  (void)block;
  exit (7);
}

static void
loop (void *block)
{
  (void)block;
  for (;;)
    usleep (1000);
}

static void
pid (void *block)
{
  int **slots = block;
  *slots[0] = getpid ();
}

static int
deep (int n)
{
  volatile char frame[65536];
  frame[n % 65536] = (char)n;
  return deep (n + 1) + frame[(n * 7) % 65536];
}

static void
overflow (void *block)
{
  (void)block;
  zero = deep (0);
}

static const uint64_t functions[]
    = { (uintptr_t)empty,  (uintptr_t)add_one,    (uintptr_t)use_variables,
        (uintptr_t)print,  (uintptr_t)read_first, (uintptr_t)write_first,
        (uintptr_t)divide, (uintptr_t)call_abort, (uintptr_t)call_exit,
        (uintptr_t)loop,   (uintptr_t)pid,        (uintptr_t)overflow };
static const uint64_t variables[]
    = { (uintptr_t)&counter, sizeof (counter),    (uintptr_t)zeroed,
        sizeof (zeroed),     (uintptr_t)constant, sizeof (constant) };

__attribute__ ((visibility ("default")))
const struct x86emul_image_table __offgomp_image_table
    = { functions, functions + sizeof (functions) / sizeof (functions[0]),
        variables, variables + sizeof (variables) / sizeof (variables[0]),
        &device_num };
