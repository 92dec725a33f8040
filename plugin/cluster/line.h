/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The line between program and node: messages of wire.h, each way in order.
   The caller of these functions does not know how messages travel.

   Any thread sends.  One thread at a time receives.  */

#ifndef PLUGIN_CLUSTER_LINE_H
#define PLUGIN_CLUSTER_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "sync/mutex.h"
#include "wire.h"

/* Bytes that are read at once; those of a payload are looked at in pieces of at
   most so many.  */
#define CLUSTER_LINE_BUFFER 65536u

struct cluster_bytes
{
  const void *start; /* of the caller */
  size_t size;
};

struct cluster_line;
struct iovec;

/* What carries the bytes.  All return 0 or an errno value.  */
struct cluster_line_ops
{
  /* Write the COUNT parts of IOV, which changes.  */
  int (*write) (struct cluster_line *line, struct iovec *iov, int count);
  /* Read at least one byte, *GOT of at most SIZE.  If SIZE is more than
     CLUSTER_LINE_BUFFER, all are to be read.  EAGAIN: there was none for
     TIMEOUT_MS (< 0: no limit), or the wait was interrupted; the caller comes
     back with the same arguments.  */
  int (*read) (struct cluster_line *line, void *to, size_t size, size_t *got,
               int timeout_ms);
  /* Wait at most TIMEOUT_MS (< 0: no limit) until a read may find something, or
     the end.  EAGAIN: nothing yet.  Any thread, also beside a read.  */
  int (*await) (struct cluster_line *line, int timeout_ms);
  /* End waits in both: IN has been broken.  */
  void (*wake) (struct cluster_line *line);
};

struct cluster_line
{
  const struct cluster_line_ops *ops; /* NULL: not open yet */
  struct cluster_ucx *ucx; /* the connection by UCX, or NULL: a stream */
  int in; /* descriptors of the stream, which both sides have in any case; may
             be the same */
  int out;
  bool is_socket;    /* both are one socket's */
  bool in_is_socket; /* each alone */
  bool out_is_socket;
  uint64_t limit_ns;            /* a silent other side is lost after this; 0:
                                   never */
  bool (*is_hopeless) (void *); /* before messages, or NULL: nobody will write
                                   any more, though the stream is open */
  void *asked;                  /* its argument */
  void (*on_full) (void);       /* before a sender waits for the other side, or
                                   NULL */
  struct gomp_mutex sending; /* one message at a time; guards what follows, up
                                to the receiver's */
  char *kept;                /* messages that go with the next one; malloced */
  size_t kept_size;          /* bytes of them */
  uint64_t messages;         /* sent so far, without beats */
  uint64_t writes;           /* in so many pieces */
  _Atomic uint64_t sent_ns;  /* when the last one was sent */
  atomic_uint quiet;         /* quarters of the limit without anything */
  _Atomic uint64_t heard_ns; /* when something came or a quarter was counted */
  size_t first;              /* the receiver's: bytes in BUFFER from here, */
  size_t last;               /* up to here */
  uint64_t left;             /* payload of the current message to be taken */
  char *buffer;              /* CLUSTER_LINE_BUFFER bytes; malloced */
};

/* The line over a stream: descriptors IN and OUT, which it owns from now on.
   Returns 0 or an errno value, like the functions below; ECONNRESET: the other
   side has ended, ETIMEDOUT: it was silent for too long.  */
HIDDEN int cluster_line_open (struct cluster_line *line, int in, int out);
HIDDEN void cluster_line_close (struct cluster_line *line);
/* From now on the other side is lost after LIMIT_NS without a sign of life.  */
HIDDEN void cluster_line_watch (struct cluster_line *line, uint64_t limit_ns);
/* Nothing is sent from now on; the other side sees the end.  */
HIDDEN void cluster_line_finish (struct cluster_line *line);
/* Fail all calls from now on, also those that other threads wait in.  */
HIDDEN void cluster_line_break (struct cluster_line *line);

/* Send HEAD, whose size is set here, and COUNT parts of the payload.  */
HIDDEN int cluster_line_send (struct cluster_line *line,
                              struct cluster_head *head,
                              const struct cluster_bytes *part, size_t count);
/* The same, but with the next message at the latest, which will come soon.  */
HIDDEN int cluster_line_keep (struct cluster_line *line,
                              struct cluster_head *head,
                              const struct cluster_bytes *part, size_t count);
/* Messages that were sent or kept so far, without beats.  */
HIDDEN uint64_t cluster_line_sent (struct cluster_line *line);
/* Send HEAD without a wait for other senders; EAGAIN: there are some.  */
HIDDEN int cluster_line_try_send (struct cluster_line *line,
                                  struct cluster_head *head);

/* Wait for the next message, after the payload of the one before was taken or
   skipped.  BEATs are sent and taken here.  */
HIDDEN int cluster_line_receive (struct cluster_line *line,
                                 struct cluster_head *head);
/* The same, but EAGAIN if none has begun to come.  */
HIDDEN int cluster_line_poll (struct cluster_line *line,
                              struct cluster_head *head);
/* Has more come with what was taken last?  False does not mean that none has
   come.  */
static inline bool
cluster_line_has_more (const struct cluster_line *line)
{
  return line->first != line->last;
}
/* Any thread: wait at most TIMEOUT_MS (< 0: no limit) until a message may have
   come; EAGAIN: none has.  */
HIDDEN int cluster_line_await (struct cluster_line *line, int timeout_ms);
/* Any thread, if nobody waits for a message: send a sign of life if it is time;
   ETIMEDOUT: the other side is lost.  */
HIDDEN int cluster_line_look_after (struct cluster_line *line);
/* How long it may wait between two such calls, in ms; -1: for ever.  */
HIDDEN int cluster_line_watch_ms (const struct cluster_line *line);
/* Take the next SIZE bytes of the payload.  EPROTO: it is shorter.  */
HIDDEN int cluster_line_take (struct cluster_line *line, void *to, size_t size);
/* Look at the next bytes of the payload, at most SIZE: they are at *START, and
   count as taken.  */
HIDDEN int cluster_line_look (struct cluster_line *line, size_t size,
                              const void **start, size_t *count);
HIDDEN int cluster_line_skip (struct cluster_line *line);

/* line_ucx.c: the bytes go by UCX from now on.  Load UCX and make an end of a
   connection; its address is at *ADDRESS, *SIZE bytes, until CONNECT.  On
   failure the error is recorded.  */
HIDDEN enum gomp_status cluster_ucx_open (struct cluster_line *line,
                                          const void **address, size_t *size);
/* Connect to the other end, whose address is given.  Recorded.  */
HIDDEN enum gomp_status cluster_ucx_connect (struct cluster_line *line,
                                             const void *address);

/* Before messages: exactly SIZE raw bytes, within the time up to DEADLINE_NS
   (os_time_ns).  ECHILD: is_hopeless says so.  */
HIDDEN int cluster_line_write_raw (struct cluster_line *line, const void *from,
                                   size_t size);
HIDDEN int cluster_line_read_raw (struct cluster_line *line, void *to,
                                  size_t size, uint64_t deadline_ns);

#endif
