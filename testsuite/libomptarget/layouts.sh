# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# What clang's code passes in memory: the structures of each clang, as it lays
# them out for a program that uses them, against ours.  They are taken from the
# intermediate code.
. "$testsuite/lib/script.sh"

cat >program.c <<'END'
static void
work (int *a)
{
  a[0]++;
}
void
constructs (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(inout : a[0]) priority(n)
    work (a);
#pragma omp taskgroup task_reduction(+ : n)
#pragma omp task in_reduction(+ : n)
    n++;
  }
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 10; i++)
    {
#pragma omp ordered depend(sink : i - 1)
      work (a);
#pragma omp ordered depend(source)
    }
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i]++;
}
int
main (void)
{
  return 0;
}
END

# A row: our file and structure; clang's structure; the first and the last clang
# that have it; "all", or "some" if older clangs lack the last fields; our
# fields, each the next one of clang's.  Lines that end with a backslash go on.
cat >rows <<'END'
libomp/libomp.h ident struct.ident_t 14 99 all \
  reserved flags reserved_2 length text
libomptarget/libomptarget.h ident struct.ident_t 14 99 all \
  reserved flags reserved_2 length text
libomp/task.h task struct.kmp_task_t 14 99 all \
  shareds entry part data1 data2
libomp/task.h dependence struct.kmp_depend_info 14 99 all \
  address length flags
libomp/taskgroup.c item struct.kmp_taskred_input_t 14 99 all \
  shared original size init fini combine flags
include/offgomp_core.h offgomp_dimension struct.kmp_dim 14 99 all \
  lower upper step
libomptarget/kernel_arguments.h kernel_arguments struct.__tgt_kernel_arguments 15 99 some \
  version count bases begins sizes types names mappers iterations flags \
  num_teams thread_limit dynamic_memory
libomptarget/image.h old_entry struct.__tgt_offload_entry 14 19 all \
  address name size flags data
libomptarget/entries.c new_entry struct.__tgt_offload_entry 22 99 all \
  zero version kind flags address name size data other
libomptarget/image.h device_image __tgt_device_image 14 99 all \
  start end entries_start entries_end
libomptarget/image.h descriptor __tgt_bin_desc 14 99 all \
  image_count images entries_start entries_end
plugin/nvptx/named.c kernel_environment struct.KernelEnvironmentTy 17 99 all \
  generic_machine nested mode threads_min threads_max teams_min teams_max \
  reduction_size reduction_length source dynamic
END

