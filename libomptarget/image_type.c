/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Which devices an image is for, by its contents: clang's package may be left
   out.  Owns nothing.

   An image for NVIDIA devices is a linked cubin, or PTX: texts, each of which
   ends with a NUL but perhaps the last.  */

#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "image.h"
#include "nvptx_image.h"
#include "x86emul_image.h"

static int
type_of_machine (const char *start)
{
  Elf64_Half machine;
  memcpy (&machine, start + offsetof (Elf64_Ehdr, e_machine), sizeof (machine));
  return machine == EM_X86_64 ? GOMP_DEVICE_X86EMUL
         : machine == EM_CUDA ? GOMP_DEVICE_NVPTX
                              : 0;
}

/* Behind white space and comments of a line.  */
static const char *
find_directive (const char *p, const char *end)
{
  while (p != end)
    if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
      p++;
    else if (*p == '/' && end - p > 1 && p[1] == '/')
      {
        const char *newline = memchr (p, '\n', (size_t)(end - p));
        p = newline != NULL ? newline : end;
      }
    else
      break;
  return p;
}

static bool
is_ptx (const char *start, const char *end)
{
  static const char version[] = ".version";
  const char *p = find_directive (start, end);
  return end - p > (ptrdiff_t)sizeof (version)
         && memcmp (p, version, sizeof (version) - 1) == 0;
}

static bool
is_elf (const char *start, const char *end)
{
  return end - start >= (ptrdiff_t)sizeof (Elf64_Ehdr)
         && memcmp (start, ELFMAG, SELFMAG) == 0;
}

int
omptarget_image_type (const void *start, const void *end)
{
  const char *from = start, *to = end;
  if (is_elf (from, to))
    return type_of_machine (from);
  return is_ptx (from, to) ? GOMP_DEVICE_NVPTX : 0;
}

void
omptarget_image_describe (const void *start, const void *end, char *text,
                          size_t size)
{
  Elf64_Half machine;
  if (!is_elf (start, end))
    {
      snprintf (text, size, "damaged: neither an ELF file nor PTX");
      return;
    }
  memcpy (&machine, (const char *)start + offsetof (Elf64_Ehdr, e_machine),
          sizeof (machine));
  snprintf (text, size, "for another device: machine %u of ELF", machine);
}
