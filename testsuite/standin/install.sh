# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What a user gets who installs the stand-in: a command in PATH that runs
# programs built anywhere.  Unless the user asks for it, nothing is installed.
. "$testsuite/standin/standin.inc"

prefix=$PWD/prefix
# standin TARGET SETTING...: by make, into that prefix.
standin () {
  make -C "$top_builddir/standin" "$@" INSTALL='install -c' \
    bindir="$prefix/bin" libdir="$prefix/lib" mandir="$prefix/man" \
    docdir="$prefix/doc" >out 2>&1 || { cat out; false; }
}
nothing () { ! test -e "$prefix"; }

check "make install does not" standin install enable_standin=no
check "nothing is there" nothing
check "make install, asked to" standin install enable_standin=yes
for file in bin/standin-cuda bin/standin-clang lib/standin-cuda/libcuda.so.1 \
    lib/standin-cuda/libcuda.so man/man1/standin-cuda.1 doc/standin-cuda.md; do
  check "$file" test -s "$prefix/$file"
done
check "no driver beside other libraries" test ! -e "$prefix/lib/libcuda.so.1"

# As in a new shell of a user's, who has GCC's libgomp alone.
as_user () {
  env -i PATH="$prefix/bin:$PATH" LC_ALL=C LD_LIBRARY_PATH="$PWD/stock" "$@"
}
says () {
  wanted=$1
  shift
  as_user "$@" >out 2>&1
  grep -qxF -e "$wanted" out || { cat out; false; }
}

write_add
compile_or_stop "a program of OpenMP compiles" "$GCC" -O2 add.c
check "it runs" as_user env OMP_TARGET_OFFLOAD=mandatory standin-cuda ./program
check "on that library" says "$prefix/lib/standin-cuda:$PWD/stock" \
  standin-cuda sh -c 'echo "$LD_LIBRARY_PATH"'
ln -s "$prefix/bin/standin-cuda" linked
check "by a link to the command" says 3 \
  ./linked --sms=3 sh -c 'echo $STANDIN_CUDA_SMS'

# CUDA's header is not there.
cat > driver.c <<'EOC'
#include <stdio.h>
#include <stdlib.h>

typedef struct context *CUcontext;
typedef struct module *CUmodule;
typedef struct function *CUfunction;
typedef unsigned long long CUdeviceptr;
int cuInit (unsigned), cuDeviceGet (int *, int);
int cuDevicePrimaryCtxRetain (CUcontext *, int), cuCtxSetCurrent (CUcontext);
int cuModuleLoadData (CUmodule *, const void *);
int cuModuleGetFunction (CUfunction *, CUmodule, const char *);
int cuMemAlloc_v2 (CUdeviceptr *, size_t);
int cuMemcpyDtoH_v2 (void *, CUdeviceptr, size_t);
int cuMemsetD8_v2 (CUdeviceptr, unsigned char, size_t);
int cuLaunchKernel (CUfunction, unsigned, unsigned, unsigned, unsigned,
                    unsigned, unsigned, unsigned, void *, void **, void **);

static const char ptx[]
    = ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry number (.param .u64 p)\n{\n"
      ".reg .u64 %p,%x;\n.reg .u32 %t;\nld.param.u64 %p,[p];\n"
      "mov.u32 %t,%tid.x;\nmul.wide.u32 %x,%t,4;\nadd.u64 %p,%p,%x;\n"
      "st.u32 [%p],%t;\nret;\n}\n";

static void
ok (int result)
{
  if (result != 0)
    {
      printf ("result %d\n", result);
      exit (1);
    }
}

int
main (int argc, char **argv)
{
  int device, a[8];
  CUcontext context;
  CUmodule module;
  CUfunction number;
  CUdeviceptr p;
  void *arguments[] = { &p };
  (void)argv;
  ok (cuInit (0));
  ok (cuDeviceGet (&device, 0));
  ok (cuDevicePrimaryCtxRetain (&context, device));
  ok (cuCtxSetCurrent (context));
  ok (cuModuleLoadData (&module, ptx));
  ok (cuModuleGetFunction (&number, module, "number"));
  ok (cuMemAlloc_v2 (&p, sizeof a));
  ok (cuMemsetD8_v2 (p, 0, sizeof a));
  ok (cuLaunchKernel (number, 1, 1, 1, argc > 1 ? 9 : 8, 1, 1, 0, NULL,
                      arguments, NULL));
  ok (cuMemcpyDtoH_v2 (a, p, sizeof a));
  printf ("the last is %d\n", a[7]);
  return 0;
}
EOC
check "a program of the driver API links" \
  $GCC -O2 driver.c -o driver -L"$prefix/lib/standin-cuda" -lcuda
check "it runs, too" says "the last is 7" standin-cuda ./driver
check "its wrong access is found" says "result 700" standin-cuda ./driver wrong
check "with the place" grep -q \
  '^standin-cuda: kernel number, block 0, warp 0: write of 4 bytes' out

# As README.md says, from the sources alone; faster without optimization.
mkdir alone
cp -R "$top_srcdir/standin/." alone
command=$(sed -n '/^    mkdir lib/,/\*\.c -lm$/p' alone/README.md | sed 's/-O2/-O0/')
check "README.md has a command" test -n "$command"
check "it builds the library" sh -c "cd alone && $command"
check "which works" says "the last is 7" ./alone/standin-cuda ./driver

check "make uninstall" standin uninstall enable_standin=yes
check "leaves nothing" test -z "$(find "$prefix" ! -type d)"
finish