# The offsets of the fields of TYPE, which has COUNT, at most that with "some",
# and its size, as assertions about FIELDS of OURS.  The types are those of a
# 64-bit host: all of them are aligned by their size.
cat >assertions.awk <<'END'
function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }
function split_top(s, parts,   i, c, depth, n, part) {
  n = depth = 0
  part = ""
  for (i = 1; i <= length(s); i++) {
    c = substr(s, i, 1)
    if (c ~ /[[({<]/) depth++
    if (c ~ /[])}>]/) depth--
    if (c == "," && depth == 0) { parts[++n] = trim(part); part = "" }
    else part = part c
  }
  if (trim(part) != "") parts[++n] = trim(part)
  return n
}
function body(t) {
  if (t ~ /^%/) t = types[substr(t, 2)]
  return t ~ /^\{/ ? substr(t, 2, length(t) - 2) : ""
}
function up(at, align) { return int((at + align - 1) / align) * align }
function align_of(t,   parts, n, i, a, most) {
  if (t ~ /\*$/ || t == "ptr") return 8
  if (t ~ /^i[0-9]+$/) return substr(t, 2) / 8
  if (t ~ /^\[/) {
    sub(/^\[[0-9]+ x /, "", t)
    return align_of(substr(t, 1, length(t) - 1))
  }
  most = 1
  n = split_top(body(t), parts)
  for (i = 1; i <= n; i++) if ((a = align_of(parts[i])) > most) most = a
  return most
}
function size_of(t,   parts, n, i, at, count) {
  if (t ~ /\*$/ || t == "ptr") return 8
  if (t ~ /^i[0-9]+$/) return substr(t, 2) / 8
  if (t ~ /^\[/) {
    count = substr(t, 2) + 0
    sub(/^\[[0-9]+ x /, "", t)
    return count * size_of(substr(t, 1, length(t) - 1))
  }
  n = split_top(body(t), parts)
  for (i = 1; i <= n; i++)
    at = up(at, align_of(parts[i])) + size_of(parts[i])
  return up(at, align_of(t))
}
# Structures inside are taken apart, unions are not.
function flatten(t, base,   parts, n, i, at) {
  if (body(t) == "" || t ~ /^%union/) { offsets[++fields] = base; return }
  n = split_top(body(t), parts)
  for (i = 1; i <= n; i++) {
    at = up(at, align_of(parts[i]))
    flatten(parts[i], base + at)
    at += size_of(parts[i])
  }
}
{
  name = substr($1, 2)
  sub(/^[^=]*= type /, "")
  types[name] = $0
}
END {
  wanted = split(list, field, " ")
  for (name in types) {
    plain = name
    sub(/\.[0-9]+$/, "", plain)
    if (plain != type) continue
    fields = 0
    flatten("%" name, 0)
    if (fields == wanted || (how == "some" && fields < wanted)) {
      good = name
      break
    }
  }
  if (good == "") {
    print "#error no " type " with " wanted " fields"
    exit
  }
  for (i = 1; i <= fields; i++)
    printf "_Static_assert (offsetof (struct %s, %s) == %d, \"\");\n", ours,
           field[i], offsets[i]
  if (fields == wanted)
    printf "_Static_assert (sizeof (struct %s) == %d, \"\");\n", ours,
           size_of("%" good)
}
END

# agrees FILE OURS TYPE HOW FIELDS: by the types in the file types.
agrees () {
  {
    echo '#include <stddef.h>'
    echo "#include \"$top_srcdir/$1\""
    awk -v ours="$2" -v type="$3" -v how="$4" -v list="$5" \
      -f assertions.awk types
  } >row.c
  "$GCC" -std=gnu11 -w -fsyntax-only -include "$top_builddir/config.h" \
    -I"$top_srcdir/${1%/*}" -I"$top_srcdir/plugin" -I"$top_srcdir/libgomp" \
    -I"$top_srcdir/include" row.c
}

# types_of CLANG: in the host's code, in the linker wrapper's, and in code for
# NVIDIA devices.
types_of () {
  rm -f program.ll device.ll ./*.bc
  $1 -O0 -w -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -S -emit-llvm \
    program.c -o program.ll || return
  if test "$release" -gt 16; then
    $1 -O0 -w -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -nogpulib \
      -Xopenmp-target -march=sm_80 --offload-device-only -S -emit-llvm \
      program.c -o device.ll || return
  fi
  # The linker wrapper prints its module; that of clang 14 leaves it.
  if test "$release" -gt 14; then
    set -- "$1" -Wl,--print-wrapped-module
  else
    set -- "$1" -save-temps
  fi
  "$@" -w -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L"$llvm" program.c \
    -o program >wrapper.ll 2>&1 || return
  for bc in ./*wrapper*.bc; do
    test ! -e "$bc" || $1 -S -emit-llvm -x ir "$bc" -o "$bc.ll"
  done
  cat ./*.ll | LC_ALL=C grep -a '^%[^=]* = type {' >types
  rm -f ./*.ll
}

llvm=$LIBDIR/offgomp/llvm
if ! has_clang_offload || test ! -e "$llvm/libomptarget.so"; then
  unsupported "layouts: no clang-tools-19, or no libomptarget.so"
  finish
fi
for clang in $CLANGS; do
  release=$($clang -dumpversion)
  release=${release%%.*}
  if ! types_of $clang; then
    fail "$clang: not compiled"
    continue
  fi
  while read file ours type from to how fields; do
    if test "$release" -ge "$from" && test "$release" -le "$to"; then
      check "$clang: $type is $ours of $file" \
        agrees "$file" "$ours" "$type" "$how" "$fields"
    fi
  done <rows
  # A wrong field is found.
  agrees libomp/task.h task struct.kmp_task_t all \
    'shareds entry data1 part data2' 2>err
  check "$clang: others differ" grep -q 'static assertion failed' err
done
finish
