/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Reading the objects that lto-wrapper names; see input.h.  */

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libiberty/libiberty.h>

#include "message.h"

char *
input_split_name (const char *name, size_t *offset)
{
  *offset = 0;
  const char *at = strrchr (name, '@');
  if (at == NULL || at[1] != '0' || access (name, F_OK) == 0)
    return xstrdup (name);
  char *end;
  errno = 0;
  unsigned long long value = strtoull (at + 1, &end, 0);
  if (*end != '\0' || errno != 0)
    return xstrdup (name);
  *offset = value;
  return xstrndup (name, (size_t)(at - name));
}

static void
map_file (struct input *input, const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || fstat (fd, &status) != 0)
    fail_errno ("cannot read '%s'", path);
  input->length = (size_t)status.st_size;
  /* Private and writable: libelf may convert in place.  */
  input->map
      = mmap (NULL, input->length, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
  if (input->map == MAP_FAILED)
    fail_errno ("cannot map '%s'", path);
  close (fd);
}

void
input_open (struct input *input, const char *name)
{
  size_t offset;
  elf_version (EV_CURRENT);
  char *path = input_split_name (name, &offset);
  map_file (input, path);
  if (offset >= input->length)
    fail ("'%s' has no member at this offset", name);
  input->elf = elf_memory (input->map + offset, input->length - offset);
  if (input->elf == NULL || elf_kind (input->elf) != ELF_K_ELF
      || elf_getshdrstrndx (input->elf, &input->names) != 0)
    fail ("'%s' is not an ELF object: %s", name, elf_errmsg (-1));
  free (path);
}

void
input_close (struct input *input)
{
  elf_end (input->elf);
  munmap (input->map, input->length);
}

const char *
input_section_name (struct input *input, const GElf_Shdr *header)
{
  const char *name = elf_strptr (input->elf, input->names, header->sh_name);
  return name == NULL ? "" : name;
}
