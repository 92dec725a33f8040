/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* SHA-256 and HMAC of the secret, with the examples of FIPS 180-4 and of
   RFC 4231, whose shorter keys are the same as keys that end with zeros.  */

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "cluster/line.h"
#include "cluster/secret.h"

static void
expect_hash (const uint8_t hash[32], const char *expected)
{
  char text[65];
  for (int i = 0; i < 32; i++)
    sprintf (text + 2 * i, "%02x", hash[i]);
  EXPECT (strcmp (text, expected) == 0);
}

/* The hash of TIMES copies of TEXT, which are added STEP bytes at a time.  */
static void
expect_sha (const char *text, int times, size_t step, const char *expected)
{
  struct cluster_sha256 s;
  uint8_t hash[32];
  size_t size = strlen (text);
  cluster_sha256_begin (&s);
  for (int i = 0; i < times; i++)
    for (size_t at = 0; at < size; at += step)
      cluster_sha256_add (&s, text + at, size - at < step ? size - at : step);
  cluster_sha256_end (&s, hash);
  expect_hash (hash, expected);
}

static void
test_sha (void)
{
  static const char two_blocks[]
      = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  expect_sha (
      "", 1, 1,
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (size_t step = 1; step <= sizeof (two_blocks); step++)
    {
      expect_sha (
          "abc", 1, step,
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
      expect_sha (
          two_blocks, 1, step,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    }
  expect_sha (
      "aaaaaaaaaa", 100000, 10,
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* In one part, and in two.  */
static void
expect_mac (const uint8_t key[CLUSTER_SECRET], const void *data, size_t size,
            const char *expected)
{
  uint8_t mac[32];
  for (size_t cut = 0; cut <= size; cut++)
    {
      const struct cluster_bytes part[]
          = { { data, cut }, { (const char *)data + cut, size - cut } };
      cluster_hmac (key, part, 2, mac);
      expect_hash (mac, expected);
    }
}

static void
test_hmac (void)
{
  uint8_t key[CLUSTER_SECRET] = { 0 }, data[50];
  memset (key, 0x0b, 20);
  expect_mac (
      key, "Hi There", 8,
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  memset (key, 0xaa, 20);
  memset (data, 0xdd, sizeof (data));
  expect_mac (
      key, data, sizeof (data),
      "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
  for (uint8_t i = 0; i < 25; i++)
    key[i] = (uint8_t)(i + 1);
  memset (data, 0xcd, sizeof (data));
  expect_mac (
      key, data, sizeof (data),
      "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
  memset (key, 0, sizeof (key));
  memcpy (key, "Jefe", 4);
  expect_mac (
      key, "what do ya want for nothing?", 28,
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

static void
test_equal (void)
{
  uint8_t a[32] = { 0 }, b[32] = { 0 };
  EXPECT (cluster_secret_equal (a, b));
  for (int i = 0; i < 32; i++)
    {
      b[i] = 0x80;
      EXPECT (!cluster_secret_equal (a, b));
      b[i] = 0;
    }
}

int
main (void)
{
  RUN (test_sha);
  RUN (test_hmac);
  RUN (test_equal);
  return check_done ();
}
