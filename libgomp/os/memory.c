/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Address space and shared memory on Linux; see memory.h.  Owns no data.  */

#include "os/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/invariant.h"
#include "base/tsan.h"
#include "base/uncancelled.h"
#include "os/channel.h"
#include "os/os.h"
#include "os/process.h"

#ifndef MAP_FIXED_NOREPLACE
#  define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef MFD_EXEC
#  define MFD_EXEC 0x10u
#endif
#ifndef MADV_POPULATE_READ
#  define MADV_POPULATE_READ 22
#  define MADV_POPULATE_WRITE 23
#endif

#define HUGE_DIR "/sys/kernel/mm/transparent_hugepage/"
#define HUGE_SIZE ((uintptr_t)2 << 20)

/* Images are mapped from such memory too, so it must allow execution: newer
   kernels require a flag for this, older ones do not know the flag.  */
int
os_shared_create (const char *name, uint64_t size, int *fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int f = memfd_create (name, MFD_CLOEXEC | MFD_EXEC);
  if (f < 0 && errno == EINVAL)
    f = memfd_create (name, MFD_CLOEXEC);
  f = os_above_standard (f);
  if (f < 0)
    return errno;
  int r = os_shared_resize (f, size);
  if (r != 0)
    {
      close (f);
      return r;
    }
  *fd = f;
  return 0;
}

/* Beyond the limit of file sizes, which applies to this memory too, there would
   be a signal in addition to the error.  */
int
os_shared_resize (int fd, uint64_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct os_quiet quiet;
  os_quiet_begin (&quiet);
  int r = ftruncate (fd, (off_t)size) == 0 ? 0 : errno;
  os_quiet_end (&quiet);
  return r;
}

static int
system_prot (unsigned prot)
{
  return (prot & OS_PROT_READ ? PROT_READ : 0)
         | (prot & OS_PROT_WRITE ? PROT_WRITE : 0)
         | (prot & OS_PROT_EXEC ? PROT_EXEC : 0);
}

int
os_shared_map (int fd, uint64_t offset, size_t size, unsigned prot, void *where,
               void **result)
{
  gomp_invariant (offset % os_page_size () == 0,
                  "shared memory is mapped from byte %llu on",
                  (unsigned long long)offset);
  int flags = MAP_SHARED | MAP_NORESERVE | (where != NULL ? MAP_FIXED : 0);
  void *p = mmap (where, size, system_prot (prot), flags, fd, (off_t)offset);
  if (p == MAP_FAILED)
    return errno;
  *result = p;
  return 0;
}

int
os_shared_replace (int fd, uint64_t offset, size_t size, unsigned prot,
                   void *where)
{
  void *p = NULL;
  int r = os_shared_map (fd, offset, size, prot, NULL, &p);
  if (r != 0)
    return r;
  if (mremap (p, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, where) != where)
    {
      r = errno;
      munmap (p, size);
    }
  return r;
}

int
os_sparse_map (size_t size, void **result)
{
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return errno;
  *result = p;
  return 0;
}

/* Kernels before 4.17 treat the address as a hint.  */
int
os_reserve (uint64_t where, uint64_t size)
{
  void *want = (void *)(uintptr_t)where;
  void *p = mmap (
      want, size, PROT_NONE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED)
    return errno;
  if (p == want)
    return 0;
  munmap (p, size);
  return EEXIST;
}

