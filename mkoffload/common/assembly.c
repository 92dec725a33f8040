/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Pieces of assembler text; see assembly.h.  */

#include "assembly.h"

#include "message.h"

/* Priorities up to 100 are reserved for the implementation.  */
#define CONSTRUCTOR_PRIORITY "00100"

enum interface
assembly_interface (int gcc)
{
  return gcc <= 12 ? INTERFACE_12 : gcc == 13 ? INTERFACE_13 : INTERFACE_14;
}

FILE *
assembly_create (const char *path)
{
  FILE *out = fopen (path, "w");
  if (out == NULL)
    fail_errno ("cannot create '%s'", path);
  return out;
}

/* The assembler knows octal escapes.  */
void
assembly_quote (FILE *out, const char *string)
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

void
assembly_string (FILE *out, const char *label, size_t number,
                 const char *string)
{
  fprintf (out, ".L%s%zu:\n\t.string ", label, number);
  assembly_quote (out, string);
  fputc ('\n', out);
}

/* A function that calls GOMP_offload_VERB_ver, and its entry in ARRAY.  It has
   no unwind information, as it is left by a jump: the object comes behind
   crtend.o, and a part of .eh_frame there would make the linker drop the end
   mark that static programs need at their start.  */
static void
write_call (FILE *out, const char *prefix, unsigned version, int type,
            const char *verb, const char *array)
{
  fprintf (out, "\t.text\n\t.type %s_%s, @function\n%s_%s:\n", prefix, verb,
           prefix, verb);
  fprintf (out,
           "\tendbr64\n"
           "\tleaq %s_image(%%rip), %%rcx\n"
           "\tmovl $%d, %%edx\n"
           "\tleaq __OFFLOAD_TABLE__(%%rip), %%rsi\n"
           "\tmovl $%#x, %%edi\n"
           "\tjmp GOMP_offload_%s_ver@PLT\n",
           prefix, type, version, verb);
  fprintf (out,
           "\t.size %s_%s, .-%s_%s\n"
           "\t.section .%s." CONSTRUCTOR_PRIORITY ",\"aw\",@%s\n"
           "\t.balign 8\n"
           "\t.quad %s_%s\n",
           prefix, verb, prefix, verb, array, array, prefix, verb);
}

void
assembly_register (FILE *out, const char *prefix, enum interface interface,
                   unsigned version, int type)
{
  version |= (unsigned)interface << 16;
  fputs ("\t.hidden __OFFLOAD_TABLE__\n", out);
  write_call (out, prefix, version, type, "register", "init_array");
  write_call (out, prefix, version, type, "unregister", "fini_array");
}

/* Marks code for indirect branch tracking and shadow stacks: the linked program
   has the mark only if all its objects have it.  */
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

void
assembly_finish (FILE *out, const char *path, bool ilp32)
{
  if (!ilp32)
    write_protection_note (out);
  fputs ("\t.section .note.GNU-stack,\"\",@progbits\n", out);
  if (ferror (out) != 0 || fclose (out) != 0)
    fail_errno ("cannot write '%s'", path);
}

void
assembly_write_empty (const char *path, bool ilp32)
{
  assembly_finish (assembly_create (path), path, ilp32);
}
