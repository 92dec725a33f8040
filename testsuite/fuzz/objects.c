/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* { dg-require-effective-target offload_device } */
/* Objects that mkoffload is given.  Whatever a file contains, mkoffload
   describes it, and copies it if it has device code, or refuses it with a
   message.  */

#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz.h"
#include "common/message.h"
#include "x86emul/object.h"

/* Where `fail' leaves to, and what it leaves behind: a program would end. */
static jmp_buf refused;
static void *mapping;
static size_t mapped;
static Elf *elf;

void *__real_mmap (void *, size_t, int, int, int, off_t);
void *__wrap_mmap (void *, size_t, int, int, int, off_t);
int __real_munmap (void *, size_t);
int __wrap_munmap (void *, size_t);
Elf *__real_elf_memory (char *, size_t);
Elf *__wrap_elf_memory (char *, size_t);
int __real_elf_end (Elf *);
int __wrap_elf_end (Elf *);
int __lsan_is_turned_off (void);

/* What is left over is some bytes.  */
int
__lsan_is_turned_off (void)
{
  return 1;
}

void *
__wrap_mmap (void *where, size_t size, int prot, int flags, int fd, off_t from)
{
  mapped = size;
  return mapping = __real_mmap (where, size, prot, flags, fd, from);
}

int
__wrap_munmap (void *where, size_t size)
{
  mapping = where == mapping ? MAP_FAILED : mapping;
  return __real_munmap (where, size);
}

Elf *
__wrap_elf_memory (char *bytes, size_t size)
{
  return elf = __real_elf_memory (bytes, size);
}

int
__wrap_elf_end (Elf *ended)
{
  elf = ended == elf ? NULL : elf;
  return __real_elf_end (ended);
}

static void
clean_up (void)
{
  if (elf != NULL)
    elf_end (elf);
  if (mapping != MAP_FAILED)
    munmap (mapping, mapped);
}

void
fail (const char *format, ...)
{
  REQUIRE (format != NULL);
  longjmp (refused, 1);
}

void
fail_errno (const char *format, ...)
{
  REQUIRE (format != NULL);
  longjmp (refused, 1);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  char name[64], copy[64];
  struct object object;
  int input = memfd_create ("object", 0), output = memfd_create ("copy", 0);
  snprintf (name, sizeof (name), "/proc/self/fd/%d", input);
  snprintf (copy, sizeof (copy), "/proc/self/fd/%d", output);
  REQUIRE (write (input, data, size) == (ssize_t)size);
  mapping = MAP_FAILED;
  elf = NULL;
  if (setjmp (refused) == 0)
    {
      object_read (&object, name, copy);
      if (object.kind == OBJECT_DEVICE)
        REQUIRE (lseek (output, 0, SEEK_END) > 64);
    }
  clean_up ();
  close (input);
  close (output);
  return 0;
}
