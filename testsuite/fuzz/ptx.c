/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target offload_device } */
/* Code for nvptx that mkoffload is given by GCC's compiler.  Whatever it
   contains, mkoffload splits it into statements that lie one behind the other,
   and the part that is kept has everything that it names; or mkoffload refuses
   it with a message.  */

#include <setjmp.h>

#include "fuzz.h"
#include "common/message.h"

/* With what is private to them: names outlive a program's only image.  */
#include "nvptx/ptx.c"
#include "nvptx/reach.c"

/* Where `fail' leaves to; the program would end.  */
static jmp_buf refused;
int __lsan_is_turned_off (void);

/* What is left over when an input is refused is some bytes.  */
int
__lsan_is_turned_off (void)
{
  return 1;
}

void
fail (const char *format, ...)
{
  REQUIRE (format != NULL);
  longjmp (refused, 1);
}

void
say_error (const char *format, ...)
{
  REQUIRE (format != NULL);
}

void
say_hint (const char *format, ...)
{
  REQUIRE (format != NULL);
}

static int
free_name (void **slot, void *unused)
{
  struct name *name = *slot;
  (void)unused;
  free ((char *)name->string);
  free (name);
  return 1;
}

static void
free_table (struct ptx_table *table)
{
  for (size_t i = 0; i < table->count; i++)
    free ((char *)table->row[i].name);
  free (table->row);
}

static void
forget (struct ptx_image *image)
{
  for (size_t i = 0; i < image->count; i++)
    {
      free (image->modules[i]->items);
      free (image->modules[i]);
    }
  free (image->modules);
  free_table (&image->functions);
  free_table (&image->variables);
  free_table (&image->indirect);
  if (names != NULL)
    {
      htab_traverse_noresize (names, free_name, NULL);
      htab_delete (names);
    }
  names = NULL;
}

/* Each statement is behind the one before it, and in the text.  */
static void
check_order (const struct ptx_module *module, const char *end)
{
  const char *last = module->text;
  for (size_t i = 0; i < module->count; i++)
    {
      const struct ptx_item *item = &module->items[i];
      REQUIRE (item->module == module && item->start >= last);
      REQUIRE (item->start + item->length <= end && item->length > 0);
      last = item->start + item->length;
    }
}

/* What stays has the definitions in its own module that it names.  */
static void
check_names (const struct ptx_item *item)
{
  const char *next = item->start, *end = item->start + item->length;
  size_t length;
  for (const char *name; (name = ptx_next_name (&next, end, &length)) != NULL;)
    for (const struct ptx_item *i = ptx_find (name, length); i != NULL;
         i = i->same_name)
      REQUIRE (i->module != item->module || i->is_needed);
}

static void
check_image (struct ptx_image *image, const char *end, bool all)
{
  for (size_t i = 0; i < image->count; i++)
    check_order (image->modules[i], end);
  reach_mark (image, all);
  for (size_t i = 0; i < image->count; i++)
    for (size_t k = 0; k < image->modules[i]->count; k++)
      {
        const struct ptx_item *item = &image->modules[i]->items[k];
        REQUIRE (!all || item->is_needed);
        if (item->is_needed)
          check_names (item);
      }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  /* The last bit says whether all shall stay.  */
  static struct ptx_image image;
  static char *text;
  text = malloc (size + 1);
  if (size > 0)
    memcpy (text, data, size);
  text[size] = '\0';
  memset (&image, 0, sizeof (image));
  if (setjmp (refused) == 0)
    {
      ptx_read (&image, text, size);
      check_image (&image, text + size, size > 0 && data[size - 1] & 1);
    }
  forget (&image);
  free (text);
  return 0;
}