int
os_reserve_any (uint64_t size, void **result)
{
  void *p = mmap (NULL, size, PROT_NONE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    return errno;
  *result = p;
  return 0;
}

int
os_protect (void *where, size_t size, unsigned prot)
{
  gomp_invariant ((uintptr_t)where % os_page_size () == 0,
                  "memory at %p is protected, which is no page", where);
  return mprotect (where, size, system_prot (prot)) == 0 ? 0 : errno;
}

int
os_wipe_on_fork (void *where, size_t size)
{
  return madvise (where, size, MADV_WIPEONFORK) == 0 ? 0 : errno;
}

void
os_unmap (void *where, size_t size)
{
  gomp_invariant ((uintptr_t)where % os_page_size () == 0 && size != 0,
                  "%zu bytes at %p are unmapped, which are no pages", size,
                  where);
  munmap (where, size);
}

int
os_populate (void *where, size_t size, bool written)
{
  uintptr_t inside = (uintptr_t)where & (os_page_size () - 1);
  int advice = written ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
  return madvise ((char *)where - inside, size + inside, advice) == 0 ? 0
                                                                      : errno;
}

/* The chosen word, which is in brackets, in a file of the kernel; "": there is
   none.  */
static const char *
read_choice (const char *path, char *text, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read (fd, text, size - 1) : 0;
  os_close (&fd);
  text[n > 0 ? n : 0] = '\0';
  char *choice = strchr (text, '[');
  if (choice == NULL)
    return "";
  choice[strcspn (choice, "]")] = '\0';
  return choice + 1;
}

/* By size, from Linux 6.11 on, and then for those that inherit; "always" is for
   those, too, that do not ask, "within_size" as well.  */
bool
os_shared_is_huge (void)
{
  char text[128];
  const char *choice = read_choice (HUGE_DIR "hugepages-2048kB/shmem_enabled",
                                    text, sizeof (text));
  if (*choice == '\0' || strcmp (choice, "inherit") == 0)
    choice = read_choice (HUGE_DIR "shmem_enabled", text, sizeof (text));
  return strcmp (choice, "always") == 0 || strcmp (choice, "within_size") == 0
         || strcmp (choice, "advise") == 0 || strcmp (choice, "force") == 0;
}

void
os_want_huge (void *where, size_t size)
{
  uintptr_t start = (uintptr_t)where, end = start + size;
  start = (start + HUGE_SIZE - 1) & ~(HUGE_SIZE - 1);
  end &= ~(HUGE_SIZE - 1);
  if (start < end)
    madvise ((void *)start, end - start, MADV_HUGEPAGE);
}

bool
os_address_space_limited (void)
{
  struct rlimit limit;
  /* ThreadSanitizer, also a program's, refuses mappings outside of its own
     layout.  */
  if (gomp_tsan_is_there ())
    return true;
  return getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

uint64_t
os_memory_size (void)
{
  long pages = sysconf (_SC_PHYS_PAGES);
  long size = sysconf (_SC_PAGESIZE);
  return pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 1ull << 30;
}

static uint64_t
soft_limit (__rlimit_resource_t resource)
{
  struct rlimit limit;
  if (getrlimit (resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return UINT64_MAX;
  return limit.rlim_cur;
}

uint64_t
os_stack_limit (void)
{
  return soft_limit (RLIMIT_STACK);
}

uint64_t
os_file_size_limit (void)
{
  return soft_limit (RLIMIT_FSIZE);
}

/* "START-END PERM OFFSET DEV INODE      NAME"; false: not such a line.  */
static bool
parse_mapping (char *line, struct os_mapping *m)
{
  char *p = NULL;
  m->start = strtoull (line, &p, 16);
  if (*p != '-')
    return false;
  m->end = strtoull (p + 1, &p, 16);
  if (*p != ' ' || strlen (p) < 5)
    return false;
  m->prot = (p[1] == 'r' ? OS_PROT_READ : 0) | (p[2] == 'w' ? OS_PROT_WRITE : 0)
            | (p[3] == 'x' ? OS_PROT_EXEC : 0);
  for (int field = 0; field < 4; field++)
    {
      p += strspn (p, " ");
      p += strcspn (p, " ");
    }
  m->name = p + strspn (p, " ");
  return true;
}

/* Lines of FD, read in pieces: BUFFER holds FILLED bytes of a piece.  */
struct line_reader
{
  int fd;            /* /proc/.../maps */
  size_t filled;     /* bytes in the buffer */
  char buffer[8192]; /* whole lines and the start of one */
};

/* Pass the whole lines in R's buffer to VISIT and keep the rest.  */
static bool
visit_lines (struct line_reader *r,
             bool (*visit) (const struct os_mapping *, void *), void *data)
{
  char *line = r->buffer;
  char *end = r->buffer + r->filled;
  char *newline;
  bool more = true;
  while (more && (newline = memchr (line, '\n', (size_t)(end - line))) != NULL)
    {
      *newline = '\0';
      struct os_mapping m;
      if (parse_mapping (line, &m))
        more = visit (&m, data);
      line = newline + 1;
    }
  r->filled = (size_t)(end - line);
  memmove (r->buffer, line, r->filled);
  return more && r->filled < sizeof (r->buffer);
}

int
os_each_mapping (int pid,
                 bool (*visit) (const struct os_mapping *mapping, void *data),
                 void *data)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char path[64] = "/proc/self/maps";
  if (pid != 0)
    snprintf (path, sizeof (path), "/proc/%d/maps", pid);
  struct line_reader r = { .fd = open (path, O_RDONLY | O_CLOEXEC) };
  if (r.fd < 0)
    return errno;
  ssize_t n;
  do
    {
      n = read (r.fd, r.buffer + r.filled, sizeof (r.buffer) - r.filled);
      if (n > 0)
        r.filled += (size_t)n;
    }
  while (n > 0 && visit_lines (&r, visit, data));
  close (r.fd);
  return 0;
}

int
os_file_map (const char *path, size_t *size, void **result)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0)
    return errno;
  int r = fstat (fd, &status) == 0 ? 0 : errno;
  if (r == 0 && status.st_size == 0)
    r = EINVAL;
  if (r == 0)
    {
      void *p
          = mmap (NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (p == MAP_FAILED)
        r = errno;
      else
        {
          *size = (size_t)status.st_size;
          *result = p;
        }
    }
  close (fd);
  return r;
}

int
os_try_read (uintptr_t from, void *to, size_t size)
{
  int before = errno, r = 0;
  const struct iovec here = { to, size }, there = { (void *)from, size };
  long n
      = syscall (SYS_process_vm_readv, getpid (), &here, 1ul, &there, 1ul, 0ul);
  if (n != (long)size)
    r = n < 0 ? errno : EFAULT;
  errno = before;
  return r;
}

int
os_write_file (int fd, const void *data, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  const char *p = data;
  int r = 0;
  struct os_quiet quiet;
  os_quiet_begin (&quiet);
  while (size > 0 && r == 0)
    {
      ssize_t n = write (fd, p, size);
      if (n < 0 && errno != EINTR)
        r = errno;
      if (n > 0)
        {
          p += n;
          size -= (size_t)n;
        }
    }
  os_quiet_end (&quiet);
  return r;
}

int
os_read_file (int fd, void *data, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char *p = data;
  while (size > 0)
    {
      ssize_t n = read (fd, p, size);
      if (n == 0)
        return ENODATA;
      if (n < 0 && errno != EINTR)
        return errno;
      if (n > 0)
        {
          p += n;
          size -= (size_t)n;
        }
    }
  return 0;
}

int
os_temporary_create (const char *name, char *path, size_t size, int *fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  const char *directory = getenv ("TMPDIR");
  if (directory == NULL || *directory == '\0')
    directory = "/tmp";
  int n = snprintf (path, size, "%s/%s.XXXXXX", directory, name);
  if (n < 0 || (size_t)n >= size)
    return ENAMETOOLONG;
  int f = os_above_standard (mkostemp (path, O_CLOEXEC));
  if (f < 0)
    return errno;
  *fd = f;
  return 0;
}
