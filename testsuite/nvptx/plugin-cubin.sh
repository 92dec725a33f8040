# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The plugin under test uses the cubins that our mkoffload put into an image,
# and the PTX if no cubin fits.
. "$testsuite/nvptx/programs.inc"
. "$testsuite/nvptx/plugin.inc"

write_add

# What the stand-in takes for a cubin is what it linked, behind the cache's
# header.
runtime=$LIBDIR
ours=yes
check "the program compiles" compile "$GCC" -O2 add.c
GOMP_NVPTX_CACHE=$PWD/cache on_device ./program
start=$(grep -a -b -o standin-cubin-1 cache/*.cubin | sed 's/:.*//' | head -n 1)
check "a cubin" test -n "$start"
tail -c +$((start + 1)) cache/*.cubin > linked

mkdir fake
cat > fake/ptxas <<'EOC'
#!/bin/sh
case "$*" in
  *--help*) echo "Allowed values: 'sm_80','sm_90'" ;;
esac
EOC
cat > fake/nvlink <<'EOC'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
cat linked > "$2"
EOC
chmod +x fake/*

with_cubins () {
  PATH=$PWD/fake:$PATH compile "$GCC" -O2 \
    -foffload-options=nvptx-none=-foffload-cubin=sm_80,sm_90 add.c
}

# runs NAME CAPABILITY TEXT: the plugin prints TEXT.
runs () {
  GOMP_DEBUG=1 STANDIN_CUDA_CAPABILITY=$2 on_device ./program \
    && grep -q "^nvptx: image $3" out
  conclude "$1"
}

check "cubins in the image" with_cubins
runs "the architecture's" 90 "with a cubin for sm_90$"
runs "an earlier one of the major version" 89 "with a cubin for sm_80$"
runs "a device that is older" 75 "of [0-9]* modules linked in"
runs "a device that is newer" 100 "of [0-9]* modules linked in"
if ! stock_is_newer; then
  runtime=$PWD/stock
  runs "on GCC's libgomp" 90 "with a cubin for sm_90$"
fi
printf '\177ELF' > linked
check "others in the image" with_cubins
runs "cubins that the driver refuses" 90 "of [0-9]* modules linked in"
finish
