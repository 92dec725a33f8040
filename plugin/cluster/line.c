/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Messages on a line, whatever carries it; see line.h.

   `sending' orders messages.  A sender may wait in the channel while it holds
   that lock, as long as the other side is slow.  The receiver never takes the
   lock if it is held: somebody sends then, so no beat is needed.  When the
   receiver finds the other side lost, it breaks the line, which ends such
   waits.  */

#include "line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>

#include "base/uncancelled.h"
#include "os/channel.h"

/* Parts of a message that are sent by one call.  */
#define PARTS_AT_ONCE 64
/* Bytes of messages that are kept for the next one.  */
#define KEPT_MAX 65536u

void
cluster_line_watch (struct cluster_line *line, uint64_t limit_ns)
{
  atomic_store (&line->quiet, 0);
  atomic_store (&line->sent_ns, os_time_ns ());
  atomic_store (&line->heard_ns, os_time_ns ());
  line->limit_ns = limit_ns;
}

void
cluster_line_break (struct cluster_line *line)
{
  if (line->is_socket)
    os_channel_end (line->in);
  if (line->ops != NULL)
    line->ops->wake (line);
}

/* ---- Sending.  With `sending'.  */

static void
count_size (struct cluster_head *head, const struct cluster_bytes *part,
            size_t count)
{
  head->size = 0;
  for (size_t i = 0; i < count; i++)
    head->size += part[i].size;
}

static int
send_held (struct cluster_line *line, struct cluster_head *head,
           const struct cluster_bytes *part, size_t count)
{
  struct iovec iov[PARTS_AT_ONCE];
  int n = 0, r = 0;
  count_size (head, part, count);
  if (line->kept_size > 0)
    iov[n++] = (struct iovec){ line->kept, line->kept_size };
  iov[n++] = (struct iovec){ head, sizeof (*head) };
  for (size_t i = 0; i < count && r == 0; i++)
    {
      if (part[i].size == 0)
        continue;
      iov[n++]
          = (struct iovec){ (void *)(uintptr_t)part[i].start, part[i].size };
      if (n == PARTS_AT_ONCE)
        {
          r = line->ops->write (line, iov, n);
          n = 0;
        }
    }
  if (r == 0)
    r = line->ops->write (line, iov, n);
  line->kept_size = 0;
  line->writes++;
  /* Relaxed: only beats depend on it.  */
  atomic_store_explicit (&line->sent_ns, os_time_ns (), memory_order_relaxed);
  return r;
}

static void
keep_bytes (struct cluster_line *line, const void *bytes, size_t size)
{
  memcpy (line->kept + line->kept_size, bytes, size);
  line->kept_size += size;
}

/* False: there is no room.  */
static bool
keep_held (struct cluster_line *line, struct cluster_head *head,
           const struct cluster_bytes *part, size_t count)
{
  count_size (head, part, count);
  if (head->size > KEPT_MAX
      || head->size + sizeof (*head) > KEPT_MAX - line->kept_size)
    return false;
  if (line->kept == NULL)
    line->kept = malloc (KEPT_MAX);
  if (line->kept == NULL)
    return false;
  keep_bytes (line, head, sizeof (*head));
  for (size_t i = 0; i < count; i++)
    if (part[i].size > 0)
      keep_bytes (line, part[i].start, part[i].size);
  return true;
}

int
cluster_line_keep (struct cluster_line *line, struct cluster_head *head,
                   const struct cluster_bytes *part, size_t count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  gomp_mutex_lock (&line->sending);
  line->messages++;
  int r = keep_held (line, head, part, count)
              ? 0
              : send_held (line, head, part, count);
  gomp_mutex_unlock (&line->sending);
  return r;
}

int
cluster_line_send (struct cluster_line *line, struct cluster_head *head,
                   const struct cluster_bytes *part, size_t count)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  gomp_mutex_lock (&line->sending);
  line->messages++;
  int r = send_held (line, head, part, count);
  gomp_mutex_unlock (&line->sending);
  return r;
}

uint64_t
cluster_line_sent (struct cluster_line *line)
{
  gomp_mutex_lock (&line->sending);
  uint64_t messages = line->messages;
  gomp_mutex_unlock (&line->sending);
  return messages;
}

int
cluster_line_try_send (struct cluster_line *line, struct cluster_head *head)
{
  if (!gomp_mutex_trylock (&line->sending))
    return EAGAIN;
  int r = send_held (line, head, NULL, 0);
  line->writes--;
  gomp_mutex_unlock (&line->sending);
  return r;
}

/* ---- Receiving.  One thread.  */

/* Send a sign of life if it is time.  */
static int
beat (struct cluster_line *line, uint64_t now)
{
  struct cluster_head head = { .type = CLUSTER_BEAT };
  uint64_t sent = atomic_load_explicit (&line->sent_ns, memory_order_relaxed);
  int r = 0;
  if (now > sent && now - sent >= line->limit_ns / 4)
    r = cluster_line_try_send (line, &head);
  return r == EAGAIN ? 0 : r;
}

