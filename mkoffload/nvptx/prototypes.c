/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Prototypes; see prototypes.h.

   No device loads an image in which a function's declaration and definition
   differ: the program would end at its start, with a message of the driver.
   GCC generates such code from unprototyped declarations in C, from wrong
   interfaces in Fortran, and from matmul if it calls the library.  */

#include "prototypes.h"

#include <stdbool.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "message.h"

#define PARAMETER ".param"

/* The parameters and the result, before the body.  */
static unsigned
count_parameters (const struct ptx_item *item)
{
  unsigned count = 0;
  const char *end = memchr (item->start, '{', item->length);
  if (end == NULL)
    end = item->start + item->length;
  for (const char *p = item->start;
       (p = strstr (p, PARAMETER)) != NULL && p < end; p += strlen (PARAMETER))
    count++;
  return count;
}

static bool
is_function (const struct ptx_item *item)
{
  return memmem (item->start, item->length, ".func", 5) != NULL;
}

static _Noreturn void
refuse (const struct ptx_item *declared, const struct ptx_item *defined)
{
  say_error ("'%s' is declared with %u parameters and results in code for the "
             "device, but defined with %u: no device can load that",
             defined->name, count_parameters (declared),
             count_parameters (defined));
  if (strncmp (defined->name, "_gfortran_matmul_", 17) == 0)
    say_hint ("GCC calls the library's matmul wrongly for the device; it has "
              "it inline with -O1 and more, and -finline-matmul-limit=N for "
              "matrices of up to N rows");
  else
    say_hint ("declare the function as it is defined");
  fail ("no code for nvptx is made");
}

/* The definitions that DECLARED may mean.  */
static void
check (const struct ptx_item *declared)
{
  for (const struct ptx_item *i
       = ptx_find (declared->name, strlen (declared->name));
       i != NULL; i = i->same_name)
    if (i->module != declared->module && i->is_needed && i->is_global
        && i->kind == PTX_DEFINITION
        && count_parameters (i) != count_parameters (declared))
      refuse (declared, i);
}

void
prototypes_check (const struct ptx_image *image)
{
  for (size_t m = 0; m < image->count; m++)
    for (size_t k = 0; k < image->modules[m]->count; k++)
      {
        const struct ptx_item *item = &image->modules[m]->items[k];
        if (item->kind == PTX_DECLARATION && item->is_needed && item->is_global
            && item->name != NULL && is_function (item))
          check (item);
      }
}
