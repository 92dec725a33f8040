! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Routines on data, in all forms, by the module.

program api_data
  use openacc
  implicit none
  include 'api-data.inc'