/* Quarters are counted, not the time: this process may have been stopped
   itself.  Relaxed: two threads may look at once, one of them counts.  */
int
cluster_line_look_after (struct cluster_line *line)
{
  if (line->limit_ns == 0)
    return 0;
  uint64_t now = os_time_ns ();
  uint64_t heard = atomic_load_explicit (&line->heard_ns, memory_order_relaxed);
  if (now > heard && now - heard >= line->limit_ns / 4
      && atomic_compare_exchange_strong (&line->heard_ns, &heard, now)
      && atomic_fetch_add (&line->quiet, 1) >= 4)
    return ETIMEDOUT;
  return beat (line, now);
}

int
cluster_line_watch_ms (const struct cluster_line *line)
{
  return line->limit_ns == 0 ? -1 : (int)(line->limit_ns / 4000000) + 1;
}

/* Something has come.  Relaxed: see above.  */
static int
hear (struct cluster_line *line)
{
  if (line->limit_ns == 0)
    return 0;
  uint64_t now = os_time_ns ();
  atomic_store_explicit (&line->quiet, 0, memory_order_relaxed);
  atomic_store_explicit (&line->heard_ns, now, memory_order_relaxed);
  return beat (line, now);
}

/* Read at least one byte into [TO, TO + SIZE).  */
static int
read_some (struct cluster_line *line, void *to, size_t size, size_t *got)
{
  int wait_ms = cluster_line_watch_ms (line), r;
  while ((r = line->ops->read (line, to, size, got, wait_ms)) == EAGAIN)
    if ((r = cluster_line_look_after (line)) != 0)
      return r;
  return r == 0 ? hear (line) : r;
}

static int
fill (struct cluster_line *line)
{
  size_t got;
  int r = read_some (line, line->buffer, CLUSTER_LINE_BUFFER, &got);
  line->first = 0;
  line->last = r == 0 ? got : 0;
  return r;
}

/* The same without a wait: EAGAIN.  */
static int
fill_now (struct cluster_line *line)
{
  size_t got;
  int r = line->ops->read (line, line->buffer, CLUSTER_LINE_BUFFER, &got, 0);
  line->first = 0;
  line->last = r == 0 ? got : 0;
  return r == 0 ? hear (line) : r;
}

/* Take SIZE bytes, large numbers of them without the buffer.  */
static int
take (struct cluster_line *line, char *to, size_t size)
{
  while (size > 0)
    {
      size_t n = line->last - line->first;
      int r = 0;
      if (n > 0)
        {
          n = n < size ? n : size;
          memcpy (to, line->buffer + line->first, n);
          line->first += n;
        }
      else if (size >= CLUSTER_LINE_BUFFER)
        r = read_some (line, to, size, &n);
      else
        r = fill (line);
      if (r != 0)
        return r;
      to += n;
      size -= n;
    }
  return 0;
}

/* WAITS: for the first byte, too.  */
static inline int
receive (struct cluster_line *line, struct cluster_head *head, bool waits)
{
  int r = cluster_line_skip (line);
  do
    {
      if (r == 0 && !waits && !cluster_line_has_more (line))
        r = fill_now (line);
      if (r == 0)
        r = take (line, (char *)head, sizeof (*head));
      if (r == 0 && (head->type == 0 || head->type >= CLUSTER_TYPES))
        r = EPROTO;
      if (r == 0 && head->type == CLUSTER_BEAT && head->size != 0)
        r = EPROTO;
    }
  while (r == 0 && head->type == CLUSTER_BEAT);
  line->left = r == 0 ? head->size : 0;
  return r;
}

int
cluster_line_receive (struct cluster_line *line, struct cluster_head *head)
{
  return receive (line, head, true);
}

int
cluster_line_poll (struct cluster_line *line, struct cluster_head *head)
{
  return receive (line, head, false);
}

int
cluster_line_await (struct cluster_line *line, int timeout_ms)
{
  return line->ops->await (line, timeout_ms);
}

int
cluster_line_take (struct cluster_line *line, void *to, size_t size)
{
  if (size > line->left)
    return EPROTO;
  line->left -= size;
  return take (line, to, size);
}

int
cluster_line_look (struct cluster_line *line, size_t size, const void **start,
                   size_t *count)
{
  if (size > line->left || size == 0)
    return EPROTO;
  int r = line->first == line->last ? fill (line) : 0;
  if (r != 0)
    return r;
  size_t n = line->last - line->first;
  *count = n < size ? n : size;
  *start = line->buffer + line->first;
  line->first += *count;
  line->left -= *count;
  return 0;
}

int
cluster_line_skip (struct cluster_line *line)
{
  int r = 0;
  while (line->left > 0 && r == 0)
    {
      const void *start;
      size_t n = line->left < SIZE_MAX ? (size_t)line->left : SIZE_MAX;
      r = cluster_line_look (line, n, &start, &n);
    }
  return r;
}
