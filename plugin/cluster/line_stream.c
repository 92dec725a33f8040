/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A line over a stream of bytes: a socket, or a pipe each way; see line.h.  */

#include "line.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "os/channel.h"

/* How often is_hopeless is asked.  */
#define LOOK_MS 100

/* A pipe with room for so much takes it at once.  */
static bool
pipe_has_room (int fd, const struct iovec *iov, int count)
{
  struct pollfd p = { .fd = fd, .events = POLLOUT };
  size_t size = 0;
  for (int i = 0; i < count && size <= PIPE_BUF; i++)
    size += iov[i].iov_len;
  return size <= PIPE_BUF && poll (&p, 1, 0) == 1;
}

static ssize_t
write_some (struct cluster_line *line, struct iovec *iov, int count)
{
  struct msghdr msg = { .msg_iov = iov, .msg_iovlen = (size_t)count };
  if (line->out_is_socket)
    {
      if (line->on_full == NULL)
        return sendmsg (line->out, &msg, MSG_NOSIGNAL);
      ssize_t n = sendmsg (line->out, &msg, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (n >= 0 || errno != EAGAIN)
        return n;
      line->on_full ();
      return sendmsg (line->out, &msg, MSG_NOSIGNAL);
    }
  if (line->on_full != NULL && !pipe_has_room (line->out, iov, count))
    line->on_full ();
  return writev (line->out, iov, count);
}

static int
stream_write (struct cluster_line *line, struct iovec *iov, int count)
{
  while (count > 0)
    {
      ssize_t n = write_some (line, iov, count);
      if (n < 0 && errno != EINTR)
        return errno;
      size_t written = n > 0 ? (size_t)n : 0;
      for (; count > 0 && written >= iov->iov_len; iov++, count--)
        written -= iov->iov_len;
      if (count > 0)
        {
          iov->iov_base = (char *)iov->iov_base + written;
          iov->iov_len -= written;
        }
    }
  return 0;
}

/* Wait until there are bytes, at most TIMEOUT_MS (< 0: no limit).  */
static int
await_bytes (struct cluster_line *line, int timeout_ms)
{
  return os_wait_readable (&line->in, 1, 0, timeout_ms) != 0 ? 0 : EAGAIN;
}

static int
stream_read (struct cluster_line *line, void *to, size_t size, size_t *got,
             int timeout_ms)
{
  for (;;)
    {
      ssize_t n = -1;
      errno = EAGAIN;
      if (line->in_is_socket)
        n = recv (line->in, to, size, MSG_DONTWAIT);
      else if (await_bytes (line, timeout_ms) == 0)
        n = read (line->in, to, size);
      if (n == 0)
        return ECONNRESET;
      if (n < 0 && errno != EAGAIN && errno != EINTR)
        return errno;
      if (n > 0)
        {
          *got = (size_t)n;
          return 0;
        }
      if (!line->in_is_socket || timeout_ms == 0
          || await_bytes (line, timeout_ms) != 0)
        return EAGAIN;
    }
}

static void
stream_wake (struct cluster_line *line)
{
  (void)line;
}

static const struct cluster_line_ops stream_ops
    = { stream_write, stream_read, await_bytes, stream_wake };

static bool
is_socket (int fd)
{
  int type;
  socklen_t size = sizeof (type);
  return getsockopt (fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0;
}

int
cluster_line_open (struct cluster_line *line, int in, int out)
{
  memset (line, 0, sizeof (*line));
  line->ops = &stream_ops;
  line->in = in;
  line->out = out;
  line->in_is_socket = is_socket (in);
  line->out_is_socket = is_socket (out);
  line->is_socket = in == out && line->in_is_socket;
  line->buffer = malloc (CLUSTER_LINE_BUFFER);
  return line->buffer != NULL ? 0 : ENOMEM;
}

void
cluster_line_close (struct cluster_line *line)
{
  if (line->in != line->out)
    os_close (&line->out);
  line->out = -1;
  os_close (&line->in);
  free (line->buffer);
  free (line->kept);
  line->buffer = line->kept = NULL;
}

void
cluster_line_finish (struct cluster_line *line)
{
  if (line->is_socket)
    shutdown (line->out, SHUT_WR);
}

/* ---- Before messages.  */

int
cluster_line_write_raw (struct cluster_line *line, const void *from,
                        size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  struct iovec iov = { (void *)(uintptr_t)from, size };
  return stream_write (line, &iov, 1);
}

int
cluster_line_read_raw (struct cluster_line *line, void *to, size_t size,
                       uint64_t deadline_ns)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  char *p = to;
  while (size > 0)
    {
      uint64_t now = os_time_ns ();
      if (now >= deadline_ns)
        return ETIMEDOUT;
      uint64_t ms = (deadline_ns - now) / 1000000 + 1;
      uint64_t most = line->is_hopeless != NULL ? LOOK_MS : INT_MAX;
      if (await_bytes (line, (int)(ms < most ? ms : most)) != 0)
        {
          if (line->is_hopeless != NULL && line->is_hopeless (line->asked))
            return ECHILD;
          continue;
        }
      ssize_t n = read (line->in, p, size);
      if (n == 0)
        return ECONNRESET;
      if (n < 0 && errno != EAGAIN && errno != EINTR)
        return errno;
      if (n > 0)
        {
          p += n;
          size -= (size_t)n;
        }
    }
  return 0;
}
