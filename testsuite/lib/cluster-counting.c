/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* To be preloaded: counts what a program's plugin sends to nodes and receives.
   The proofs before are among the last number, bytes sent, only.  */

#define _GNU_SOURCE
#include "../../plugin/cluster/wire.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
struct stream
{
  uint64_t left;
  size_t have;
  unsigned char head[24];
  int messages;
  int of[CLUSTER_TYPES];
};
static struct line
{
  int fd, raw, packets;
  long bytes;
  long sent; /* with the proofs */
  struct stream there, back;
} lines[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct line *
find (int fd)
{
  int i = 0;
  pthread_mutex_lock (&lock);
  while (i < 7 && lines[i].fd != fd && lines[i].fd != 0)
    i++;
  lines[i].fd = fd;
  pthread_mutex_unlock (&lock);
  return &lines[i];
}
static void
take (struct stream *s, const unsigned char *p, size_t size)
{
  while (size > 0)
    {
      uint64_t n = s->left > 0 ? s->left : sizeof (s->head) - s->have;
      n = n < size ? n : size;
      if (s->left > 0)
        s->left -= n;
      else
        {
          uint32_t type;
          memcpy (s->head + s->have, p, n);
          s->have += n;
          memcpy (&type, s->head, sizeof (type));
          if (s->have == sizeof (s->head))
            {
              memcpy (&s->left, s->head + 16, sizeof (s->left));
              s->have = 0;
              s->messages += type != CLUSTER_BEAT;
              s->of[type % CLUSTER_TYPES]++;
            }
        }
      p += n;
      size -= n;
    }
}
ssize_t
sendmsg (int fd, const struct msghdr *m, int flags)
{
  static ssize_t (*real) (int, const struct msghdr *, int);
  struct line *l = find (fd);
  if (real == NULL)
    real = (ssize_t (*) (int, const struct msghdr *, int))dlsym (RTLD_NEXT,
                                                                 "sendmsg");
  ssize_t n = real (fd, m, flags), rest = n;
  l->sent += n > 0 ? n : 0;
  if (l->raw < 3)
    {
      l->raw++;
      return n;
    }
  l->packets++;
  l->bytes += n > 0 ? n : 0;
  for (size_t i = 0; i < m->msg_iovlen && rest > 0; i++)
    {
      size_t one = m->msg_iov[i].iov_len;
      one = one < (size_t)rest ? one : (size_t)rest;
      take (&l->there, m->msg_iov[i].iov_base, one);
      rest -= one;
    }
  return n;
}
ssize_t
recv (int fd, void *to, size_t size, int flags)
{
  static ssize_t (*real) (int, void *, size_t, int);
  if (real == NULL)
    real = (ssize_t (*) (int, void *, size_t, int))dlsym (RTLD_NEXT, "recv");
  ssize_t n = real (fd, to, size, flags);
  struct line *l = find (fd);
  if (n > 0)
    {
      take (&l->back, to, n);
      l->bytes += n;
    }
  return n;
}
/* Messages of TYPE that were sent so far.  */
int
messages_sent (int type)
{
  int n = 0;
  for (int i = 0; i < 8; i++)
    n += lines[i].there.of[type];
  return n;
}
/* The node's processes do not count.  */
__attribute__ ((constructor)) static void
begin (void)
{
  unsetenv ("LD_PRELOAD");
}
__attribute__ ((destructor)) static void
show (void)
{
  int packets = 0, answers = 0;
  long bytes = 0, sent = 0;
  for (int i = 0; i < 8; i++)
    {
      packets += lines[i].packets;
      answers += lines[i].back.messages;
      bytes += lines[i].bytes;
      sent += lines[i].sent;
    }
  fprintf (stderr, "counted %d %d %ld %ld\n", packets, answers, bytes, sent);
}
