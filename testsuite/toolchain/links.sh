#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# Kinds of links, options and inputs: each makes an image, without messages.
. "$(dirname "$0")/common.inc"

cat > plain.c <<'C'
int main (void)
{
  int n = 0;
#pragma omp parallel reduction(+: n)
  n++;
  return n == 0;
}
C

# quiet_link NAME OPTIONS...: the link prints nothing, there is an image and
# no text relocation.
quiet_link () {
  name=$1
  shift
  rm -f a.out
  if cc hello.c -o a.out "$@" > log 2>&1 && [ ! -s log ] \
     && has_image a.out && no_textrel a.out; then pass "$name"
  else fail "$name"; show_log; fi
}

# The library itself may warn (of dlopen), our objects may not.
static_link () {
  cc hello.c -o a.out "$@" > static.log 2>&1
  cat static.log
  has_image a.out && ! grep -e relocation -e TEXTREL static.log
}

# With --gc-sections the tables stay.
keeps_tables () {
  cc hello.c "$here/tables.c" -O1 -ffunction-sections -fdata-sections \
    -Wl,--gc-sections "$@" -o gc.out && ./gc.out > gc.log \
    && grep -q "^image 32 1 1" gc.log && ! grep "counts differ" gc.log
}

# A program and a library that each have an image of their own tables.
two_images () {
  cc -fPIC -shared -DLIBRARY hello.c -o libhello.so \
    && sed 's/compute/other/; s/square/other_square/; s/offset/other_offset/' \
       hello.c > other.c \
    && cc -rdynamic -Wl,--no-as-needed other.c "$here/tables.c" -L. -lhello \
       -Wl,-rpath,. -o two.out && ./two.out > two.log \
    && [ "$(grep -c "^image 32 1 1" two.log)" = 2 ] && ! grep differ two.log
}

# The words of the linker's command in the messages of -###.
link_words () { grep collect2 | tr ' ' '\n'; }

# Our run path is of the directory that was configured, which is another one
# where an installation is staged.
same_link () {
  echo > empty.o
  "$CC" -fopenmp empty.o -### 2>&1 | link_words > one
  "$CC" -B"$toolchain/" -fopenmp empty.o -### 2>&1 | link_words \
    | sed '/^-rpath$/,+1d' > two
  diff one two | grep '^[<>]' \
    | grep -v -e offgomp -e crtoffload -e lto-wrapper -e 'res"$'
  [ $? -eq 1 ]
}

# The run path is left out if that is asked for, compiling and linking alike.
no_run_path () {
  cc hello.c -o with.out && readelf -d with.out | grep -qE "R(UN)?PATH" \
    && cc -DOFFGOMP_NO_RPATH hello.c -o without.out \
    && ! readelf -d without.out | grep -qE "R(UN)?PATH"
}

quiet_link "link: PIE" -fPIE -pie -Wl,-z,text -Wl,--fatal-warnings
quiet_link "link: not PIE" -fno-pie -no-pie -Wl,--fatal-warnings
quiet_link "link: shared" -DLIBRARY -fPIC -shared -Wl,-z,text \
  -Wl,--fatal-warnings
for o in -O0 -O1 -O2 -O3 -Os -g "-g -O2" -flto "-flto -g"; do
  quiet_link "link: $o" $o
  verdict "run: $o" prints ./a.out 328850
done
verdict "link: no run path" no_run_path
verdict "link: -static" static_link -static
verdict "the unwind tables of a static program have an end" \
  sh -c "readelf -wf a.out | grep -q 'ZERO terminator'"
verdict "link: -static-pie" static_link -fPIE -static-pie
quiet_link "link: -static-libgcc" -static-libgcc
quiet_link "link: -save-temps" -save-temps
verdict "-save-temps keeps the image" sh -c 'ls *x86emul*image.so'
rm -f *x86emul*
says "-v shows the steps" 'mkoffload' cc -v hello.c
echo "-O2 -o a.out hello.c" > args
verdict "@file" cc @args
verdict "plain OpenMP has no image" sh -c "$CC -B$toolchain/ -fopenmp plain.c \
  && ! nm a.out | grep -q offload_register"
verdict "the link command is GCC's own but for our files" same_link
mkdir -p "dir with space/it's"
cp hello.c "dir with space/it's/my hello.c"
verdict "names with spaces and quotes" sh -c "cd 'dir with space' \
  && $CC -B'$toolchain/' -fopenmp \"it's/my hello.c\" -o \"it's/a b\" \
  && nm \"it's/a b\" | grep -q offgomp_x86emul_image"
rm -rf "dir with space"
cc -c hello.c -DLIBRARY -o member.o && ar rc libmember.a member.o
echo 'int compute (void); int main (void) { return compute () != 328850; }' > main.c
verdict "archive" sh -c "$CC -B$toolchain/ -fopenmp main.c libmember.a -o b.out \
  && nm b.out | grep -q offgomp_x86emul_image && ./b.out"
rm -f libthin.a && ar rcT libthin.a member.o
verdict "thin archive" sh -c "$CC -B$toolchain/ -fopenmp main.c libthin.a -o b.out \
  && nm b.out | grep -q offgomp_x86emul_image && ./b.out"
verdict "--gc-sections keeps the tables" keeps_tables
verdict "--gc-sections -flto keeps the tables" keeps_tables -flto
verdict "relocatable link" sh -c "$CC -B$toolchain/ -fopenmp -r member.o -o r.o \
  && ! nm r.o | grep OFFLOAD_TABLE \
  && $CC -B$toolchain/ -fopenmp main.c r.o -o r.out \
  && nm r.out | grep -q offgomp_x86emul_image && ./r.out"
verdict "a program and a library with an image each" two_images
verdict "temporary files are gone" nothing_left

finish
