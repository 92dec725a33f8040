/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The environment variables that say where devices are.  */

#ifndef PLUGIN_CLUSTER_HOST_SETTINGS_H
#define PLUGIN_CLUSTER_HOST_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "plugin.h"

enum cluster_way
{
  CLUSTER_LOCAL,  /* localhost: the server is started directly */
  CLUSTER_NAMED,  /* OFFLOAD_LAUNCH NAME offgomp-node; by default ssh */
  CLUSTER_LAUNCH, /* OFFLOAD_LAUNCH offgomp-node */
  CLUSTER_LISTEN  /* somebody starts it, and it connects */
};

/* An element of OFFLOAD_HOSTS.  */
struct cluster_place
{
  enum cluster_way way;
  char name[256];   /* of the host; for messages in any case */
  unsigned port;    /* CLUSTER_LISTEN */
  unsigned devices; /* how many there */
};

struct cluster_settings
{
  struct cluster_place *place; /* malloced */
  unsigned places;             /* elements; at least 1 */
  char **launch;               /* words of OFFLOAD_LAUNCH; malloced, or NULL */
  const char *cookie;          /* OFFLOAD_COOKIE, or NULL */
  const char *net;             /* OFFLOAD_NET: an address to listen at */
  const char *forward;         /* OFFLOAD_FORWARD: names, or NULL */
  unsigned heartbeat;          /* OFFLOAD_HEARTBEAT: seconds; 0: none */
  unsigned start_timeout;      /* OFFLOAD_START_TIMEOUT: seconds */
  enum gomp_lost_way lost;     /* OFFLOAD_LOST */
};

/* Read the environment.  On failure the error is recorded.  */
HIDDEN enum gomp_status cluster_settings_read (struct cluster_settings *s);

#endif
