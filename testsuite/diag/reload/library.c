/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A library that is loaded and unloaded: a region, a variable on the device,
   and data and a link variable that it leaves mapped on request.  */

#include <omp.h>

#pragma omp declare target
int counter = 10;
#pragma omp end declare target

int linked[100];
#pragma omp declare target link(linked)

static int data[100];

int
library_count (int by)
{
  int value = 0;

#pragma omp target map(from: value)
  {
    counter += by;
    value = counter;
  }
  return value;
}

void
library_map (void)
{
#pragma omp target enter data map(to: data)
}

/* Is the link variable, or a part of it, on the device?  */
static int
is_there (void)
{
  int device = omp_get_default_device ();

  return omp_get_mapped_ptr (linked, device)
         || omp_get_mapped_ptr (linked + 50, device);
}

/* What a region finds in the link variable, which is BY here; -1: it, or a part
   of it, was on the device before.  */
int
library_link (int by)
{
  int value = 0;

  if (is_there ())
    return -1;
  linked[50] = by;
#pragma omp target enter data map(to: linked)
#pragma omp target map(from: value)
  value = linked[50];
  return value;
}

/* The same of a part; then others are mapped, too.  */
int
library_link_parts (int by)
{
  int value = 0;

  if (is_there ())
    return -1;
  linked[50] = by;
#pragma omp target enter data map(to: linked[40:20])
#pragma omp target map(from: value)
  value = linked[50];
#pragma omp target enter data map(to: linked[0:10])
#pragma omp target enter data map(to: linked[80:10])
  return value;
}
