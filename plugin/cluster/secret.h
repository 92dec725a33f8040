/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The secret that program and nodes share, and what is made of it.  */

#ifndef PLUGIN_CLUSTER_SECRET_H
#define PLUGIN_CLUSTER_SECRET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/diag.h"
#include "wire.h"

/* A SHA-256 in progress (FIPS 180-4).  */
struct cluster_sha256
{
  uint32_t state[8];
  uint64_t length; /* bytes so far */
  uint8_t block[64];
};

HIDDEN void cluster_sha256_begin (struct cluster_sha256 *s);
HIDDEN void cluster_sha256_add (struct cluster_sha256 *s, const void *data,
                                size_t size);
HIDDEN void cluster_sha256_end (struct cluster_sha256 *s, uint8_t hash[32]);

/* HMAC (RFC 2104) of COUNT parts.  */
struct cluster_bytes;
HIDDEN void cluster_hmac (const uint8_t key[CLUSTER_SECRET],
                          const struct cluster_bytes *part, size_t count,
                          uint8_t mac[32]);
/* Change KEY to what can be sent over a line whose sides know SECRET, and back;
   NONCE is used for one key only.  */
HIDDEN void cluster_secret_mask (const uint8_t secret[CLUSTER_SECRET],
                                 const uint8_t nonce[CLUSTER_SECRET],
                                 uint8_t key[CLUSTER_SECRET]);
/* Takes the same time wherever the two differ.  */
HIDDEN bool cluster_secret_equal (const uint8_t *a, const uint8_t *b);
HIDDEN enum gomp_status cluster_secret_random (uint8_t *bytes, size_t size);
/* The same as lower-case hexadecimal digits, and back; TEXT ends with NUL.  */
#define CLUSTER_SECRET_DIGITS (2 * CLUSTER_SECRET)
HIDDEN void cluster_secret_to_hex (const uint8_t secret[CLUSTER_SECRET],
                                   char text[CLUSTER_SECRET_DIGITS + 1]);
HIDDEN bool cluster_secret_from_hex (const char *text,
                                     uint8_t secret[CLUSTER_SECRET]);
/* Read the secret from the file PATH, which only the user may be able to read
   or write.  CREATE: make it, with a new secret, if there is none.  */
HIDDEN enum gomp_status cluster_secret_read (const char *path, bool create,
                                             uint8_t secret[CLUSTER_SECRET]);

#endif
