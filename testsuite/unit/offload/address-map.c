/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map, with the tree of ranges that the library has.  */

#include "address-map.h"
