# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A Makefile for programs with target regions, as a user writes it: the one
# thing to add is $(OFFLOAD).  Try it:
#
#   make -f sample.mk OFFGOMP=<libdir>/offgomp/
#   OFFLOAD_EMUL_NUM=2 ./saxpy

OFFGOMP = /usr/local/lib/offgomp/
EXAMPLES = .

CC = gcc
CXX = g++
FC = gfortran
CLANG = clang
OFFLOAD = -B$(OFFGOMP) -fopenmp
# The same for clang.
LLVM = $(OFFGOMP)llvm
CLANG_OFFLOAD = -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L$(LLVM) \
  -Wl,-rpath,$(LLVM)
CFLAGS = -O2 -g
CXXFLAGS = $(CFLAGS)
FFLAGS = $(CFLAGS)

PROGRAMS = saxpy vectors heat relax blocks blocks-fortran

all: $(PROGRAMS)

# Several files, compiled one by one: -B when compiling and when linking.
saxpy: saxpy.o saxpy-kernels.o
	$(CC) $(OFFLOAD) $(CFLAGS) -o $@ $^

%.o: $(EXAMPLES)/%.c $(EXAMPLES)/where.h $(EXAMPLES)/saxpy.h
	$(CC) $(OFFLOAD) $(CFLAGS) -c -o $@ $<

vectors: $(EXAMPLES)/vectors.cc $(EXAMPLES)/where.h
	$(CXX) $(OFFLOAD) $(CXXFLAGS) -o $@ $<

heat: $(EXAMPLES)/heat.f90
	$(FC) $(OFFLOAD) $(FFLAGS) -o $@ $<

# For many devices: OFFLOAD_HOSTS='localhost*2,localhost*2' ./blocks
blocks: $(EXAMPLES)/blocks.c
	$(CC) $(OFFLOAD) $(CFLAGS) -o $@ $<

blocks-fortran: $(EXAMPLES)/blocks-fortran.f90
	$(FC) $(OFFLOAD) $(FFLAGS) -o $@ $<

# OpenACC in place of OpenMP.
relax: $(EXAMPLES)/relax.c
	$(CC) -B$(OFFGOMP) -fopenacc $(CFLAGS) -o $@ $<

# A program of clang with a library of gcc, on one runtime.  It is not among
# PROGRAMS, as it needs clang with OpenMP's header and offloading.
mixed: $(EXAMPLES)/mixed.c libmixed.so
	$(CLANG) $(CLANG_OFFLOAD) $(CFLAGS) -o $@ $< -L. -lmixed \
	  -Wl,-rpath,'$$ORIGIN'

libmixed.so: $(EXAMPLES)/mixed-library.c $(EXAMPLES)/mixed.h
	$(CC) $(OFFLOAD) $(CFLAGS) -fPIC -shared -o $@ $<

clean:
	rm -f $(PROGRAMS) saxpy.o saxpy-kernels.o mixed libmixed.so

.PHONY: all clean
