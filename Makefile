# make run      builds and shows the cube: in your session, or headless with a finger that taps
# make test     runs every test
# Both install what is missing, on Debian 12 and 13.

ARGS =

.PHONY: run test bench format lint clean

run:
	@.ci/install run
	swift build -c release --product cube-kiosk
	@.ci/show $(ARGS)

test:
	@.ci/install test
	swift build --build-tests
	swift test --skip-build

bench:
	@.ci/install run
	swift build -c release --product cube-kiosk-bench
	@"$$(swift build -c release --show-bin-path)/cube-kiosk-bench"

format:
	swift format --in-place --recursive --configuration .swift-format Package.swift Sources Tests

lint:
	swift format lint --strict --recursive --configuration .swift-format Package.swift Sources Tests

clean:
	rm -rf .build cube.png
