/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A line over UCX (libucp.so.0); see line.h.  Any thread sends, one at a time,
   and one receives.

   UCX's streams carry the bytes, as they keep the order on which wire.h relies.
   The stream of the line stays open beside them: its end tells at once that the
   other process has ended.

   The library is loaded when a line asks for it, and is never unloaded.  When
   it is loaded, it would install handlers of signals and change the code of
   mmap; variables of the environment prevent that.  They are set meanwhile,
   unless the user has set them, or something else has loaded UCX before.

   `lock' of an end guards all calls of UCX about it.  It is held for steps that
   do not wait.  Who waits for bytes sleeps on descriptors; the calls that this
   thread makes when it wakes up also end what others send.  Who waits until its
   bytes are gone sleeps on a word, and makes such calls itself if nobody else
   does.  */

#include "line.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <ucp/api/ucp.h>
#include <unistd.h>

#include "os/channel.h"
#include "sync/mutex.h"
#include "sync/wait.h"

/* Parts that are sent by one call.  */
#define PARTS_MAX 64
/* Parts of at most so many bytes together are copied to one place first: UCX
   sends that as one message, but more than five parts by TCP as several.  */
#define PACKED_MAX 16384
/* Tries before a thread sleeps.  */
#define TRIES 16
/* How long a sender sleeps before it looks itself.  */
#define LOOK_NS 1000000
/* More than a buffer holds is to be read whole and goes to its place at once;
   after each piece a sign of life may be due.  */
#define PIECE_MIN (CLUSTER_LINE_BUFFER + 1)
#define PIECE_MAX ((size_t)1 << 20)

/* ---- The library.  */

#define UCX_FUNCTION(name) static __typeof__ (name) *p_##name;
#include "ucx_functions.def"
#undef UCX_FUNCTION

static struct gomp_mutex loading; /* guards what follows, and the functions */
static ucp_context_h context;     /* of the process; NULL: not yet */

/* What UCX must not do, and need not say, in a program of somebody else.  */
static const char *const settings[][2] = { { "UCX_ERROR_SIGNALS", "" },
                                           { "UCX_DEBUG_SIGNO", "" },
                                           { "UCX_MEM_EVENTS", "n" },
                                           { "UCX_LOG_LEVEL", "fatal" } };

static unsigned
set_settings (void)
{
  unsigned set = 0;
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (settings); i++)
    if (getenv (settings[i][0]) == NULL
        && setenv (settings[i][0], settings[i][1], 1) == 0)
      set |= 1u << i;
  return set;
}

static void
unset_settings (unsigned set)
{
  for (unsigned i = 0; i < GOMP_ARRAY_SIZE (settings); i++)
    if ((set >> i & 1) != 0)
      unsetenv (settings[i][0]);
}

static enum gomp_status
ucx_failed (const char *what, ucs_status_t status)
{
  return gomp_error_set (GOMP_ERR_NODEV, "UCX: %s: %s", what,
                         p_ucs_status_string (status));
}

static enum gomp_status
load_functions (void)
{
  void *library = dlopen ("libucp.so.0", RTLD_NOW);
  if (library == NULL)
    {
      gomp_error_set (GOMP_ERR_NODEV, "cannot load UCX: %s", dlerror ());
      gomp_error_hint ("install the package libucx0 on all machines, or set "
                       "OFFLOAD_LINE=stream");
      return GOMP_ERR_NODEV;
    }
  const char *missing = NULL;
#define UCX_FUNCTION(name)                                                     \
  p_##name = (__typeof__ (p_##name))(uintptr_t)dlsym (library, #name);         \
  if (p_##name == NULL)                                                        \
    missing = #name;
#include "ucx_functions.def"
#undef UCX_FUNCTION
  return missing == NULL
             ? GOMP_OK
             : gomp_error_set (GOMP_ERR_NODEV, "this UCX has no function %s",
                               missing);
}

/* Has the user chosen transports, by the environment or a file of UCX?  */
static bool
transports_are_chosen (const ucp_config_t *config)
{
  char *text = NULL;
  size_t size;
  FILE *file
      = getenv ("UCX_TLS") == NULL ? open_memstream (&text, &size) : NULL;
  if (file == NULL)
    return true;
  p_ucp_config_print (config, file, NULL, UCS_CONFIG_PRINT_CONFIG);
  fclose (file);
  bool chosen = text == NULL || strstr (text, "UCX_TLS=all\n") == NULL;
  free (text);
  return chosen;
}

/* WHOLE: with all transports.  Else without shared memory, if the user has not
   chosen: no connection that notices the end of the other side has that, and it
   takes longer to start than all others.  */
static ucs_status_t
try_context (bool whole)
{
  const ucp_params_t params
      = { .field_mask
          = UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_MT_WORKERS_SHARED,
          .features = UCP_FEATURE_STREAM | UCP_FEATURE_WAKEUP,
          .mt_workers_shared = 1 };
  ucp_config_t *config;
  ucs_status_t status = p_ucp_config_read (NULL, NULL, &config);
  if (status != UCS_OK)
    return status;
  /* Larger segments; a release that does not know a name goes on.  */
  if (getenv ("UCX_TCP_TX_SEG_SIZE") == NULL)
    p_ucp_config_modify (config, "TX_SEG_SIZE", "64K");
  if (!whole && !transports_are_chosen (config))
    p_ucp_config_modify (config, "TLS", "^sm,self");
  status = p_ucp_init_version (UCP_API_MAJOR, UCP_API_MINOR, &params, config,
                               &context);
  p_ucp_config_release (config);
  return status;
}

static enum gomp_status
create_context (void)
{
  ucs_status_t status = try_context (false);
  if (status != UCS_OK)
    status = try_context (true);
  return status == UCS_OK ? GOMP_OK : ucx_failed ("cannot start", status);
}

/* With `loading'.  */
static enum gomp_status
load (void)
{
  if (context != NULL)
    return GOMP_OK;
  unsigned set = 0;
  if (dlopen ("libucs.so.0", RTLD_NOW | RTLD_NOLOAD) == NULL)
    set = set_settings ();
  enum gomp_status status = load_functions ();
  if (status == GOMP_OK)
    status = create_context ();
  unset_settings (set);
  return status;
}

