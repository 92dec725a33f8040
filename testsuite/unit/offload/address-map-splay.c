/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The address map with the splay tree, its invariants checked, whatever the
   library has; testsuite/Makefile.am compiles the map for this program.  */

#include "address-map.h"
