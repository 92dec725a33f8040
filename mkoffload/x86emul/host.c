/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The host object; see host.h.

   Assembler text rather than C: it takes the image in by .incbin, needs no
   compiler proper, and what it says fits every kind of link (PIE or not,
   static or not, shared).  The registration runs before, and the
   unregistration after, constructors and destructors of the program, which
   may have target regions themselves.  */

#include "host.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "message.h"
#include "x86emul-image.h"

/* The priorities up to 100 are the implementation's.  */
#define CONSTRUCTOR_PRIORITY "00100"

/* STRING in quotes; the assembler knows octal escapes.  */
static void
write_quoted (FILE *out, const char *string)
{
  fputc ('"', out);
  for (; *string != '\0'; string++)
    {
      unsigned char c = (unsigned char)*string;
      if (c == '"' || c == '\\' || c < ' ' || c >= 127)
        fprintf (out, "\\%03o", c);
      else
        fputc (c, out);
    }
  fputc ('"', out);
}

static void
write_string (FILE *out, const char *label, size_t number, const char *string)
{
  fprintf (out, ".L%s%zu:\n\t.string ", label, number);
  write_quoted (out, string);
  fputc ('\n', out);
}

static void
write_strings (FILE *out, const char *label, const struct list *strings)
{
  for (size_t i = 0; i < strings->count; i++)
    write_string (out, label, i, strings->item[i]);
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
  write_quoted (out, image_path);
  fprintf (out, "\n%s_end:\n", label);
}

static void
write_names (FILE *out, const struct image *image, const char *name)
{
  fputs ("\t.section .rodata.offgomp_x86emul,\"a\",@progbits\n", out);
  write_string (out, "name", 0, name);
  write_string (out, "compiler", 0, image->compiler);
  write_strings (out, "function", &image->functions);
  write_strings (out, "source", &image->sources);
  write_strings (out, "variable", &image->variables);
}

/* struct x86emul_image, its functions and its variables.  */
static void
write_descriptor (FILE *out, const struct image *image, bool checked)
{
  fprintf (out,
           "\t.section .data.rel.ro.local,\"aw\",@progbits\n"
           "\t.balign 8\n"
           "\t.type offgomp_x86emul_image, @object\n"
           "\t.size offgomp_x86emul_image, %zu\n"
           "offgomp_x86emul_image:\n"
           "\t.quad %#" PRIx64 "\n"
           "\t.long %u, %zu\n"
           "\t.quad .Limage, .Limage_end\n"
           "\t.quad %#" PRIx64 "\n"
           "\t.quad .Lname0, .Lcompiler0\n"
           "\t.long %zu, %zu\n"
           "\t.quad .Lfunctions, .Lvariables\n"
           "\t.quad %s\n"
           "\t.quad %#" PRIx64 "\n"
           ".Lfunctions:\n",
           sizeof (struct x86emul_image), (uint64_t)X86EMUL_IMAGE_MAGIC,
           X86EMUL_IMAGE_FORMAT, sizeof (struct x86emul_image), image->checksum,
           image->functions.count, image->variables.count,
           checked ? ".Lchecked, .Lchecked_end" : "0, 0",
           image->checked_checksum);
  for (size_t i = 0; i < image->functions.count; i++)
    fprintf (out, "\t.quad .Lfunction%zu, .Lsource%zu\n", i, i);
  fputs (".Lvariables:\n", out);
  for (size_t i = 0; i < image->variables.count; i++)
    fprintf (out, "\t.quad .Lvariable%zu\n", i);
}

/* A function that calls GOMP_offload_VERB_ver, and its entry in ARRAY.  */
static void
write_call (FILE *out, const char *verb, const char *array)
{
  fprintf (out,
           "\t.text\n"
           "\t.type offgomp_x86emul_%s, @function\n"
           "offgomp_x86emul_%s:\n"
           "\t.cfi_startproc\n"
           "\tendbr64\n"
           "\tleaq offgomp_x86emul_image(%%rip), %%rcx\n"
           "\tmovl $%d, %%edx\n"
           "\tleaq __OFFLOAD_TABLE__(%%rip), %%rsi\n"
           "\tmovl $%#x, %%edi\n"
           "\tjmp GOMP_offload_%s_ver@PLT\n"
           "\t.cfi_endproc\n"
           "\t.size offgomp_x86emul_%s, .-offgomp_x86emul_%s\n"
           "\t.section .%s." CONSTRUCTOR_PRIORITY ",\"aw\",@%s\n"
           "\t.balign 8\n"
           "\t.quad offgomp_x86emul_%s\n",
           verb, verb, GOMP_DEVICE_X86EMUL, X86EMUL_REGISTER_VERSION, verb,
           verb, verb, array, array, verb);
}

/* The mark of code for indirect branch tracking and shadow stacks: the linked
   program has it only if all its objects have.  */
static void
write_protection_note (FILE *out)
{
  fputs ("\t.section .note.gnu.property,\"a\",@note\n"
         "\t.balign 8\n"
         "\t.long 4, 16, 5\n"
         "\t.string \"GNU\"\n"
         "\t.long 0xc0000002, 4, 3, 0\n",
         out);
}

static FILE *
create (const char *path)
{
  FILE *out = fopen (path, "w");
  if (out == NULL)
    fail_errno ("cannot create '%s'", path);
  return out;
}

static void
finish (FILE *out, const char *path)
{
  fputs ("\t.section .note.GNU-stack,\"\",@progbits\n", out);
  if (ferror (out) != 0 || fclose (out) != 0)
    fail_errno ("cannot write '%s'", path);
}

void
host_write (const char *path, const struct image *image, const char *image_path,
            const char *checked_path, const char *name)
{
  FILE *out = create (path);
  fputs ("\t.hidden __OFFLOAD_TABLE__\n", out);
  write_image (out, ".Limage", image_path);
  if (checked_path != NULL)
    write_image (out, ".Lchecked", checked_path);
  write_names (out, image, name);
  write_descriptor (out, image, checked_path != NULL);
  write_call (out, "register", "init_array");
  write_call (out, "unregister", "fini_array");
  write_protection_note (out);
  finish (out, path);
}

void
host_write_empty (const char *path, bool ilp32)
{
  FILE *out = create (path);
  if (!ilp32)
    write_protection_note (out);
  finish (out, path);
}
