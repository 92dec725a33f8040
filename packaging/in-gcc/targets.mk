# SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1
# The makefile of a target library of GCC, in the place of libgomp's: what GCC's
# top-level makefile asks for is done by offgomp in build/.  See README.
SHELL = /bin/sh
libsubdir = @libsubdir@
multilibs = @multilibs@

# GCC passes its own directories and compilers; those of configure count.
MAKEOVERRIDES =
unexport prefix exec_prefix libdir bindir infodir mandir
offgomp = $(MAKE) -C build
settings = $(if $(ONLY),ONLY='$(ONLY)') $(if $(JOBS),JOBS='$(JOBS)')

all:
	$(offgomp) all
	for dir in $(multilibs); do \
	  $(MAKE) -C ../$$dir/libgomp/include all && \
	  $(MAKE) -C ../$$dir/libgomp/libgomp all || exit 1; \
	done

# Of a multilib the library and Fortran's modules.
install install-strip:
	$(offgomp) $@ DESTDIR='$(DESTDIR)'
	for dir in $(multilibs); do \
	  $(MAKE) -C ../$$dir/libgomp/libgomp DESTDIR='$(DESTDIR)' \
	    offgompfincludedir='$(libsubdir)'/$$dir/finclude \
	    install-libLTLIBRARIES install-dist_libgompspecDATA \
	    install-nodist_offgompfincludeDATA || exit 1; \
	done

# As in GCC, programs in each language.  The other drivers test what users do
# beside a stock GCC, and can be asked for.
check: drivers = $(if $(RUNTESTFLAGS)$(ONLY),$(RUNTESTFLAGS),c.exp c++.exp \
  fortran.exp oacc-c.exp oacc-c++.exp oacc-fortran.exp stress.exp)
check:
	$(offgomp) check $(settings) $(if $(drivers),RUNTESTFLAGS='$(drivers)')

info html pdf dvi ps install-info install-html install-pdf installcheck TAGS:
	$(offgomp) $@ DESTDIR='$(DESTDIR)'
# It has none of these.
install-dvi install-ps:

mostlyclean clean:
	$(offgomp) $@
	for dir in $(multilibs); do $(MAKE) -C ../$$dir/libgomp $@; done
distclean maintainer-clean:
	rm -rf build tools omp.h .libs libgomp.spec Makefile
	for dir in $(multilibs); do rm -rf ../$$dir/libgomp; done

.PHONY: all install install-strip check info html pdf dvi ps install-info \
  install-html install-pdf install-dvi install-ps installcheck TAGS \
  mostlyclean clean distclean maintainer-clean
