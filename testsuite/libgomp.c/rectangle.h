/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* A part of a matrix that a test copies to another place, in whatever way.  */

#ifndef TEST_RECTANGLE_H
#define TEST_RECTANGLE_H

#include <stddef.h>
#include <string.h>

#include "check.h"

struct rectangle
{
  int source[6][8], back[6][8];
  size_t volume[2], to[2], from[2], size[2];
};

static inline void
rectangle_begin (struct rectangle *r)
{
  *r = (struct rectangle){
    .volume = { 3, 4 }, .to = { 1, 2 }, .from = { 2, 1 }, .size = { 6, 8 }
  };
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      r->source[i][j] = 10 * i + j;
  memset (r->back, -1, sizeof r->back);
}

/* BACK has that part and is unchanged besides.  */
static inline void
rectangle_check (const struct rectangle *r)
{
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 8; j++)
      {
        int is_inside = i >= 1 && i < 4 && j >= 2 && j < 6;
        CHECK (r->back[i][j] == (is_inside ? 10 * (i + 1) + j - 1 : -1));
      }
}

#endif
