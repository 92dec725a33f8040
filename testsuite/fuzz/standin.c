/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target standin } */
/* PTX that the stand-in for CUDA's driver is given: modules, each followed by a
   zero byte, which are linked.  All their variables get addresses and initial
   values, and all their functions are decoded; or they are refused with a
   message.  */

#include "exec/machine.h"
#include "fuzz.h"

/* Larger variables are left out.  */
#define VARIABLE_MAX ((uint64_t)1 << 20)

static void
check_refusal (const struct ptx_error *error)
{
  REQUIRE (error->message[0] != '\0'
           && strlen (error->message) < sizeof (error->message));
}

/* Each module's text is of just its size, without an end.  */
static bool
add_modules (struct ptx_image *image, struct fuzz_input *in)
{
  struct ptx_error error = { "" };
  bool ok = true;
  while (ok && in->left > 0)
    {
      char *text = fuzz_string (in);
      size_t size = strlen (text);
      char *exact = malloc (size + 1);
      memcpy (exact, text, size);
      free (text);
      exact = realloc (exact, size > 0 ? size : 1);
      ok = ptx_image_add (image, "fuzz", exact, size, &error);
      if (!ok)
        check_refusal (&error);
      free (exact);
    }
  return ok;
}

static bool
is_variable (const struct ptx_symbol *s)
{
  return s->is_defined && s->definition == s && !s->is_function
         && s->variable.space != PTX_SHARED;
}

static void
initialize (struct ptx_image *image, struct ptx_symbol *s)
{
  struct ptx_error error = { "" };
  unsigned char *memory;
  if (!is_variable (s) || s->variable.size > VARIABLE_MAX)
    return;
  REQUIRE (s->variable.alignment > 0);
  memory = malloc (s->variable.size > 0 ? s->variable.size : 1);
  if (!ptx_initialize (image, s, memory, &error))
    check_refusal (&error);
  free (memory);
}

static void
decode (struct ptx_image *image, struct ptx_symbol *s)
{
  struct ptx_error error = { "" };
  if (s->is_function && s->function.body && s->definition == s
      && !ptx_decode (image, &s->function, &error))
    check_refusal (&error);
}

static void
for_each (struct ptx_image *image,
          void (*call) (struct ptx_image *, struct ptx_symbol *))
{
  for (unsigned i = 0; i < image->count; i++)
    for (unsigned k = 0; k < image->modules[i]->count; k++)
      call (image, image->modules[i]->symbols[k]);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct fuzz_input in = { data, size };
  struct ptx_error error = { "" };
  struct ptx_image *image = ptx_image_create ();
  if (add_modules (image, &in))
    {
      if (ptx_image_link (image, &error))
        {
          for_each (image, initialize);
          for_each (image, decode);
        }
      else
        check_refusal (&error);
    }
  ptx_image_destroy (image);
  return 0;
}
