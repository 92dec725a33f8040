! SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
! Memory of the device and copies, by the include file.
! { dg-skip-stock "GCC 14" }

program device_memory
  use iso_c_binding
  implicit none
  include 'openacc_lib.h'
  include 'device-memory.inc'
