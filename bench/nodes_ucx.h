/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* For nodes.c: the floor by UCX, a connection to another process that sleeps as
   the library's threads do.  One thread on each side.  */

#ifndef BENCH_NODES_UCX_H
#define BENCH_NODES_UCX_H

#include <poll.h>
#include <stdlib.h>
#include <ucp/api/ucp.h>
#include <unistd.h>

#define UCX_ADDRESS_MAX 4096

static ucp_worker_h ucx_worker;
static ucp_ep_h ucx_end;
static int ucx_events;

static void
ucx_require (ucs_status_t status)
{
  if (status != UCS_OK)
    _exit (1);
}

/* As line_ucx.c has it.  */
static void
ucx_create_worker (void)
{
  ucp_context_h context;
  ucp_config_t *config;
  const ucp_params_t params
      = { .field_mask = UCP_PARAM_FIELD_FEATURES,
          .features = UCP_FEATURE_STREAM | UCP_FEATURE_WAKEUP };
  const ucp_worker_params_t one
      = { .field_mask
          = UCP_WORKER_PARAM_FIELD_THREAD_MODE | UCP_WORKER_PARAM_FIELD_EVENTS,
          .thread_mode = UCS_THREAD_MODE_SERIALIZED,
          .events = UCP_WAKEUP_TX | UCP_WAKEUP_RX };
  ucx_require (ucp_config_read (NULL, NULL, &config));
  ucp_config_modify (config, "TX_SEG_SIZE", "64K");
  ucx_require (ucp_init (&params, config, &context));
  ucp_config_release (config);
  ucx_require (ucp_worker_create (context, &one, &ucx_worker));
  ucx_require (ucp_worker_get_efd (ucx_worker, &ucx_events));
}

/* Both processes call this with their ends of a connected socket.  */
static void
ucx_connect (int fd)
{
  static char other[UCX_ADDRESS_MAX], own[UCX_ADDRESS_MAX];
  ucp_address_t *address;
  size_t size;
  ucx_create_worker ();
  ucx_require (ucp_worker_get_address (ucx_worker, &address, &size));
  memcpy (own, address, size < sizeof (own) ? size : sizeof (own));
  move (fd, own, sizeof (own), send_one);
  move (fd, other, sizeof (other), receive_one);
  const ucp_ep_params_t params
      = { .field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS
                        | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE,
          .address = (const ucp_address_t *)other,
          .err_mode = UCP_ERR_HANDLING_MODE_PEER };
  ucx_require (ucp_ep_create (ucx_worker, &params, &ucx_end));
}

static void
ucx_await (void *request)
{
  while (request != NULL && !UCS_PTR_IS_ERR (request)
         && ucp_request_check_status (request) == UCS_INPROGRESS)
    if (ucp_worker_progress (ucx_worker) == 0
        && ucp_worker_arm (ucx_worker) == UCS_OK)
      poll (&(struct pollfd){ .fd = ucx_events, .events = POLLIN }, 1, -1);
  if (UCS_PTR_IS_ERR (request))
    _exit (0);
  if (request != NULL)
    ucp_request_free (request);
}

static void
ucx_send (char *data, size_t size)
{
  const ucp_request_param_t param = { .op_attr_mask = 0 };
  if (size > 0)
    ucx_await (ucp_stream_send_nbx (ucx_end, data, size, &param));
}

static void
ucx_receive (char *data, size_t size)
{
  const ucp_request_param_t param = { .op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS,
                                      .flags = UCP_STREAM_RECV_FLAG_WAITALL };
  size_t got;
  if (size > 0)
    ucx_await (ucp_stream_recv_nbx (ucx_end, data, size, &got, &param));
}

#endif
