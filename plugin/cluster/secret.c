/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The secret that program and nodes share; see secret.h.  Owns no data; any
   thread.

   The file has 64 hexadecimal digits and a newline: an editor may show it.  */

#include "secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/uncancelled.h"
#include "line.h"
#include "os/memory.h"

/* ---- SHA-256.  */

static const uint32_t rounds[64]
    = { 0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

static inline uint32_t
rotate (uint32_t v, unsigned n)
{
  return v >> n | v << (32 - n);
}

static void
expand (const uint8_t *block, uint32_t w[64])
{
  for (unsigned i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16
           | (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
  for (unsigned i = 16; i < 64; i++)
    {
      uint32_t a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (rotate (a, 7) ^ rotate (a, 18) ^ a >> 3) + w[i - 7]
             + (rotate (b, 17) ^ rotate (b, 19) ^ b >> 10);
    }
}

static void
mix (uint32_t state[8], const uint8_t *block)
{
  uint32_t w[64], s[8];
  expand (block, w);
  memcpy (s, state, sizeof (s));
  for (unsigned i = 0; i < 64; i++)
    {
      uint32_t t = s[7]
                   + (rotate (s[4], 6) ^ rotate (s[4], 11) ^ rotate (s[4], 25))
                   + ((s[4] & s[5]) ^ (~s[4] & s[6])) + rounds[i] + w[i];
      uint32_t u = (rotate (s[0], 2) ^ rotate (s[0], 13) ^ rotate (s[0], 22))
                   + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      memmove (s + 1, s, 7 * sizeof (s[0]));
      s[4] += t;
      s[0] = t + u;
    }
  for (unsigned i = 0; i < 8; i++)
    state[i] += s[i];
}

void
cluster_sha256_begin (struct cluster_sha256 *s)
{
  *s = (struct cluster_sha256){ .state = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                           0xa54ff53a, 0x510e527f, 0x9b05688c,
                                           0x1f83d9ab, 0x5be0cd19 } };
}

void
cluster_sha256_add (struct cluster_sha256 *s, const void *data, size_t size)
{
  const uint8_t *p = data;
  while (size > 0)
    {
      size_t used = s->length % sizeof (s->block);
      size_t n = sizeof (s->block) - used;
      n = n < size ? n : size;
      memcpy (s->block + used, p, n);
      s->length += n;
      p += n;
      size -= n;
      if (s->length % sizeof (s->block) == 0)
        mix (s->state, s->block);
    }
}

void
cluster_sha256_end (struct cluster_sha256 *s, uint8_t hash[32])
{
  static const uint8_t padding[64] = { 0x80 };
  uint8_t length[8];
  uint64_t bits = s->length * 8;
  for (unsigned i = 0; i < 8; i++)
    length[i] = (uint8_t)(bits >> (56 - 8 * i));
  cluster_sha256_add (s, padding, 1 + (119 - s->length % 64) % 64);
  cluster_sha256_add (s, length, sizeof (length));
  for (unsigned i = 0; i < 32; i++)
    hash[i] = (uint8_t)(s->state[i / 4] >> (24 - i % 4 * 8));
}

/* ---- Proofs.  */

void
cluster_hmac (const uint8_t key[CLUSTER_SECRET],
              const struct cluster_bytes *part, size_t count, uint8_t mac[32])
{
  uint8_t pad[64];
  struct cluster_sha256 s;
  for (unsigned i = 0; i < sizeof (pad); i++)
    pad[i] = (i < CLUSTER_SECRET ? key[i] : 0) ^ 0x36;
  cluster_sha256_begin (&s);
  cluster_sha256_add (&s, pad, sizeof (pad));
  for (size_t i = 0; i < count; i++)
    cluster_sha256_add (&s, part[i].start, part[i].size);
  cluster_sha256_end (&s, mac);
  for (unsigned i = 0; i < sizeof (pad); i++)
    pad[i] ^= 0x36 ^ 0x5c;
  cluster_sha256_begin (&s);
  cluster_sha256_add (&s, pad, sizeof (pad));
  cluster_sha256_add (&s, mac, 32);
  cluster_sha256_end (&s, mac);
}

void
cluster_secret_mask (const uint8_t secret[CLUSTER_SECRET],
                     const uint8_t nonce[CLUSTER_SECRET],
                     uint8_t key[CLUSTER_SECRET])
{
  static const char purpose[] = "key";
  uint8_t mask[CLUSTER_SECRET];
  const struct cluster_bytes part[]
      = { { purpose, sizeof (purpose) }, { nonce, CLUSTER_SECRET } };
  cluster_hmac (secret, part, GOMP_ARRAY_SIZE (part), mask);
  for (unsigned i = 0; i < CLUSTER_SECRET; i++)
    key[i] ^= mask[i];
}

bool
cluster_secret_equal (const uint8_t *a, const uint8_t *b)
{
  unsigned differs = 0;
  for (unsigned i = 0; i < CLUSTER_SECRET; i++)
    differs |= a[i] ^ b[i];
  return differs == 0;
}

/* ---- The secret.  */

enum gomp_status
cluster_secret_random (uint8_t *bytes, size_t size)
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  while (size > 0)
    {
      ssize_t n = getrandom (bytes, size, 0);
      if (n < 0 && errno != EINTR)
        return gomp_error_errno (GOMP_ERR_SYSTEM, errno,
                                 "cannot get random numbers");
      bytes += n > 0 ? n : 0;
      size -= n > 0 ? (size_t)n : 0;
    }
  return GOMP_OK;
}

void
cluster_secret_to_hex (const uint8_t secret[CLUSTER_SECRET],
                       char text[CLUSTER_SECRET_DIGITS + 1])
{
  static const char digits[] = "0123456789abcdef";
  for (unsigned i = 0; i < CLUSTER_SECRET; i++)
    {
      text[2 * i] = digits[secret[i] >> 4];
      text[2 * i + 1] = digits[secret[i] & 15];
    }
  text[CLUSTER_SECRET_DIGITS] = '\0';
}

bool
cluster_secret_from_hex (const char *text, uint8_t secret[CLUSTER_SECRET])
{
  for (unsigned i = 0; i < CLUSTER_SECRET_DIGITS; i++)
    {
      char c = text[i];
      int digit = c >= '0' && c <= '9'   ? c - '0'
                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                         : -1;
      if (digit < 0)
        return false;
      secret[i / 2]
          = (uint8_t)(i % 2 == 0 ? digit << 4 : secret[i / 2] | digit);
    }
  return true;
}

static enum gomp_status
create_file (const char *path)
{
  uint8_t secret[CLUSTER_SECRET];
  char text[CLUSTER_SECRET_DIGITS + 1];
  enum gomp_status status = cluster_secret_random (secret, sizeof (secret));
  if (status != GOMP_OK)
    return status;
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0 && errno == EEXIST)
    return GOMP_OK;
  cluster_secret_to_hex (secret, text);
  text[CLUSTER_SECRET_DIGITS] = '\n';
  int r = fd < 0 ? errno : os_write_file (fd, text, sizeof (text));
  if (fd >= 0)
    close (fd);
  return r == 0 ? GOMP_OK
                : gomp_error_errno (GOMP_ERR_SYSTEM, r,
                                    "cannot write the file '%s' with the "
                                    "secret of the nodes",
                                    path);
}

