/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* What a node's server must know to connect to its program: one line of text,
   in a file or on its standard input.  */

#ifndef PLUGIN_CLUSTER_MEETING_H
#define PLUGIN_CLUSTER_MEETING_H

#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "wire.h"

#define CLUSTER_ADDRESS_MAX 64
#define CLUSTER_MEETING_MAX 256

struct cluster_meeting
{
  char address[CLUSTER_ADDRESS_MAX]; /* numeric */
  unsigned port;
  uint8_t secret[CLUSTER_SECRET];
};

/* Write M as a line to TEXT; returns its length.  */
HIDDEN size_t cluster_meeting_write (const struct cluster_meeting *m,
                                     char text[CLUSTER_MEETING_MAX]);
/* Replace the file PATH by that text, which only the user can read.  On failure
   the error is recorded.  */
HIDDEN enum gomp_status
cluster_meeting_publish (const struct cluster_meeting *m, const char *path);
/* Read such a line from the file PATH, or with "-" from standard input.  On
   failure the error is recorded; GOMP_ERR_NODEV: there is none yet.  */
HIDDEN enum gomp_status cluster_meeting_read (const char *path,
                                              struct cluster_meeting *m);

#endif
