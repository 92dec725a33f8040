/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Keeps low numbers of descriptors for the program while another library opens
   its own, which then get higher ones.  Any thread.

   `lock' guards the descriptors.  They are closed when the last of the threads
   that asked for it is done.  */

#include <fcntl.h>
#include <unistd.h>

#include "remote.h"

/* Numbers below this one.  */
#define LOW 256

static struct gomp_mutex lock;
static unsigned users;
static int kept[LOW];
static unsigned count; /* of them */

static void
occupy (void)
{
  int fd = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  while (fd >= 0 && fd < LOW)
    {
      kept[count++] = fd;
      fd = fcntl (fd, F_DUPFD_CLOEXEC, fd + 1);
    }
  if (fd >= LOW)
    close (fd);
}

void
cluster_numbers_keep (void)
{
  gomp_mutex_lock (&lock);
  if (users++ == 0)
    occupy ();
  gomp_mutex_unlock (&lock);
}

void
cluster_numbers_release (void)
{
  gomp_mutex_lock (&lock);
  if (--users == 0)
    while (count > 0)
      close (kept[--count]);
  gomp_mutex_unlock (&lock);
}