/* ---- An end of a connection.  */

struct cluster_ucx
{
  struct gomp_mutex lock; /* guards what follows, but for BROKEN and what is
                             the sender's */
  ucp_worker_h worker;
  ucp_address_t *address;
  ucp_ep_h ep;
  int events;                 /* descriptor of the worker */
  atomic_bool broken;         /* who takes `lock' after that calls no UCX */
  struct gomp_wait_word sent; /* the sender's: 1: its bytes are gone, 2: lost */
  int failed;                 /* errno value, or 0 */
  char *data;    /* what came and was not taken whole, or NULL; UCX's */
  size_t size;   /* bytes of it */
  void *request; /* of a piece that comes, or NULL */
  size_t piece;  /* bytes of it, once they have come */
  size_t taken;  /* of these */
  char packed[PACKED_MAX]; /* the sender's: the parts of a message */
  /* The sender's, likewise: UCX reads it until the bytes are gone.  */
  ucp_dt_iov_t part[PARTS_MAX];
};

/* The other process has ended, or the network has given up: UCX's reason is
   often another one.  */
static void
on_error (void *end, ucp_ep_h ep, ucs_status_t status)
{
  struct cluster_ucx *u = end;
  (void)ep;
  (void)status;
  u->failed = ECONNRESET;
}