/* Read the open file FD.  */
static enum gomp_status
read_open (const char *path, int fd, uint8_t secret[CLUSTER_SECRET])
{
  struct stat s;
  char text[CLUSTER_SECRET_DIGITS];
  if (fstat (fd, &s) != 0 || s.st_uid != geteuid () || !S_ISREG (s.st_mode)
      || (s.st_mode & (S_IRWXG | S_IRWXO)) != 0)
    {
      gomp_error_set (GOMP_ERR_INVALID,
                      "the file '%s' with the secret of the nodes can be read "
                      "or written by others",
                      path);
      gomp_error_hint ("it must be a file of your own: chmod 600 '%s'", path);
      return GOMP_ERR_INVALID;
    }
  if (read (fd, text, sizeof (text)) != (ssize_t)sizeof (text)
      || !cluster_secret_from_hex (text, secret))
    return gomp_error_set (GOMP_ERR_INVALID,
                           "the file '%s' has no secret: 64 hexadecimal digits "
                           "are expected",
                           path);
  return GOMP_OK;
}

/* A pipe in the file's place must not block.  */
#define READ_FLAGS (O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)

enum gomp_status
cluster_secret_read (const char *path, bool create,
                     uint8_t secret[CLUSTER_SECRET])
{
  UNCANCELLED int before = gomp_uncancelled_begin ();
  int fd = open (path, READ_FLAGS);
  if (fd < 0 && errno == ENOENT && create)
    {
      enum gomp_status status = create_file (path);
      if (status != GOMP_OK)
        return status;
      fd = open (path, READ_FLAGS);
    }
  if (fd < 0)
    return gomp_error_errno (GOMP_ERR_SYSTEM, errno,
                             "cannot read the file '%s' with the secret of the "
                             "nodes",
                             path);
  enum gomp_status status = read_open (path, fd, secret);
  close (fd);
  return status;
}
