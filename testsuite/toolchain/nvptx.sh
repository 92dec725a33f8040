#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What mkoffload for nvptx makes.
. "$(dirname "$0")/common.inc"

mkoffload=$toolchain/accel/nvptx-none/mkoffload
# A path, as a driver of the same name that calls it is first in PATH.
CC=$(command -v "$CC")

# A compiler for nvptx whose output is the file modules.ptx, and a ptxas that
# knows $known and accepts what $accepts says.
fake_compiler () {
  mkdir -p fake
  name=$("$CC" -dumpmachine)-accel-nvptx-none-gcc-$("$CC" -dumpversion)
  cat > "fake/$name" <<'SH'
#!/bin/sh
case $1 in @*) eval "set -- $(tr '\n' ' ' < "${1#@}")" ;; esac
echo "$@" >> fake/compiled
echo "$LC_ALL" > fake/language
case "$*" in
  *-dumpversion*) echo "$VERSION"; exit ;;
  *-print-file-name*) echo nowhere; exit ;;
esac
test -f signal && kill -s "$(cat signal)" $PPID && exec sleep 60
printf "$REQUIRES" > "$GCC_OFFLOAD_OMP_REQUIRES_FILE"
test -f messages.txt && cat messages.txt && exit 1
isa=$(echo "$*" | sed -n 's/.*-misa=\(sm_[0-9]*\).*/\1/p')
while [ "$1" != -o ]; do shift; done
sed "s/sm_30/${isa:-sm_30}/" modules.ptx > "$2"
SH
  cat > fake/ptxas <<'SH'
#!/bin/sh
echo "$@" >> fake/checked
case "$*" in
  *--help*) echo "Allowed values: $KNOWN" ;;
  *"$REFUSES"*) [ -z "$REFUSES" ] || { echo "ptxas refuses it"; exit 1; } ;;