static enum gomp_status
create_worker (struct cluster_ucx *u, size_t *size)
{
  const ucp_worker_params_t params
      = { .field_mask
          = UCP_WORKER_PARAM_FIELD_THREAD_MODE | UCP_WORKER_PARAM_FIELD_EVENTS,
          .thread_mode = UCS_THREAD_MODE_SERIALIZED,
          .events = UCP_WAKEUP_TX | UCP_WAKEUP_RX };
  ucs_status_t status = p_ucp_worker_create (context, &params, &u->worker);
  if (status == UCS_OK)
    status = p_ucp_worker_get_efd (u->worker, &u->events);
  if (status == UCS_OK)
    status = p_ucp_worker_get_address (u->worker, &u->address, size);
  return status == UCS_OK
             ? GOMP_OK
             : ucx_failed ("cannot make an end of a connection", status);
}

enum gomp_status
cluster_ucx_open (struct cluster_line *line, const void **address, size_t *size)
{
  struct cluster_ucx *u = calloc (1, sizeof (*u));
  if (u == NULL)
    return gomp_error_set (GOMP_ERR_NOMEM, "out of memory");
  gomp_mutex_lock (&loading);
  enum gomp_status status = load ();
  if (status == GOMP_OK)
    status = create_worker (u, size);
  gomp_mutex_unlock (&loading);
  if (status != GOMP_OK)
    {
      free (u);
      return status;
    }
  *address = u->address;
  line->ucx = u;
  return GOMP_OK;
}

/* ---- Sending.  */

static void
on_sent (void *request, ucs_status_t status, void *end)
{
  struct cluster_ucx *u = end;
  (void)request;
  gomp_wait_set (&u->sent, status == UCS_OK ? 1 : 2, GOMP_WAIT_PRIVATE);
}

/* The connection was broken, so what is being sent has no end.  A call of UCX
   may still read it; none begins after this one.  */
static COLD int
give_up (struct cluster_ucx *u)
{
  gomp_mutex_lock (&u->lock);
  gomp_mutex_unlock (&u->lock);
  return ECONNRESET;
}

/* Wait for the end of REQUEST.  */
static int
await_sent (struct cluster_line *line, void *request)
{
  struct cluster_ucx *u = line->ucx;
  for (unsigned i = 0; gomp_wait_value (&u->sent) == 0; i++)
    {
      if (atomic_load (&u->broken))
        return give_up (u);
      if (i == 1 && line->on_full != NULL)
        line->on_full ();
      if (i >= TRIES)
        gomp_wait_sleep (&u->sent, 0, GOMP_WAIT_PRIVATE, LOOK_NS);
      gomp_mutex_lock (&u->lock);
      /* That may take what the sleeping receiver waits for.  */
      if (gomp_wait_value (&u->sent) == 0 && !atomic_load (&u->broken)
          && p_ucp_worker_progress (u->worker) != 0)
        p_ucp_worker_signal (u->worker);
      gomp_mutex_unlock (&u->lock);
    }
  gomp_mutex_lock (&u->lock);
  p_ucp_request_free (request);
  int r = gomp_wait_value (&u->sent) == 1 ? 0
          : u->failed != 0                ? u->failed
                                          : ECONNRESET;
  gomp_mutex_unlock (&u->lock);
  return r;
}

/* Copy the COUNT parts of IOV to one place.  0: they are too many bytes.  */
static size_t
pack (struct cluster_ucx *u, const struct iovec *iov, int count)
{
  size_t size = 0;
  for (int i = 0; i < count; i++)
    {
      if (iov[i].iov_len > sizeof (u->packed) - size)
        return 0;
      memcpy (u->packed + size, iov[i].iov_base, iov[i].iov_len);
      size += iov[i].iov_len;
    }
  return size;
}

/* Begin to send the COUNT parts of IOV.  With `lock'.  */
static void *
send_parts (struct cluster_ucx *u, const struct iovec *iov, int count,
            size_t packed)
{
  ucp_request_param_t param = { .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK
                                                | UCP_OP_ATTR_FIELD_USER_DATA,
                                .cb.send = on_sent,
                                .user_data = u };
  if (packed > 0)
    return p_ucp_stream_send_nbx (u->ep, u->packed, packed, &param);
  for (int i = 0; i < count; i++)
    u->part[i] = (ucp_dt_iov_t){ iov[i].iov_base, iov[i].iov_len };
  param.op_attr_mask |= UCP_OP_ATTR_FIELD_DATATYPE;
  param.datatype = ucp_dt_make_iov ();
  return p_ucp_stream_send_nbx (u->ep, u->part, (size_t)count, &param);
}

