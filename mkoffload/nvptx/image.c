/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing images; see image.h.

   The descriptor that plugins for nvptx read, on 64-bit hosts
   (include/nvptx_image.h explains cubins):

     word  requires mask               from INTERFACE_13 on
     word  modules, long their number  each: word text, word size with the NUL
     word  variables, long number      each: word name
     word  functions, long number      each: word name, three shorts
     long  indirect functions          from INTERFACE_14 on, in the padding

   All data with addresses is in .data.rel.ro, so the object fits every kind of
   link without relocations in read-only sections.  */

#include "image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libiberty/libiberty.h>

#include "assembly.h"
#include "compiler.h"
#include "message.h"
#include "nvptx_image.h"
#include "requires_mask.h"

#define GOMP_DEVICE_NVIDIA_PTX 5
#define DEVICE_VERSION 1

/* Where a module is in the file of all.  */
struct piece
{
  size_t offset;
  size_t size; /* with the NUL */
};

static bool
is_written (const struct image *image, const struct ptx_item *item)
{
  switch (item->kind)
    {
    case PTX_HEADER:
      return true;
    case PTX_LINES:
      return image->lines;
    default:
      return item->is_needed;
    }
}

bool
image_has_module (const struct ptx_module *module)
{
  for (size_t i = 0; i < module->count; i++)
    if (module->items[i].is_needed && module->items[i].kind == PTX_DEFINITION)
      return true;
  return false;
}

static bool
line_is_written (const struct image *image, const char *line, size_t length)
{
  if (length == 0 || (length > 1 && line[0] == '/' && line[1] == '/'))
    return false;
  return image->lines || length < 5
         || (memcmp (line, ".loc ", 5) != 0 && memcmp (line, ".loc\t", 5) != 0);
}

/* The code of ITEM, without comments and the like.  */
static void
write_item (const struct image *image, const struct ptx_item *item, FILE *out)
{
  const char *end = item->start + item->length;
  for (const char *line = item->start; line < end;)
    {
      line += strspn (line, " \t");
      const char *newline = memchr (line, '\n', (size_t)(end - line));
      size_t length = (size_t)((newline == NULL ? end : newline) - line);
      if (line_is_written (image, line, length))
        {
          fwrite (line, 1, length, out);
          fputc ('\n', out);
        }
      line += length + 1;
    }
}

/* A variable NAME with the addresses of the functions in TABLE; zero for a
   kernel, since the device's code does not call it.  */
static void
write_addresses (const struct ptx_table *table, const char *name, FILE *out)
{
  if (table->count == 0)
    return;
  fprintf (out, ".visible .global .align 8 .u64 %s[%zu] = {", name,
           table->count);
  for (size_t i = 0; i < table->count; i++)
    {
      const char *function = table->row[i].name;
      const struct ptx_item *item = ptx_find (function, strlen (function));
      bool has_address = item != NULL && !item->is_kernel;
      fprintf (out, "%s%s", i == 0 ? "" : ",", has_address ? function : "0");
    }
  fputs ("};\n", out);
}

/* The tables by which the plugin finds functions that host and device call in
   each other.  They are in the module that contains the functions.  */
static void
write_tables (const struct image *image, FILE *out)
{
  if (image->interface >= INTERFACE_13
      && (image->requires_mask & OFFGOMP_REQUIRES_REVERSE_OFFLOAD) != 0)
    write_addresses (&image->code.functions, "$offload_func_table", out);
  if (image->interface >= INTERFACE_14)
    write_addresses (&image->code.indirect, "$offload_ind_func_table", out);
}

static void
write_module (const struct image *image, const struct ptx_module *module,
              FILE *out)
{
  if (module == image->code.modules[0] && image->cubin_count > 0)
    fputs (NVPTX_IMAGE_MARK, out);
  for (size_t i = 0; i < module->count; i++)
    if (is_written (image, &module->items[i]))
      write_item (image, &module->items[i], out);
  if (module == image->code.modules[0])
    write_tables (image, out);
}

static void
finish (FILE *out, const char *path)
{
  if (ferror (out) != 0 || fclose (out) != 0)
    fail_errno ("cannot write '%s'", path);
}

void
image_write_module (const struct image *image, const struct ptx_module *module,
                    const char *path)
{
  FILE *out = assembly_create (path);
  write_module (image, module, out);
  finish (out, path);
}

/* Write the modules to the file PATH; returns their number and their
   PIECES.  */