esac
SH
  cat > fake/nvlink <<'SH'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf 'cubin of %d objects' $(($# - 2)) > "$2"
SH
  # A driver in another directory than the real compiler for nvptx.
  printf '#!/bin/sh\nexec "%s" "$@"\n' "$CC" > fake/gcc
  chmod +x fake/*
}

# Who runs the tests may ignore signals.
reset=
env --default-signal true 2> /dev/null && reset=--default-signal

# make_image OPTION...: of modules.ptx, as lto-wrapper has it made.
make_image () {
  env $reset KNOWN="$known" REFUSES="$refuses" VERSION="$version" \
    REQUIRES="$requires" COLLECT_GCC="$PWD/fake/gcc" \
    COLLECT_GCC_OPTIONS="'-o' 'program'" \
    COMPILER_PATH="$PWD/fake/" PATH="$PWD/fake:$PATH" \
    "$mkoffload" -o image.o hello.o -fopenmp -fPIC "$@"
}

has () { strings -a -n 2 image.o | grep -q -x -e "$1"; }
has_not () { ! has "$1"; }

fake_compiler
cc -c hello.c

# Two modules: of the first a kernel, what it calls and a mapped variable stay,
# of the second what the first leads to, by a call and by an initial value.
printf '%s\n' \
  '// BEGIN PREAMBLE' '.version 6.0' '.target sm_30' '.address_size 64' \
  '//:FUNC_MAP "main$_omp_fn$0", 1, 0x2, 32' '//:VAR_MAP "mapped"' \
  '.file 1 "t.c"' \
  '.func unused_here (.param .u64 %in_ar0);' \
  '.func helper (.param .u64 %in_ar0);' \
  '.extern .func library (.param .u64 %in_ar0);' \
  '.extern .func other_library (.param .u64 %in_ar0);' \
  '.visible .global .align 8 .u64 mapped[2] = { generic(pointed),0 };' \
  '.extern .global .align 8 .u64 pointed[1];' \
  '.global .align 8 .u64 add[1];' \
  '.func unused_here (.param .u64 %in_ar0)' '{' 'call other_library,(%r);' \
  'ret;' '}' \
  '.func helper (.param .u64 %in_ar0)' '{' '.loc 1 2 3' \
  '.local .align 8 .b8 %frame_ar[8];' \
  '@ %r1 bra $L2;' '$L2:' 'add.u64 %r,%r,1;' 'call library,(%r);' 'ret;' '}' \
  '.visible .entry main$_omp_fn$0 (.param .u64 %arg)' \
  '{' 'call helper,(%r);' 'ret;' '}' > modules.ptx
printf '\0' >> modules.ptx
printf '%s\n' \
  '.version 6.0' '.target sm_30' '.address_size 64' \
  '.visible .func library (.param .u64 %in_ar0);' \
  '.visible .func library (.param .u64 %in_ar0)' '{' \
  'mov.u64 %r1,text;' 'ret;' '}' \
  '.const .align 1 .u8 text[3] = { 123,125,0 };' \
  '.const .align 1 .u8 other_text[3] = { 123,125,0 };' \
  '.visible .func other_library (.param .u64 %in_ar0)' '{' \
  'mov.u64 %r1,other_text;' 'ret;' '}' \
  '.visible .global .align 8 .u64 pointed[1] = { library };' >> modules.ptx
printf '\0' >> modules.ptx
printf '%s\n' '.version 6.0' '.target sm_30' '.address_size 64' \
  '.visible .func third' '{' 'ret;' '}' >> modules.ptx
printf '\0' >> modules.ptx

known="'sm_90','sm_75','sm_80','compute_50'"
refuses=
version=$("$CC" -dumpversion)
requires=
verdict "an image is made" make_image
for line in '.local .align 8 .b8 %frame_ar\[8\];' 'call library,(%r);' 'call helper,(%r);' 'mov.u64 %r1,text;' \
    '.const .align 1 .u8 text\[3\] = { 123,125,0 };' \
    '.visible .global .align 8 .u64 pointed\[1\] = { library };' \
    '.extern .func library (.param .u64 %in_ar0);' '\$L2:'; do
  verdict "kept: $line" has "$line"
done
for line in 'call other_library,(%r);' 'mov.u64 %r1,other_text;' \
    '.global .align 8 .u64 add\[1\];' '.visible .func third' '.loc 1 2 3' \
    '.file 1 "t.c"' '// BEGIN PREAMBLE' \
    '.extern .func other_library (.param .u64 %in_ar0);'; do
  verdict "dropped: $line" has_not "$line"
done
verdict "checked for the oldest GPU that ptxas knows" \
  grep -q -e '-arch=sm_75' fake/checked
verdict "the compiler does not check" \
  grep -q -e '-Wa,--no-verify' fake/compiled
verdict "the compiler gets no -fPIC" sh -c '! grep -q -e -fPIC fake/compiled'

verdict "marked as fit for indirect branch tracking and shadow stacks" \
  sh -c 'readelf -nW image.o | grep -q "x86 feature: IBT, SHSTK"'

# Each team has its number of teams and its control variables, if nothing uses
# the variables in a way that is not known.
mv modules.ptx modules.kept
# write_teams [LINE]...: with these lines in a function, and $values.
values='{1,4294967298,-5 }'
write_teams () {
  printf '%s\n' '.version 6.0' '.target sm_30' '.address_size 64' \
    '//:FUNC_MAP "main$_omp_fn$0", 1, 0x2, 32' \
    '.extern .func teams;' '.visible .entry main$_omp_fn$0 (.param .u64 %arg);' \
    '.visible .entry main$_omp_fn$0 (.param .u64 %arg)' \
    '{' 'call teams;' 'ret;' '}' > modules.ptx
  printf '\0' >> modules.ptx
  printf '%s\n' '.version 6.0' '.target sm_30' '.address_size 64' \
    '.extern .global .align 4 .u32 gomp_num_teams_var[1];' \
    '.extern .global .align 8 .u64 gomp_global_icv[3];' \
    '.visible .func teams' '{' '.reg .u32 %r;' '.reg .u64 %d;' \
    'ld.global.u32 %r,[gomp_num_teams_var];' \
    'st.global.u32 [gomp_num_teams_var],%r;' \
    'st.global.u8 [gomp_global_icv+20],%r;' \
    'cvta.global.u64 %d,gomp_global_icv;' "$@" 'ret;' '}' >> modules.ptx
  printf '\0' >> modules.ptx
  printf '%s\n' '.version 6.0' '.target sm_30' '.address_size 64' \
    '.visible .global .align 4 .u32 gomp_num_teams_var[1];' \
    '.visible .global .align 8 .u64 gomp_global_icv[3] =' "$values;" \
    >> modules.ptx
  printf '\0' >> modules.ptx
}
write_teams
verdict "an image with teams is made" make_image
for line in '.extern .shared .align 4 .u32 gomp_num_teams_var\[1\];' \
    'ld.shared.u32 %r,\[gomp_num_teams_var\];' \
    'st.shared.u32 \[gomp_num_teams_var\],%r;' \
    '.visible .shared .align 4 .u32 gomp_num_teams_var\[1\];' \
    '@ %offgomp_first st.shared.u32 \[gomp_num_teams_var\],0;' \
    '.extern .shared .align 8 .u64 gomp_global_icv\[3\];' \
    'st.shared.u8 \[gomp_global_icv+20\],%r;' \
    'cvta.shared.u64 %d,gomp_global_icv;' \
    '.visible .shared .align 8 .u64 gomp_global_icv\[3\] *;' \
    '@ %offgomp_first st.shared.u64 \[gomp_global_icv\],1;' \
    '@ %offgomp_first st.shared.u64 \[gomp_global_icv+8\],4294967298;' \
    '@ %offgomp_first st.shared.u64 \[gomp_global_icv+16\],-5;'; do
  verdict "in shared memory: $line" has "$line"
done
for name in gomp_num_teams_var gomp_global_icv; do
  verdict "$name is declared in both modules" \
    test "$(strings -a image.o | grep -c "^.extern .shared.*$name")" = 2
  verdict "$name is not in global memory" \
    sh -c '! strings -a image.o | grep -q "global.*$1"' sh $name
done

# stays_global NAME: all its uses are as the compiler wrote them.
stays_global () {
  verdict "$1 is left in global memory" has ".visible .global .*$1\\[.*"
  verdict "$1 is not in shared memory" \
    sh -c '! strings -a image.o | grep -q "shared.*$1"' sh "$1"
}
write_teams 'mov.u64 %x,gomp_num_teams_var;'
verdict "an image with an address of that is made" make_image
stays_global gomp_num_teams_var
verdict "the other variable is moved" has 'cvta.shared.u64 %d,gomp_global_icv;'
values='{1,generic(gomp_num_teams_var),2 }'
write_teams
verdict "an image with an address as a value is made" make_image
stays_global gomp_global_icv
values='{1,2,3 }'
write_teams 'mov.u64 %x,gomp_global_icv;'
verdict "an image with an address of the other is made" make_image
stays_global gomp_global_icv
mv modules.kept modules.ptx

# What the images of each GCC register.
cat > registered.c <<'C'
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "nvptx_image.h"

const void *const __OFFLOAD_TABLE__[4]
    __attribute__ ((visibility ("hidden"))) = { 0 };

struct code { const char *text; size_t size; };
struct function { const char *name; unsigned short dim[3]; };
struct image
{
  const struct code *code;
  unsigned code_count;
  const char *const *variables;
  unsigned variable_count;
  const struct function *functions;
  unsigned function_count;
  unsigned indirect_count;
};

void
GOMP_offload_register_ver (unsigned version, const void *table, int type,
                           const void *data)
{
  const uintptr_t *words = data;
  const struct image *i = (const void *)(words + (version >> 16 > 1));
  printf ("%#x %d %d", version, table == __OFFLOAD_TABLE__, type);
  if (version >> 16 > 1)
    printf (" requires %#lx", (unsigned long)words[0]);
  printf (" code %u", i->code_count);
  for (unsigned k = 0; k < i->code_count; k++)
    printf (" %d", i->code[k].text[i->code[k].size - 1] == '\0'
                   && i->code[k].text[i->code[k].size - 2] == '\n');
  for (unsigned k = 0; k < i->variable_count; k++)
    printf (" %s", i->variables[k]);
  for (unsigned k = 0; k < i->function_count; k++)
    printf (" %s %d %d %d", i->functions[k].name, i->functions[k].dim[0],
            i->functions[k].dim[1], i->functions[k].dim[2]);
  printf (" indirect %u\n", i->indirect_count);
  const struct code *more = &i->code[i->code_count];
  const struct nvptx_cubin *cubin = (const void *)more->text;
  if (strncmp (i->code[0].text, NVPTX_IMAGE_MARK, strlen (NVPTX_IMAGE_MARK))
      == 0)
    for (size_t k = 0; k < more->size; k++)
      printf ("sm_%d: %.*s\n", (int)cubin[k].architecture, (int)cubin[k].size,
              (const char *)cubin[k].start);
}

void
GOMP_offload_unregister_ver (unsigned version, const void *table, int type,
                             const void *data)
{
  (void)table;
  (void)type;
  printf ("%#x gone %d\n", version, data != NULL);
}

int
main (void)
{
  return 0;
}
C
# registers LINE: what the program with image.o says.
registers () {
  "$CC" -I"$here/../../include" registered.c image.o -Wl,-z,text -o registered \
    && ./registered > said && grep -q -x -F -e "$1" said
}
tables='code 2 1 1 mapped main$_omp_fn$0 1 2 32'
version=12
make_image 2> err
verdict "registered by GCC 12" registers "0x10001 1 5 $tables indirect 0"
verdict "and unregistered" grep -q -x '0x10001 gone 1' said
version=13
requires='\020\000\000\000'
make_image 2> err
verdict "registered by GCC 13" \
  registers "0x20001 1 5 requires 0x10 $tables indirect 0"
verdict "no reverse offload" has_not '.visible.*offload_func_table.*'
version=14
requires='\200\002\000\000'
sed 's,^//:VAR_MAP.*,&\
//:FUNC_MAP "helper"\
//:IND_FUNC_MAP "unused_here",' modules.ptx > changed
cp modules.ptx gcc12.ptx
mv changed modules.ptx
rm -f fake/compiled
make_image 2> err
verdict "registered by GCC 14" registers \
  "0x30001 1 5 requires 0x280 $tables helper 0 0 0 indirect 1"
verdict "exceptions: no option for them before GCC 15" \
  sh -c '! grep -q -e -mfake-exceptions fake/compiled'
verdict "reverse offload: code for devices that have it" \
  grep -q -e '-misa=sm_35' fake/compiled
verdict "reverse offload: the code says so" has '.target sm_35'
says not "reverse offload by code for others" "it is for sm_30" \
  make_image -misa=sm_30
make_image 2> err
verdict "the table of reverse offload" has \
  '.visible .global .align 8 .u64 $offload_func_table\[2\] = {0,helper};'
verdict "the table of indirect functions" has \
  '.visible .global .align 8 .u64 $offload_ind_func_table\[1\] = {unused_here};'
verdict "an indirect function is kept" has 'call other_library,(%r);'
# What the linker of GCC 15 makes: aliases in front of what they name, kernels
# that call constructors.
cp modules.ptx whole.ptx
printf '%s\n' '.version 7.3' '.target sm_52' '.address_size 64' \
  '//:FUNC_MAP "main$_omp_fn$0"' \
  '.func _ZN1SD2Ev (.param .u64 %in_ar0);' \
  '.func _ZN1SD1Ev (.param .u64 %in_ar0);' '.alias _ZN1SD1Ev,_ZN1SD2Ev;' \
  '.func _ZN1TD2Ev (.param .u64 %in_ar0);' \
  '.func _ZN1TD1Ev (.param .u64 %in_ar0);' '.alias _ZN1TD1Ev,_ZN1TD2Ev;' \
  '.func _ZN1SD2Ev (.param .u64 %in_ar0)' '{' 'ret;' '}' \
  '.func _ZN1TD2Ev (.param .u64 %in_ar0)' '{' 'exit;' '}' \
  '.visible .func start' '{' 'mov.u64 %r,_ZN1SD1Ev;' 'ret;' '}' \
  '.visible .global .align 8 .u64 __CTOR_LIST__[3] = {1,start,0};' \
  '.extern .global .align 8 .u64 __DTOR_LIST__[];' \
  '.visible .entry main$_omp_fn$0 (.param .u64 %arg)' '{' 'ret;' '}' \
  '.visible .entry __do_global_ctors__entry__mgomp (.param .u64 %in_ar0)' \
  '{' 'mov.u64 %r23,__CTOR_LIST__;' 'mov.u64 %r24,__DTOR_LIST__;' 'ret;' '}' \
  > modules.ptx
printf '\0' >> modules.ptx
make_image 2> err
for line in '.visible .entry __do_global_ctors__entry__mgomp .*' \
    '.visible .func start' '.alias _ZN1SD1Ev,_ZN1SD2Ev;' \
    '.func _ZN1SD2Ev (.param .u64 %in_ar0)' \
    '.extern .global .align 8 .u64 __DTOR_LIST__\[\];' \
    '.visible .global .align 8 .u64 __CTOR_LIST__\[3\] = {1,start,0};'; do
  verdict "kept: $line" has "$line"
done
for line in '.alias _ZN1TD1Ev,_ZN1TD2Ev;' 'exit;'; do
  verdict "dropped: $line" has_not "$line"
done
mv whole.ptx modules.ptx
version=15
make_image 2> err
verdict "registered by GCC 15" registers \
  "0x30001 1 5 requires 0x280 $tables helper 0 0 0 indirect 1"
verdict "exceptions: an option from GCC 15 on" \
  grep -q -e -mfake-exceptions fake/compiled
cp gcc12.ptx modules.ptx
version=12
requires=

# The host's tables of variables, in two objects: what the compiler for nvptx
# writes in another order gets theirs.  hello.o has one, too.
host_table () {
  printf '%s\n' '.data' '.local same' '.type same, @object' '.size same, 4' \
    '.long 0' 'same: .long 0' '.globl linked_'$1 'linked_'$1': .long 0' \
    '.type calls.3, @object' 'calls.3: .long 0' \
    '.section .gnu.offload_vars,"aw"' \
    '.quad linked_'$1', 0x8000000000000004, same, 4' '.quad calls.3, 4' \
    > host.s
  "$CC" -c host.s -o host-$1.o
}
host_table one
host_table two
with_table () { make_image host-one.o host-two.o "$@" 2> err; }
sed 's,^//:VAR_MAP.*,\
//:VAR_MAP "calls$3$lto_priv$1"\
//:VAR_MAP "same$lto_priv$0"\
//:VAR_MAP "offset"\
//:VAR_MAP "calls$3$lto_priv$0"\
//:VAR_MAP "linked_two$linkptr"\
//:VAR_MAP "same$lto_priv$1"\
//:VAR_MAP "linked_one$linkptr",' gcc12.ptx > modules.ptx
with_table
verdict "variables in the host's order" registers "0x10001 1 5 code 2 1 1 offset \
linked_one\$linkptr same\$lto_priv\$0 calls\$3\$lto_priv\$1 \
linked_two\$linkptr same\$lto_priv\$1 calls\$3\$lto_priv\$0 \
main\$_omp_fn\$0 1 2 32 indirect 0"
# Nothing is put in order that is not understood, or not there yet.
left="0x10001 1 5 code 2 1 1 offset linked_two\$linkptr other calls\$3 linked_one\$linkptr \
calls\$3 same main\$_omp_fn\$0 1 2 32 indirect 0"
sed 's,^//:VAR_MAP.*,\
//:VAR_MAP "offset"\
//:VAR_MAP "linked_two$linkptr"\
//:VAR_MAP "other"\
//:VAR_MAP "calls$3"\
//:VAR_MAP "linked_one$linkptr"\
//:VAR_MAP "calls$3"\
//:VAR_MAP "same",' gcc12.ptx > modules.ptx
with_table
verdict "variables that are not the host's" registers "$left"
sed 's/"other"/"same"/' modules.ptx > changed && mv changed modules.ptx
objcopy --add-section .gnu.lto_.decls=modules.ptx host-two.o
with_table
verdict "host code that the link compiles" registers \
  "$(echo "$left" | sed 's/ other/ same/')"
cp gcc12.ptx modules.ptx

make_image -foffload-cubin=sm_80,sm_90
verdict "cubins beside the modules" registers "0x10001 1 5 $tables indirect 0"
verdict "a cubin" grep -q -x 'sm_80: cubin of 2 objects' said
verdict "another cubin" grep -q -x 'sm_90: cubin of 2 objects' said
refuses=-arch=sm_80
make_image -foffload-cubin=sm_80,sm_90 > err 2>&1
refuses=
registers "" || :
verdict "a cubin that cannot be made: a warning" \
  grep -q "warning: no cubin of 'program' is made for sm_80" err
verdict "a cubin that cannot be made: the others are" \
  sh -c 'grep -q sm_90: said && ! grep -q sm_80: said'
says not "no architecture" "'9.0' is not the name of an architecture" \
  make_image -foffload-cubin=9.0
mv fake/nvlink nvlink
verdict "no nvlink: an image nevertheless" make_image -foffload-cubin=sm_90
mv nvlink fake/nvlink

make_image -foffload-keep=unreachable
verdict "-foffload-keep=unreachable" has '.visible .func third'
verdict "and no lines with it" has_not '.loc 1 2 3'
make_image -foffload-keep=lines
verdict "-foffload-keep=lines" has '.loc 1 2 3'
make_image -g
verdict "-g keeps lines" has '.loc 1 2 3'
verdict "-g keeps files" has '.file 1 "t.c"'
says not "another -foffload-keep" "'all' is not known" \
  make_image -foffload-keep=all

rm -f fake/checked
known="'sm_20','sm_30','sm_35'"
make_image
verdict "an old ptxas" grep -q -e '-arch=sm_30' fake/checked
rm -f fake/checked
known="'sm_20'"
make_image
verdict "a ptxas that is older than the code" \
  sh -c '! grep -q -e -arch fake/checked'
known="'sm_75'"
refuses=-O0
make_image > err 2>&1
refuses=
verdict "refused by ptxas: an image nevertheless" has 'call library,(%r);'
verdict "refused by ptxas: its message" grep -q 'ptxas refuses it' err
verdict "refused by ptxas: a warning" \
  grep -q "warning: ptxas does not accept the code of 'program' for sm_75" err
verdict "refused by ptxas: the remedy" grep -q 'hint: .*--no-verify' err
rm -f fake/checked
make_image -Wa,--no-verify
verdict "-Wa,--no-verify" test ! -e fake/checked

echo 'unresolved symbol nowhere' > messages.txt
says not "a function that the device has not" \
  "'nowhere' is used in code for the device" make_image
echo 'unresolved symbol _ZnwmSt11align_val_t' > messages.txt
says not "operator new" 'hint: the device has only the plain operators' make_image
echo 'unresolved symbol _gfortran_st_write' > messages.txt
says not "output of Fortran" 'hint: the device has no input and output' make_image
echo 'a.c:3: internal compiler error: in build2' > messages.txt
says not "a crash of the compiler" 'hint: GCC 12 does that with va_arg' make_image
rm messages.txt

LC_ALL=de_DE.UTF-8 make_image 2> err
verdict "the compiler's messages are in English" grep -q -x C fake/language
rm -f fake/compiled
make_image --param max-unroll-times=2
verdict "an option of two words" \
  grep -q -e '--param max-unroll-times=2 ' fake/compiled
seq -f '-DMANY=%.0f' 20000 > many
# A limit of 128 KiB.
make_much () (ulimit -s 512 && make_image @many)
verdict "a very long command" make_much
verdict "all of it" grep -q -e '-DMANY=1 .*-DMANY=20000 ' fake/compiled

# ended_by SIGNAL: while the compiler runs, which is ended, too.
ended_by () {
  ulimit -c 0
  echo "$1" > signal
  touch image.o
  ! make_image && test ! -e image.o && nothing_left
}
for signal in HUP INT QUIT PIPE TERM XCPU XFSZ; do
  if test -n "$reset"; then
    verdict "nothing is left after SIG$signal" ended_by $signal
  fi
done
rm -f signal
# keeps_pipe: what is no file is not removed.
keeps_pipe () {
  mkfifo pipe
  ! make_image -o pipe -foffload-cubin=9.0 && test -p pipe
}
verdict "an output that is not a file" keeps_pipe

says not "OpenMP and OpenACC in one image" \
  "compiled with -fopenmp and parts with -fopenacc" make_image -fopenacc
# Found as GCC's own mkoffload finds it: beside GCC's driver, in COMPILER_PATH,
# in PATH; each before the next.
mkdir -p beside path
ln -s "$PWD"/fake/*-gcc* beside/
ln -s "$PWD"/fake/*-gcc* path/
printf '#!/bin/sh\nexec "%s" "$@"\n' "$CC" > beside/gcc && chmod +x beside/gcc
# found DRIVER COMPILER_PATH PATH DIRECTORY
found () {
  env VERSION="$version" COLLECT_GCC="$1" COLLECT_GCC_OPTIONS="'-o' 'a'" \
    COMPILER_PATH="$2" PATH="$3:/usr/bin:/bin" \
    "$mkoffload" -v -o image.o hello.o -fopenmp -Wa,--no-verify 2> err
  cat err
  grep -q "^ *$4/[^ ]*-accel-nvptx-none-gcc" err
}
verdict "the compiler beside GCC's driver" \
  found "$PWD/beside/gcc" "$PWD/fake" "$PWD/path" "$PWD/beside"
verdict "the compiler in COMPILER_PATH" \
  found gcc "nowhere:$PWD/fake/" "$PWD/path" "$PWD/fake/*"
verdict "the compiler in PATH" found gcc nowhere "$PWD/path" "$PWD/path"

cp modules.ptx whole.ptx
sed 's/^.extern .func library (.param .u64 %in_ar0)/&, .param .u32 %in_ar1/;
  s/library (.param .u64 %in_ar0), /library (.param .u64 %in_ar0, /;
  s/%in_ar1;/%in_ar1);/' whole.ptx > modules.ptx
says not "a function with another prototype" \
  "'library' is declared with 2 parameters .* but defined with 1" make_image
mv whole.ptx modules.ptx

printf '%s\n' '.version 6.0' '.entry main$_omp_fn$0 (.param .u64 %arg)' \
  '{' 'cvta.const.u64 %r40,_ZTV6Square+16;' 'ret;' '}' > modules.ptx
says not "virtual functions" 'hint: .* has no virtual functions' make_image
sed 's/_ZTV6Square+16/_ZL6linked/' modules.ptx > undeclared.ptx
mv undeclared.ptx modules.ptx
says not "a variable that the compiler lost" "_ZL6linked.* no device version" \
  make_image
printf '%s\n' '.version 6.0' '.func broken {' > modules.ptx
says not "PTX without its end" 'ends within a statement' make_image
rm fake/*-gcc*
says not "no compiler" 'there is no compiler for nvptx' \
  env COLLECT_GCC="$PWD/fake/gcc" COMPILER_PATH= PATH="$PWD/fake" \
  "$mkoffload" -o image.o hello.o -fopenmp
verdict "nothing is left" nothing_left

# As GCC says it if nobody chose the devices: then it leaves the device out.
mkdir alone
printf '#!/bin/sh\nPATH="%s" exec %s "$@"\n' "$PATH" "$GCC" > alone/gcc
chmod +x alone/gcc
left_out () {
  env COLLECT_GCC="$PWD/alone/gcc" COMPILER_PATH= PATH="$PWD/alone" \
    OFFLOAD_TARGET_DEFAULT=1 "$mkoffload" -o image.o hello.o -fopenmp &&
    test -s image.o && test -z "$($NM image.o)"
}
verdict "no compiler, by default" left_out

if [ -z "$(find_nvptx)" ]; then
  unsupported "programs for nvptx: the compiler is not installed"
  finish
fi

cat > both.c <<'C'
#include <stdio.h>
#pragma omp declare target
int counter = 5;
static int
factorial (int n)
{
  return n < 2 ? 1 : n * factorial (n - 1);
}
int
deep (int n)
{
  return n == 0 ? 0 : 1 + deep (n - 1);
}
#pragma omp end declare target

int
main (void)
{
  int a = 0;
  long b = 0;
#pragma omp target parallel for reduction(+: a, b) map(tofrom: a, b)
  for (int i = 0; i < 10; i++)
    {
      a += factorial (i % 4) + counter;
      b += deep (i);
    }
  printf ("%d %ld\n", a, b);
  return 0;
}
C
for flags in '' -O2 '-O2 -fPIE -pie' '-O2 -no-pie' '-g'; do
  verdict "default options: $flags" \
    cc $flags both.c -foffload=nvptx-none -Wl,-z,text -Wl,--fatal-warnings \
    -o both
done
# The releases of CUDA whose ptxas are in the directories that TEST_CUDA names,
# separated by colons.
links_quietly () (
  PATH=$1:$PATH
  cc -O2 both.c -foffload=nvptx-none -o beside > err 2>&1 && test ! -s err
)
for directory in $(echo "${TEST_CUDA-}" | tr : ' '); do
  release=$("$directory/ptxas" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
  verdict "default options beside CUDA $release" links_quietly "$directory"
done
cat > constructor.cc <<'C'
#pragma omp declare target
struct counted { int value; counted (int v); };
counted::counted (int v) : value (v) { }
#pragma omp end declare target
int
main ()
{
  int r = 0;
#pragma omp target map(tofrom: r)
  r = counted (5).value;
  return r != 5;
}
C
for architecture in 30 70 80; do
  cc hello.c -foffload=nvptx-none -foffload-options=-misa=sm_$architecture \
    -o hello > err 2>&1 || continue
  verdict "a constructor, not optimized, for sm_$architecture" cxx -O0 \
    constructor.cc -foffload=nvptx-none \
    -foffload-options=-misa=sm_$architecture -o constructor
done
# Newer compilers may know aliases of their own.
makes_aliases_or_says () {
  cxx -O0 constructor.cc -foffload=nvptx-none -foffload-options=-mptx=6.0 \
    -o constructor > err 2>&1 || grep -q 'hint: .* need PTX 6.3' err
}
verdict "a constructor for PTX 6.0" makes_aliases_or_says
cat > matmul.f90 <<'F'
program p
  real :: a(4,4), b(4,4), c(4,4)
  a = 1; b = 2; c = 0
  !$omp target map(to: a, b) map(tofrom: c)
  c = matmul (a, b)
  !$omp end target
  if (any (c /= 8)) error stop
end program
F
fc_nvptx () { "$FC" -B"$toolchain/" -fopenmp -foffload=nvptx-none "$@"; }
says not "matmul as GCC calls the library's" \
  "hint: GCC calls the library's matmul wrongly" fc_nvptx -O0 matmul.f90 -o matmul
verdict "matmul inline" fc_nvptx -O1 matmul.f90 -o matmul
cat > variable.c <<'C'
#include <stdarg.h>
#pragma omp declare target
static int
sum (int n, ...)
{
  va_list a;
  int s = 0;
  va_start (a, n);
  while (n--)
    s += va_arg (a, int);
  va_end (a);
  return s;
}
#pragma omp end declare target
int
main (void)
{
  int x = 1;
#pragma omp target map(tofrom: x)
  x = sum (3, 1, 2, x);
  return x != 4;
}
C
cat > half.c <<'C'
int
main (void)
{
  _Float16 x = 1;
  float r;
#pragma omp target map(tofrom: x) map(from: r)
  r = x = x * 3;
  return r != 3;
}
C
# Newer compilers may compile them.
compiles_or_says () {
  cc -foffload=nvptx-none "$1" -o out > err 2>&1 \
    || { grep -q 'error: the compiler for nvptx, GCC .*, crashed' err \
           && grep -q "hint: GCC 12 does that with .*$2" err; }
}
verdict "functions with va_arg" compiles_or_says variable.c va_arg
verdict "_Float16" compiles_or_says half.c _Float16
cat > prints.f90 <<'F'
program p
  integer :: i
  i = 3
  !$omp target map(tofrom: i)
  i = i + 1
  print *, i
  !$omp end target
end program
F
# From GCC 15 on nvptx has Fortran's library with output.
links_or_says () {
  fc_nvptx prints.f90 -o prints > err 2>&1 \
    || grep -q 'hint: the device has no input and output of Fortran' err
}
verdict "output of Fortran" links_or_says
for flags in -flto '-flto -O2' '-flto -fno-fat-lto-objects -fPIE -pie' \
    '-shared -fPIC' '-shared -fPIC -flto'; do
  verdict "an image with $flags" sh -c "$CC -B$toolchain/ -fopenmp $flags both.c \
    -foffload=nvptx-none -o linked && nm linked | grep -q offgomp_nvptx_register"
done
# No plugin can be loaded into a static program: it says so.
static_program () {
  cc "$@" both.c -foffload=nvptx-none -o both-static > err 2>&1 \
    && nm both-static | grep -q offgomp_nvptx_register && ./both-static \
    && ! OMP_TARGET_OFFLOAD=mandatory ./both-static 2> err \
    && grep -q 'the program is linked statically: no plugin was tried' err
}
for flags in -static '-fPIE -static-pie'; do
  verdict "$flags runs on the host, and says why" static_program $flags
done
cc -O2 both.c -foffload=nvptx-none -foffload-options=-foffload-keep=unreachable \
  -o kept
small=$(wc -c < both)
large=$(wc -c < kept)
verdict "the image is less than half of the whole" \
  test $((2 * small)) -lt "$large"

finish