static int
ucx_write (struct cluster_line *line, struct iovec *iov, int count)
{
  struct cluster_ucx *u = line->ucx;
  size_t packed = pack (u, iov, count);
  gomp_mutex_lock (&u->lock);
  gomp_wait_set (&u->sent, 0, GOMP_WAIT_PRIVATE);
  void *request = u->failed != 0 || atomic_load (&u->broken)
                      ? UCS_STATUS_PTR (UCS_ERR_CONNECTION_RESET)
                      : send_parts (u, iov, count, packed);
  gomp_mutex_unlock (&u->lock);
  if (request == NULL)
    return 0;
  return UCS_PTR_IS_ERR (request) ? ECONNRESET : await_sent (line, request);
}

/* ---- Receiving.  */

/* Take at most SIZE of the bytes that have come; EAGAIN: none.  With `lock'. */
static int
take_data (struct cluster_ucx *u, void *to, size_t size, size_t *got)
{
  if (u->data == NULL)
    {
      void *data = p_ucp_stream_recv_data_nb (u->ep, &u->size);
      if (data == NULL)
        return u->failed != 0 ? u->failed : EAGAIN;
      if (UCS_PTR_IS_ERR (data))
        return u->failed != 0 ? u->failed : ECONNRESET;
      u->data = data;
      u->taken = 0;
    }
  size_t n = u->size - u->taken;
  n = n < size ? n : size;
  memcpy (to, u->data + u->taken, n);
  u->taken += n;
  *got = n;
  if (u->taken == u->size)
    {
      p_ucp_stream_data_release (u->ep, u->data);
      u->data = NULL;
    }
  return 0;
}

static void
on_received (void *request, ucs_status_t status, size_t size, void *end)
{
  struct cluster_ucx *u = end;
  (void)request;
  u->piece = size;
  if (status != UCS_OK && u->failed == 0)
    u->failed = ECONNRESET;
}

/* Let the next SIZE bytes come to TO, or see whether they have.  The caller
   comes back with the same arguments after EAGAIN.  */
static int
take_piece (struct cluster_ucx *u, void *to, size_t size, size_t *got)
{
  const ucp_request_param_t param
      = { .op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK
                          | UCP_OP_ATTR_FIELD_USER_DATA
                          | UCP_OP_ATTR_FIELD_FLAGS,
          .flags = UCP_STREAM_RECV_FLAG_WAITALL,
          .cb.recv_stream = on_received,
          .user_data = u };
  if (u->request == NULL)
    {
      u->piece = 0;
      void *request = p_ucp_stream_recv_nbx (
          u->ep, to, size < PIECE_MAX ? size : PIECE_MAX, got, &param);
      if (request == NULL)
        return 0;
      if (UCS_PTR_IS_ERR (request))
        return u->failed != 0 ? u->failed : ECONNRESET;
      u->request = request;
    }
  if (u->piece == 0)
    return u->failed != 0 ? u->failed : EAGAIN;
  p_ucp_request_free (u->request);
  u->request = NULL;
  *got = u->piece;
  return 0;
}

static int
take (struct cluster_ucx *u, void *to, size_t size, size_t *got)
{
  return size < PIECE_MIN || u->data != NULL ? take_data (u, to, size, got)
                                             : take_piece (u, to, size, got);
}

/* Take bytes that have come, or prepare for a wait: EAGAIN.  */
static int
take_or_arm (struct cluster_ucx *u, void *to, size_t size, size_t *got)
{
  int r;
  bool armed = false;
  gomp_mutex_lock (&u->lock);
  while ((r = atomic_load (&u->broken) ? ECONNRESET : take (u, to, size, got))
             == EAGAIN
         && !armed)
    {
      if (p_ucp_worker_progress (u->worker) != 0)
        continue;
      ucs_status_t status = p_ucp_worker_arm (u->worker);
      armed = status == UCS_OK;
      if (status != UCS_OK && status != UCS_ERR_BUSY)
        u->failed = EIO;
    }
  gomp_mutex_unlock (&u->lock);
  return r;
}

