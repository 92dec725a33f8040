/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Copies from device to device, whose data go from node to node.  Any thread.

   The node of the destination is asked once where it listens, and gets a key
   for the lines to it; nodes that send to it get the same key.  The host waits
   for the end of a copy, so whatever it sends later comes after it.  What it
   has sent before to the destination is counted, and the node waits for it.

   A node's `meeting' guards what is known of where it listens, and is held
   during that one request.  */

#include <stdlib.h>
#include <string.h>

#include "remote.h"
#include "secret.h"

static enum gomp_status
mask_key (const struct cluster_node *n, const uint8_t key[CLUSTER_SECRET],
          struct cluster_key *masked)
{
  enum gomp_status status
      = cluster_secret_random (masked->nonce, sizeof (masked->nonce));
  memcpy (masked->masked, key, sizeof (masked->masked));
  cluster_secret_mask (n->secret, masked->nonce, masked->masked);
  return status;
}

/* Are all nodes servers of this machine?  */
static bool
are_local (void)
{
  bool local = true;
  for (unsigned i = 0; i < cluster_node_count; i++)
    local &= cluster_nodes[i].element->way == CLUSTER_BY_LOCAL;
  return local;
}

static void
take_met (struct cluster_node *n, const struct cluster_request *r)
{
  const struct cluster_met *met = (const struct cluster_met *)r->payload;
  if (r->type != CLUSTER_MET || r->size < sizeof (*met)
      || r->size - sizeof (*met) >= sizeof (n->address) || met->port == 0
      || met->port > 65535)
    return;
  memcpy (n->address, met + 1, r->size - sizeof (*met));
  n->address[r->size - sizeof (*met)] = '\0';
  n->port = met->port;
}

/* Ask N where it listens.  With its `meeting'.  */
static void
meet (struct cluster_node *n)
{
  struct cluster_meet m = { .is_local = are_local () };
  const struct cluster_bytes part = { &m, sizeof (m) };
  const struct cluster_call call = {
    .type = CLUSTER_MEET, .node = n, .device = NULL, .part = &part, .count = 1
  };
  struct cluster_request *r;
  n->has_met = true;
  if (cluster_secret_random (n->key, sizeof (n->key)) == GOMP_OK
      && mask_key (n, n->key, &m.key) == GOMP_OK
      && cluster_request (&call, &r) == GOMP_OK)
    {
      take_met (n, r);
      cluster_request_drop (n, r);
    }
  gomp_error_clear ();
}

/* Can others connect to N?  */
static bool
is_met (struct cluster_node *n)
{
  gomp_mutex_lock (&n->meeting);
  if (!n->has_met)
    meet (n);
  bool met = n->port != 0;
  gomp_mutex_unlock (&n->meeting);
  return met;
}

static unsigned
number_of (const struct cluster_node *n)
{
  return (unsigned)(n - cluster_nodes);
}

/* N could not reach TO: it is not asked again.  */
static void
mark_far (struct cluster_node *n, const struct cluster_node *to)
{
  gomp_mutex_lock (&n->lock);
  if (n->far == NULL)
    n->far = calloc (cluster_node_count, sizeof (*n->far));
  if (n->far != NULL)
    n->far[number_of (to)] = true;
  gomp_mutex_unlock (&n->lock);
}

static bool
is_far (struct cluster_node *n, const struct cluster_node *to)
{
  gomp_mutex_lock (&n->lock);
  bool is = n->far != NULL && n->far[number_of (to)];
  gomp_mutex_unlock (&n->lock);
  return is;
}

/* Send SEND and TO's address to the node of FROM.  */
static int
ask (struct cluster_device *from, struct cluster_node *to,
     const struct cluster_send *send)
{
  struct cluster_node *n = from->node;
  const struct cluster_bytes part[]
      = { { send, sizeof (*send) }, { to->address, strlen (to->address) } };
  const struct cluster_call call = {
    .type = CLUSTER_SEND, .node = n, .device = from, .part = part, .count = 2
  };
  struct cluster_request *r;
  if (cluster_request (&call, &r) != GOMP_OK)
    return 0;
  bool reached = r->type == CLUSTER_DONE;
  cluster_request_drop (n, r);
  if (!reached)
    mark_far (n, to);
  return reached ? 1 : -1;
}

int
cluster_across (struct cluster_device *to, uint64_t to_address,
                struct cluster_device *from, uint64_t from_address, size_t size)
{
  struct cluster_node *n = from->node, *there = to->node;
  if (n != there && (is_far (n, there) || !is_met (there)))
    return -1;
  struct cluster_send send
      = { .backed = x86emul_arena_backed (from->arena),
          .from = from_address,
          .size = size,
          .to = to_address,
          .to_backed = x86emul_arena_backed (to->arena),
          .to_device = to->index,
          .node = number_of (there),
          .own_node = number_of (n),
          .after = (uint32_t)cluster_line_sent (&there->line),
          .port = there->port };
  int copied = mask_key (n, there->key, &send.key) == GOMP_OK
                   ? ask (from, there, &send)
                   : 0;
  cluster_check_moved (to);
  return copied;
}
