/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages and events between processes on Linux; see channel.h.  Owns no
   data.  */

#include "os/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/uncancelled.h"

/* The most descriptors that a kernel without close_range can have.  */
#define DESCRIPTORS_MAX 1048576u
/* Below most limits, and above the descriptors of most programs.  */
#define AWAY_FROM 900

/* Room for the descriptors of one message.  */
union control
{
  struct cmsghdr align; /* for its alignment */
  char space[CMSG_SPACE (OS_CHANNEL_MAX_FDS * sizeof (int))];
};

int
os_above_standard (int fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  int r = fcntl (fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int saved = errno;
  close (fd);
  errno = saved;
  return r;
}

void
os_migrate_away (int *fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int r = fcntl (*fd, F_DUPFD_CLOEXEC, AWAY_FROM);
  if (r < 0)
    os_close_on_exec (*fd);
  else
    {
      close (*fd);
      *fd = r;
    }
}

int
os_channel_pair (int ends[2])
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int e[2];
  if (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, e) != 0)
    return errno;
  e[0] = os_above_standard (e[0]);
  e[1] = os_above_standard (e[1]);
  if (e[0] < 0 || e[1] < 0)
    {
      int r = errno;
      os_close (&e[0]);
      os_close (&e[1]);
      return r;
    }
  ends[0] = e[0];
  ends[1] = e[1];
  return 0;
}

static void
attach_fds (struct msghdr *msg, union control *control, const int *fds,
            unsigned count)
{
  size_t bytes = count * sizeof (int);
  memset (control, 0, sizeof (*control));
  msg->msg_control = control;
  msg->msg_controllen = CMSG_SPACE (bytes);
  struct cmsghdr *c = CMSG_FIRSTHDR (msg);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN (bytes);
  memcpy (CMSG_DATA (c), fds, bytes);
}

int
os_channel_send (int fd, const void *data, size_t size, const int *fds,
                 unsigned count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  const char *p = data;
  while (size > 0)
    {
      struct iovec iov = { (void *)(uintptr_t)p, size };
      struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
      union control control;
      if (count > 0)
        attach_fds (&msg, &control, fds, count);
      ssize_t n = sendmsg (fd, &msg, MSG_NOSIGNAL);
      if (n < 0 && errno != EINTR)
        return errno;
      if (n > 0)
        {
          p += n;
          size -= (size_t)n;
          count = 0;
        }
    }
  return 0;
}

static void
detach_fds (struct msghdr *msg, int *fds, unsigned *count)
{
  struct cmsghdr *c = CMSG_FIRSTHDR (msg);
  if (c == NULL || c->cmsg_type != SCM_RIGHTS)
    return;
  *count = (unsigned)((c->cmsg_len - CMSG_LEN (0)) / sizeof (int));
  memcpy (fds, CMSG_DATA (c), *count * sizeof (int));
}

int
os_channel_receive (int fd, void *data, size_t size, int *fds, unsigned *count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char *p = data;
  if (count != NULL)
    *count = 0;
  while (size > 0)
    {
      struct iovec iov = { p, size };
      union control control;
      struct msghdr msg = { .msg_iov = &iov, .msg_iovlen = 1 };
      if (fds != NULL)
        {
          msg.msg_control = &control;
          msg.msg_controllen = sizeof (control);
        }
      ssize_t n = recvmsg (fd, &msg, MSG_CMSG_CLOEXEC);
      if (n == 0)
        return ECONNRESET;
      if (n < 0 && errno != EINTR)
        return errno;
      if (n < 0)
        continue;
      if (fds != NULL)
        detach_fds (&msg, fds, count);
      p += n;
      size -= (size_t)n;
    }
  return 0;
}

void
os_channel_end (int fd)
{
  shutdown (fd, SHUT_RDWR);
}

void
os_event_signal (int fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int saved = errno;
  char one = 1;
  /* Fails only if the flag is already set, or has no reader.  */
  ssize_t n = send (fd, &one, sizeof (one), MSG_NOSIGNAL | MSG_DONTWAIT);
  (void)n;
  errno = saved;
}

bool
os_event_clear (int fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char signals[64];
  /* The thread may have a table of descriptors of its own, which a
     ThreadSanitizer takes for that of the others: not by the C library.  */
  long n = syscall (SYS_recvfrom, fd, signals, sizeof (signals), MSG_DONTWAIT,
                    NULL, NULL);
  return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

unsigned
os_wait_readable (const int *fds, unsigned count, unsigned ends, int timeout_ms)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct pollfd p[8];
  for (unsigned i = 0; i < count; i++)
    p[i]
        = (struct pollfd){ .fd = fds[i], .events = ends >> i & 1 ? 0 : POLLIN };
  unsigned mask = 0;
  int ready = poll (p, count, timeout_ms);
  /* A filter may know one of the two calls only.  */
  if (ready < 0 && errno != EINTR)
    {
      const struct timespec time = { .tv_sec = timeout_ms / 1000,
                                     .tv_nsec = timeout_ms % 1000 * 1000000L };
      ready = ppoll (p, count, timeout_ms < 0 ? NULL : &time, NULL);
    }
  if (ready > 0)
    for (unsigned i = 0; i < count; i++)
      if (p[i].revents != 0)
        mask |= 1u << i;
  return mask;
}

void
os_close (int *fd)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* If the kernel cannot, close them one by one, however many the limit
   allows.  */
void
os_close_all (void)
{
  struct rlimit limit = { 1024, 1024 };
#ifdef SYS_close_range
  if (syscall (SYS_close_range, 0u, ~0u, 0u) == 0)
    return;
#endif
  getrlimit (RLIMIT_NOFILE, &limit);
  for (rlim_t fd = 0; fd < limit.rlim_cur && fd < DESCRIPTORS_MAX; fd++)
    close ((int)fd);
}

void
os_close_on_exec (int fd)
{
  fcntl (fd, F_SETFD, FD_CLOEXEC);
}