/* Has the stream ended?  Beats that were sent before UCX was connected may
   still come.  */
static bool
stream_ended (struct cluster_line *line)
{
  char bytes[256];
  ssize_t n = read (line->in, bytes, sizeof (bytes));
  return n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
}

static int
ucx_read (struct cluster_line *line, void *to, size_t size, size_t *got,
          int timeout_ms)
{
  struct cluster_ucx *u = line->ucx;
  const int fds[] = { u->events, line->in };
  unsigned ready = 1;
  bool ended = false;
  int r;
  while ((r = take_or_arm (u, to, size, got)) == EAGAIN && ready != 0)
    {
      if (ended)
        return ECONNRESET;
      ready = os_wait_readable (fds, 2, 0, timeout_ms);
      ended = (ready & 2) != 0 && stream_ended (line);
    }
  return r;
}

/* Have bytes come, or the rest of a piece, or the end?  With `lock'.  */
static bool
came (struct cluster_ucx *u)
{
  while (p_ucp_worker_progress (u->worker) != 0)
    ;
  if (u->data == NULL && u->request == NULL && u->failed == 0)
    {
      void *data = p_ucp_stream_recv_data_nb (u->ep, &u->size);
      u->taken = 0;
      if (UCS_PTR_IS_ERR (data))
        u->failed = ECONNRESET;
      else
        u->data = data;
    }
  return u->data != NULL || u->failed != 0
         || (u->request != NULL && u->piece != 0);
}

/* The same, or EAGAIN; then, if it WAITS, prepare for that.  */
static int
look (struct cluster_ucx *u, bool waits)
{
  ucs_status_t status = UCS_ERR_BUSY;
  gomp_mutex_lock (&u->lock);
  bool has_come = atomic_load (&u->broken) || came (u);
  while (!has_come && waits && status == UCS_ERR_BUSY)
    {
      status = p_ucp_worker_arm (u->worker);
      if (status == UCS_ERR_BUSY)
        has_come = came (u);
    }
  if (status != UCS_OK && status != UCS_ERR_BUSY)
    u->failed = EIO;
  has_come = has_come || u->failed != 0;
  gomp_mutex_unlock (&u->lock);
  return has_come ? 0 : EAGAIN;
}

static int
ucx_await (struct cluster_line *line, int timeout_ms)
{
  const int fds[] = { line->ucx->events, line->in };
  int r = look (line->ucx, timeout_ms != 0);
  if (r == 0 || timeout_ms == 0)
    return r;
  return os_wait_readable (fds, 2, 0, timeout_ms) != 0 ? 0 : EAGAIN;
}

static void
ucx_wake (struct cluster_line *line)
{
  atomic_store (&line->ucx->broken, true);
  p_ucp_worker_signal (line->ucx->worker);
}

static const struct cluster_line_ops ucx_ops
    = { ucx_write, ucx_read, ucx_await, ucx_wake };

enum gomp_status
cluster_ucx_connect (struct cluster_line *line, const void *address)
{
  struct cluster_ucx *u = line->ucx;
  const ucp_ep_params_t params
      = { .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS
                        | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE
                        | UCP_EP_PARAM_FIELD_ERR_HANDLER,
          .address = address,
          .err_mode = UCP_ERR_HANDLING_MODE_PEER,
          .err_handler = { .cb = on_error, .arg = u } };
  gomp_mutex_lock (&u->lock);
  ucs_status_t status = p_ucp_ep_create (u->worker, &params, &u->ep);
  p_ucp_worker_release_address (u->worker, u->address);
  gomp_mutex_unlock (&u->lock);
  if (status != UCS_OK)
    return ucx_failed ("cannot connect", status);
  line->ops = &ucx_ops;
  return GOMP_OK;
}