static size_t
write_code (const struct image *image, const char *path, struct piece *pieces)
{
  FILE *out = assembly_create (path);
  size_t count = 0;
  for (size_t i = 0; i < image->code.count; i++)
    {
      const struct ptx_module *module = image->code.modules[i];
      if (!image_has_module (module))
        continue;
      size_t start = (size_t)ftell (out);
      write_module (image, module, out);
      fputc ('\0', out);
      pieces[count++] = (struct piece){ start, (size_t)ftell (out) - start };
    }
  finish (out, path);
  return count;
}

static void
write_names (FILE *out, const char *label, const struct ptx_table *table)
{
  for (size_t i = 0; i < table->count; i++)
    assembly_string (out, label, i, table->row[i].name);
}

static void
write_lists (FILE *out, const struct image *image, const struct piece *pieces,
             size_t modules)
{
  const struct ptx_table *variables = &image->code.variables;
  const struct ptx_table *functions = &image->code.functions;
  fputs (".Lmodules:\n", out);
  for (size_t i = 0; i < modules; i++)
    fprintf (out, "\t.quad .Lcode+%zu, %zu\n", pieces[i].offset,
             pieces[i].size);
  if (image->cubin_count > 0)
    fprintf (out, "\t.quad .Lcubins, %zu\n", image->cubin_count);
  fputs (".Lvariables:\n", out);
  for (size_t i = 0; i < variables->count; i++)
    fprintf (out, "\t.quad .Lvariable%zu\n", i);
  fputs (".Lfunctions:\n", out);
  for (size_t i = 0; i < functions->count; i++)
    fprintf (out, "\t.quad .Lfunction%zu\n\t.short %u, %u, %u, 0\n", i,
             functions->row[i].dim[0], functions->row[i].dim[1],
             functions->row[i].dim[2]);
}

/* The files of cubins, and a struct nvptx_cubin for each.  */
static void
write_cubins (FILE *out, const struct image *image)
{
  for (size_t i = 0; i < image->cubin_count; i++)
    {
      fprintf (out, "\t.balign 64\n.Lcubin%zu:\n\t.incbin ", i);
      assembly_quote (out, image->cubins[i].path);
      fprintf (out, "\n.Lcubin_end%zu:\n", i);
    }
  fputs ("\t.section .data.rel.ro.local,\"aw\",@progbits\n\t.balign 8\n"
         ".Lcubins:\n",
         out);
  for (size_t i = 0; i < image->cubin_count; i++)
    fprintf (out, "\t.quad %u, .Lcubin%zu, .Lcubin_end%zu - .Lcubin%zu\n",
             image->cubins[i].architecture, i, i, i);
}

static void
write_descriptor (FILE *out, const struct image *image, size_t modules)
{
  fputs ("\t.type offgomp_nvptx_image, @object\n"
         "offgomp_nvptx_image:\n",
         out);
  if (image->interface >= INTERFACE_13)
    fprintf (out, "\t.quad %#x\n", image->requires_mask);
  fprintf (out,
           "\t.quad .Lmodules\n\t.long %zu, 0\n"
           "\t.quad .Lvariables\n\t.long %zu, 0\n"
           "\t.quad .Lfunctions\n\t.long %zu, %zu\n"
           "\t.size offgomp_nvptx_image, .-offgomp_nvptx_image\n",
           modules, image->code.variables.count, image->code.functions.count,
           image->interface >= INTERFACE_14 ? image->code.indirect.count : 0);
}

void
image_write (const struct image *image, const char *path, const char *code_path)
{
  struct piece *pieces = XCNEWVEC (struct piece, image->code.count + 1);
  size_t modules = write_code (image, code_path, pieces);
  FILE *out = assembly_create (path);
  fputs ("\t.section .rodata.offgomp_nvptx,\"a\",@progbits\n"
         ".Lcode:\n"
         "\t.incbin ",
         out);
  assembly_quote (out, code_path);
  fputc ('\n', out);
  write_names (out, "variable", &image->code.variables);
  write_names (out, "function", &image->code.functions);
  write_cubins (out, image);
  write_lists (out, image, pieces, modules);
  write_descriptor (out, image, modules);
  assembly_register (out, "offgomp_nvptx", image->interface, DEVICE_VERSION,
                     GOMP_DEVICE_NVIDIA_PTX);
  assembly_finish (out, path, false);
  free (pieces);
}
