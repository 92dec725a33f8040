/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Files; see file.h.  Owns nothing.  */

#include "os/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/process.h"

int
os_file_create (const char *name, int *fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int opened = open (name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (opened < 0)
    return errno;
  /* A reader of a FIFO, once there, is waited for.  */
  fcntl (opened, F_SETFL, fcntl (opened, F_GETFL) & ~O_NONBLOCK);
  /* Held as long as the file is open here or in a child.  */
  if (flock (opened, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    {
      close (opened);
      return EBUSY;
    }
  os_file_truncate (opened, 0);
  *fd = opened;
  return 0;
}

bool
os_file_is_seekable (int fd)
{
  return lseek (fd, 0, SEEK_CUR) != -1;
}

static int
write_all (int fd, const char *text, size_t size, uint64_t offset)
{
  while (size > 0)
    {
      ssize_t n = pwrite (fd, text, size, (off_t)offset);
      if (n < 0 && errno == ESPIPE)
        n = write (fd, text, size);
      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n < 0 ? errno : EIO;
      text += n;
      size -= (size_t)n;
      offset += (uint64_t)n;
    }
  return 0;
}

int
os_file_write (int fd, const char *text, size_t size, uint64_t offset)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct os_quiet quiet;
  os_quiet_begin (&quiet);
  int error = write_all (fd, text, size, offset);
  os_quiet_end (&quiet);
  return error;
}

void
os_file_truncate (int fd, uint64_t size)
{
  int failed = ftruncate (fd, (off_t)size);
  (void)failed;
}

const char *
os_file_error (int error, char *text, size_t size)
{
  if (error == EBUSY)
    return "another process writes it (%p in its name gives each process a "
           "file)";
  if (error == ENXIO)
    return "nobody reads this FIFO";
  if (error == EBADF)
    return "the program has closed its descriptor";
  return strerror_r (error, text, size);
}

const char *
os_program_name (void)
{
  return program_invocation_short_name;
}
