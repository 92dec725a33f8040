# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# A lower layer never includes a header of a higher one (HACKING.md).
. "$testsuite/lib/script.sh"

cd "$top_srcdir" || exit 1

# Print "FILE: HEADER" for each #include "HEADER" in the sources under $@.
includes () {
  find "$@" -name '*.[ch]' -o -name '*.def' -o -name '*.cc' | while read -r file
  do
    sed -n 's|^ *# *include *"\([^"]*\)".*|'"$file"': \1|p' "$file"
  done
}

# The layers of libgomp/, lowest first; neighbours joined by "/" may see each
# other.  A header without a directory is the including module's own, or one of
# include/ or plugin/.  targettask.h is the door between offload and tasking.
includes libgomp | awk '
  BEGIN {
    n = split ("user base os/arch sync alloc icv tool team tasking offload " \
               "openacc ompt abi", rows, " ")
    for (i = 1; i <= n; i++)
      {
        m = split (rows[i], modules, "/")
        for (j = 1; j <= m; j++)
          level[modules[j]] = i
      }
  }
  {
    file = substr ($1, 1, length ($1) - 1)
    split (file, path, "/")
    if (split ($2, header, "/") < 2)
      next
    if ($2 ~ /^plugin\/(plugin.h|hooks.def)$/ && path[2] ~ /^(offload|openacc|abi)$/)
      next
    if (!(path[2] in level))
      print file " is in no known layer"
    else if (!(header[1] in level))
      print file " includes " $2
    else if (level[header[1]] > level[path[2]] \
             && !(path[2] == "tasking" && $2 == "offload/directive/targettask.h"))
      print file " includes " $2
    else if (path[2] == "offload" && header[1] == "tasking")
      print file " includes " $2
  }' | report "libgomp: user < base < os, arch < sync < alloc < icv < tool < \
team < tasking < offload < openacc < ompt < abi"

# The rooms of offload/, lowest first.  observe.h lies below them, with no
# header of theirs; the sources beside it lie above.
includes libgomp/offload | awk '
  BEGIN {
    n = split ("map device construct directive check/sanitizer/trace", rows,\
               " ")
    for (i = 1; i <= n; i++)
      {
        m = split (rows[i], rooms, "/")
        for (j = 1; j <= m; j++)
          level[rooms[j]] = i
      }
  }
  {
    file = substr ($1, 1, length ($1) - 1)
    sub (/^libgomp\/offload\//, "", file)
    header = $2
    if (!sub (/^offload\//, "", header) || file ~ /^[^\/]*\.c$/)
      next
    split (file, from, "/")
    split (header, to, "/")
    if (level[to[1]] > level[from[1]])
      print file " includes " header
    else if (level[to[1]] == level[from[1]] && to[1] != from[1])
      print file " includes " header
  }' | report "offload: map < device < construct < directive < check,\
 sanitizer, trace"

# What every directory outside may see: its own headers, include/, and the
# convenience library.
common='^(base|os|arch|sync)/'
includes plugin | awk -v common="$common" '
  {
    file = substr ($1, 1, length ($1) - 1)
    if ($2 ~ common || $2 ~ /^(plugin|check_states|target_args)\.h$/ \
        || $2 ~ /^(named|x86emul)_image\.h$/)
      next
    if ($2 ~ /^(icv|team|tasking|alloc|offload|openacc|abi|mkoffload)\//)
      print file " includes " $2
    else if (file ~ /\/host\// && $2 ~ /target\//)
      print file " includes " $2
    else if (file ~ /\/target\// && $2 ~ /host\//)
      print file " includes " $2
    else if (file ~ /x86emul\/[^\/]*$/ && $2 ~ /(host|target)\//)
      print file " includes " $2
  }' | report "plugin: the two sides of x86emul share the protocol and libgompbase only"

# The files of a folder, "each over those before it" by the list in its README:
# print what includes a file behind it, and which files the list lacks.  What a
# header declares for a struct that an earlier one puts together (EXCEPTION) may
# come later.
order () {
  folder=$1 prefix=$2 exception=$3
  {
    sed -n '/^Files, each over those before it/,/^[A-Z].*:/p' "$folder/README" \
      | sed -n 's/^  \([a-z][a-z0-9_]*\(, [a-z][a-z0-9_]*\)*\)  .*/listed: \1/p' \
      | tr -d ,
    for file in "$folder"/*.[ch]; do
      echo "file: $prefix${file##*/}"
      echo "$file: -"
    done
    includes "$folder"
  } | awk -v exception="$exception" '
    function unit (path)
    {
      sub (/.*\//, "", path)
      sub (/\..*/, "", path)
      return path
    }
    $1 == "listed:" { for (i = 2; i <= NF; i++) rank[$i] = ++count; next }
    $1 == "file:" { is_here[$2] = 1; next }
    {
      file = substr ($1, 1, length ($1) - 1)
      if (!(unit(file) in rank))
        {
          if (!lacks[unit(file)]++)
            print file " is not in the list"
        }
      else if ($2 in is_here && rank[unit($2)] > rank[unit(file)] \
               && file !~ ("/" exception "$"))
        print file " includes " $2
    }
    END { if (count < 5) print "the list was not found" }'
}
order plugin/x86emul/host host/ device.h \
  | report "plugin/x86emul/host: the order in its README"
order plugin/nvptx '' device.h \
  | report "plugin/nvptx: the order in its README"
order plugin/x86emul/target target/ none \
  | report "plugin/x86emul/target: the order in its README"

includes libomp libomptarget | awk '
  $2 ~ /\// && $2 !~ /^(base\/compiler|arch\/tls)\.h$/ \
    { print substr ($1, 1, length ($1) - 1) " includes " $2 }' \
  | report "libomp, libomptarget: only include/, no state of libgomp.so.1"

includes libompd | awk '
  $2 ~ /\// && $2 !~ /^(base\/compiler|user\/omp-tools)\.h$/ \
    { print substr ($1, 1, length ($1) - 1) " includes " $2 }' \
  | report "libompd: only include/ and omp-tools.h, no state of libgomp.so.1"

includes info | awk '
  $2 ~ /\// && $2 !~ /^base\// \
    { print substr ($1, 1, length ($1) - 1) " includes " $2 }' \
  | report "info sees only include/ and base, and no state of libgomp.so.1"

includes mkoffload crtoffload \
  | grep -E ': (base|os|arch|sync|icv|team|tasking|alloc|offload|openacc|abi|host|target)/' \
  | report "mkoffload and crtoffload see only include/"
finish
