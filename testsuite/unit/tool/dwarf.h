/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Writing the numbers of DWARF, as this processor has them.  */

#ifndef UNIT_TOOL_DWARF_H
#define UNIT_TOOL_DWARF_H

#include <stddef.h>
#include <stdint.h>

static inline void
store_number (unsigned char *at, uint64_t value, size_t size)
{
  for (size_t i = 0; i < size; i++)
    at[__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : size - 1 - i]
        = (unsigned char)(value >> 8 * i);
}

#endif
