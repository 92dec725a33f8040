# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# An application of Debian 12, FastTree, whose source is fetched and compiled by
# clang 19, unchanged: with LLVM's libomp.so.5 and with ours it prints the same
# tree, with any number of threads.  By make check-clangs; see README.md.
. "$testsuite/lib/script.sh"

mkdir -p application && cd application || exit 1
work=$PWD
release=bookworm

# apt_source COMMAND...: for the sources of Debian 12.
apt_source () {
  apt-get -qq -o "Dir::Etc::sourcelist=$work/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o "Dir::State::lists=$work/lists" \
    -o "Dir::Cache=$work/cache" -o APT::Sandbox::User=root "$@" \
    >"$work/fetch.log" 2>&1
}
if test ! -f fetched; then
  mkdir -p lists/partial cache/archives/partial
  keys=/usr/share/keyrings/debian-archive-keyring.gpg
  echo "deb-src [signed-by=$keys] http://deb.debian.org/debian $release main" \
    >sources.list
  if ! apt_source update || ! apt_source source --download-only fasttree; then
    cat fetch.log
    fail 'the source of FastTree'
    finish
  fi
  rm -rf source && mkdir source &&
    tar -xf fasttree_*.orig.tar.* -C source --strip-components=1 && touch fetched
fi

# Sequences that have changed along a tree.
awk 'BEGIN {
  srand (1)
  letters = 400
  for (s = 0; s < 150; s++)
    {
      parent = int (rand () * s)
      line = ""
      for (i = 0; i < letters; i++)
        {
          c = s > 0 && rand () > 0.03 ? substr (line_of[parent], i + 1, 1) \
                                      : substr ("ACGT", int (rand () * 4) + 1, 1)
          line = line c
        }
      line_of[s] = line
      print ">s" s "\n" line
    }
}' >sequences

check 'it compiles' clang-19 -O2 -w -fopenmp -DOPENMP -o fasttree \
  source/fasttree.c -lm
# tree LIBRARIES THREADS
tree () {
  env LD_LIBRARY_PATH="$1" OMP_NUM_THREADS="$2" timeout 300 ./fasttree -nt -gtr \
    sequences 2>log
}
llvm=$(dirname "$(realpath "$(clang-19 -print-file-name=libomp.so.5)")")
tree "$llvm" 1 >wanted
check "LLVM's library" test -s wanted
for threads in 1 2 4 8; do
  tree "$LIBDIR/offgomp/llvm" $threads >tree
  check "our library, $threads threads" cmp wanted tree
done
finish
