# make run      builds and shows the cube: in your session, or headless with simulated taps
# make test     runs the modules' tests and the essential tests of the whole program, in at most five minutes on two
#               cores, or all tests whose names FILTER=EXPRESSION matches
# make fuzz     runs each fuzzer for SECONDS; see Tests/Fuzz/run
# make soak     simulates years of use in SECONDS; see Tests/soak
# make check    runs lint, every test, Home Assistant, the same tests on a bare Debian 13 (as root), the fuzzers, the soak test, the
#               measurement of generated pages, and the modules' tests under the sanitizers, and prints a table of results. PARTS='address thread' runs all tests
#               under the sanitizers; see .ci/all
# make record   replaces reference pictures, manual tables, completions and schemas that fail their tests; FILTER limits
#               the tests
# make instructions  counts the rasterizer's instructions for a frame of each scene and stores them as the CI baseline
# make film     renders README's film from its recording
# make docs     generates the libraries' documentation in .build/docs
# make install  installs the programs, their manuals and their units into DESTDIR
# make deb      builds the Debian packages cube-kiosk, cube-kiosk-mqtt, cube-kiosk-homeassistant, cube-kiosk-pictures
#               and cube-kiosk-audio in .build/deb
# make image    builds the packages and a disk image with Debian 13 in .build/image for BOARD=pc or pi; see systemd/image
# make release  puts the packages for amd64 and arm64, both images and their checksums into .build/release-VERSION
# Except for `make install`, missing packages are installed first, on Debian 12 and 13. On an amd64 Debian 13,
# `make deb ARCH=arm64` builds the packages for boards, and `make test ARCH=arm64` runs the tests for them under emulation.
# Tests/arm64 does both in a separate Debian 13 chroot.

# Makes Package.swift optimize the rasterizer in debug builds too, and link Swift statically.
export CUBE_KIOSK_BUILD = 1
export CUBE_KIOSK_VERSION := $(shell .ci/version)

ARGS =
BOARD = pc
FILTER =
DESTDIR =
SECONDS = 60
PARTS =
PACKAGES = cube-kiosk cube-kiosk-mqtt cube-kiosk-homeassistant cube-kiosk-pictures cube-kiosk-audio
PROGRAMS = $(PACKAGES) cube-kiosk-decode
PREFIX = /usr
SWIFT_BUILD = .ci/swift-build '$(ARCH)'

.PHONY: run test fuzz soak check docs film record bench instructions install deb image release format lint clean

run:
	@.ci/install run
	$(SWIFT_BUILD) -c release --product cube-kiosk-decode
	$(SWIFT_BUILD) -c release --product cube-kiosk
	@.ci/show $(ARGS)

test:
	@.ci/install test $(ARCH)
	$(SWIFT_BUILD) --build-tests
	@$(if $(FILTER),CUBE_KIOSK_CHECK=1) .ci/swift-test '$(ARCH)' $(if $(FILTER),--filter '$(FILTER)')

fuzz:
	@.ci/install test
	Tests/Fuzz/run $(SECONDS)

soak:
	@.ci/install test
	Tests/soak $(SECONDS)

check:
	@.ci/install test
	@FILTER='$(FILTER)' .ci/all $(PARTS)

record:
	@.ci/install test
	$(SWIFT_BUILD) --build-tests
	@CUBE_KIOSK_RECORD=1 .ci/swift-test '' $(if $(FILTER),--filter '$(FILTER)',--skip '^EndToEndTests[.]')

film:
	@.ci/install film
	$(SWIFT_BUILD) -c release --product cube-kiosk
	@.ci/film "$$(swift build -c release --show-bin-path)/cube-kiosk"

docs:
	@.ci/install run
	$(SWIFT_BUILD) --target PanelKit
	@.ci/docs

install:
	@set -e; for name in $(PROGRAMS); do swift build -c release --product $$name; done
	@set -e; for name in $(PACKAGES); do \
		.ci/install-files "$(DESTDIR)" "$(PREFIX)" $$name; strip "$(DESTDIR)$(PREFIX)/bin/$$name"; \
	done
	@strip "$(DESTDIR)$(PREFIX)/libexec/cube-kiosk/cube-kiosk-decode"

deb:
	@.ci/install deb $(ARCH)
	@set -e; for name in $(PROGRAMS); do $(SWIFT_BUILD) -c release --product $$name; done
	@.ci/deb $(ARCH)

ifeq ($(BOARD),pi)
image: ARCH = arm64
endif
image: deb
	@.ci/install image
	@.ci/image $(BOARD)

release:
	@.ci/release

bench:
	@.ci/install run
	$(SWIFT_BUILD) -c release --product cube-kiosk
	$(SWIFT_BUILD) -c release --product cube-kiosk-bench
	@"$$(swift build -c release --show-bin-path)/cube-kiosk-bench" $(ARGS)

instructions:
	@.ci/install test
	@.ci/check-instructions --record

format:
	swift format --in-place --recursive Package.swift Sources Tests

lint:
	swift format lint --strict --recursive Package.swift Sources Tests
	.ci/check-claims

clean:
	rm -rf .build cube.png
