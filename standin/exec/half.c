/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Numbers of 16 bits (IEEE 754 binary16).  Arithmetic on them is done in wider
   formats, in which sums, products and what fma adds are exact wherever the
   rounding to 16 bits could tell.  Owns nothing; any thread.  */

#include "exec/handler.h"

#include <math.h>

#define INFINITE 0x7c00
#define QUIET_NAN 0x7fff
#define LARGEST 0x7bff
#define DIGITS 10 /* of a normal number, without the first */
#define LEAST_EXPONENT (-14)
#define LARGEST_EXPONENT 15

float
sim_float_of_half (uint16_t bits)
{
  unsigned digits = bits & ((1u << DIGITS) - 1);
  int exponent = bits >> DIGITS & 31;
  double value;
  if (exponent == 31)
    value = digits ? NAN : INFINITY;
  else if (exponent == 0)
    value = ldexp (digits, LEAST_EXPONENT - DIGITS);
  else
    value = ldexp (digits + (1u << DIGITS),
                   exponent - 1 + LEAST_EXPONENT - DIGITS);
  return (float)(bits & 0x8000 ? -value : value);
}

static bool
is_rounded_away (double whole, double rest, bool is_negative,
                 enum sim_rounding mode)
{
  switch (mode)
    {
    case SIM_NEAREST:
      return rest > 0.5 || (rest >= 0.5 && fmod (whole, 2) > 0);
    case SIM_DOWNWARD:
      return is_negative && rest > 0;
    case SIM_UPWARD:
      return !is_negative && rest > 0;
    default:
      return false;
    }
}

uint16_t
sim_half_of (double value, enum sim_rounding mode)
{
  bool is_negative = signbit (value);
  uint16_t sign = is_negative ? 0x8000 : 0;
  double a = fabs (value);
  if (isnan (value))
    return QUIET_NAN;
  if (isinf (value))
    return sign | INFINITE;
  int exponent = a > 0 ? ilogb (a) : LEAST_EXPONENT;
  if (exponent < LEAST_EXPONENT)
    exponent = LEAST_EXPONENT;
  unsigned result = INFINITE;
  if (exponent <= LARGEST_EXPONENT)
    {
      double scaled = ldexp (a, DIGITS - exponent), whole = floor (scaled);
      whole += is_rounded_away (whole, scaled - whole, is_negative, mode);
      result
          = ((unsigned)(exponent - LEAST_EXPONENT) << DIGITS) + (unsigned)whole;
    }
  if (result < INFINITE)
    return (uint16_t)(sign | result);
  bool is_infinite = mode == SIM_NEAREST
                     || mode == (is_negative ? SIM_DOWNWARD : SIM_UPWARD);
  return sign | (is_infinite ? INFINITE : LARGEST);
}
