/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host object; see host.h.

   It is assembler text rather than C: it includes the image by .incbin, needs
   no compiler proper, and fits every kind of link (PIE or not, static or not,
   shared).  The registration runs before the program's constructors, and the
   unregistration after its destructors, since these may have target regions
   themselves.  */

#include "host.h"

#include <inttypes.h>
#include <stdio.h>

#include "assembly.h"
#include "x86emul_image.h"

static void
write_strings (FILE *out, const char *label, const struct list *strings)
{
  for (size_t i = 0; i < strings->count; i++)
    assembly_string (out, label, i, strings->item[i]);
}

static void
write_image (FILE *out, const char *label, const char *image_path)
{
  fprintf (out,
           "\t.section .offgomp_x86emul,\"a\",@progbits\n"
           "\t.balign 64\n"
           "%s:\n"
           "\t.incbin ",
           label);
  assembly_quote (out, image_path);
  fprintf (out, "\n%s_end:\n", label);
}

static void
write_names (FILE *out, const struct image *image, const char *name)
{
  fputs ("\t.section .rodata.offgomp_x86emul,\"a\",@progbits\n", out);
  assembly_string (out, "name", 0, name);
  assembly_string (out, "compiler", 0, image->compiler);
  write_strings (out, "function", &image->functions);
  write_strings (out, "source", &image->sources);
  write_strings (out, "variable", &image->variables);
}

static void
write_gangs (FILE *out, const struct image *image)
{
  fputs (".Lgangs:\n", out);
  for (size_t i = 0; i < image->gangs.count; i++)
    {
      const char *gangs = image->gangs.item[i];
      fprintf (out, "\t.long %s\n", *gangs == '\0' ? "0" : gangs);
    }
}

/* From INTERFACE_13 on a mask, then struct x86emul_image and its arrays.  */
static void
write_descriptor (FILE *out, const struct image *image, bool checked)
{
  fputs ("\t.section .data.rel.ro.local,\"aw\",@progbits\n"
         "\t.balign 8\n"
         "\t.type offgomp_x86emul_image, @object\n"
         "offgomp_x86emul_image:\n",
         out);
  if (image->interface >= INTERFACE_13)
    fprintf (out, "\t.quad %#x\n", image->requires_mask);
  fprintf (out,
           "\t.quad %#" PRIx64 "\n"
           "\t.long %u, %zu\n"
           "\t.quad .Limage, .Limage_end\n"
           "\t.quad %#" PRIx64 "\n"
           "\t.quad .Lname0, .Lcompiler0\n"
           "\t.long %zu, %zu\n"
           "\t.quad .Lfunctions, .Lvariables\n"
           "\t.quad %s\n"
           "\t.quad %#" PRIx64 "\n"
           "\t.quad .Lgangs\n"
           ".Lfunctions:\n",
           (uint64_t)X86EMUL_IMAGE_MAGIC, X86EMUL_IMAGE_FORMAT,
           sizeof (struct x86emul_image), image->checksum,
           image->functions.count, image->variables.count,
           checked ? ".Lchecked, .Lchecked_end" : "0, 0",
           image->checked_checksum);
  for (size_t i = 0; i < image->functions.count; i++)
    fprintf (out, "\t.quad .Lfunction%zu, .Lsource%zu\n", i, i);
  fputs (".Lvariables:\n", out);
  for (size_t i = 0; i < image->variables.count; i++)
    fprintf (out, "\t.quad .Lvariable%zu\n", i);
  write_gangs (out, image);
  fputs ("\t.size offgomp_x86emul_image, .-offgomp_x86emul_image\n", out);
}

void
host_write (const char *path, const struct image *image, const char *image_path,
            const char *checked_path, const char *name)
{
  FILE *out = assembly_create (path);
  write_image (out, ".Limage", image_path);
  if (checked_path != NULL)
    write_image (out, ".Lchecked", checked_path);
  write_names (out, image, name);
  write_descriptor (out, image, checked_path != NULL);
  assembly_register (out, "offgomp_x86emul", image->interface,
                     X86EMUL_DEV_VERSION, GOMP_DEVICE_X86EMUL);
  assembly_finish (out, path, false);
}
