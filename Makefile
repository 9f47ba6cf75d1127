# The commands of this project. Those that build first set the machine up where it is not (scripts/setup).

SWIFT ?= swift
# The same flags for every debug build, so that none of them makes the next one start anew.
DEBUG_FLAGS := -Xswiftc -warnings-as-errors
SOURCES := Sources Plugins Examples Tests Benchmarks Proof Package.swift
# Targets to build and test alone, with what they depend on: make test ONLY="PlayerKitTests DocumentationTests"
ONLY ?=
# Of their tests those whose names match: make test ONLY=PlayerKitTests FILTER=SourceParsingTests
FILTER ?=
# Rows of the table of measurements: make bench ROWS="3 6"
ROWS ?=
# How often row 14 makes a player and shuts it down.
CYCLES ?= 1000
COUNTED := $(if $(ONLY),$(if $(filter BenchmarkTests,$(ONLY)),yes),yes)
COUNTED := $(if $(COUNTED),$(CURDIR)/.build/static/release/CountedWork)
# Of `make endurance`: how much of its full size, which of its parts, where its pictures go.
SHARE ?= 1
PART ?=
PLOTS ?= .build/endurance
PREFIX ?= /usr/local
DESTDIR ?=
export SWIFT PREFIX DESTDIR
export YTPLAY_ONLY = $(ONLY)

.DEFAULT_GOAL := help
.PHONY: help setup demo build release install uninstall deb test lint format docs tables bench counts counted endurance sanitize prove fuzz clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what a Debian 12 machine lacks to build, test and run (root, or sudo)
	@scripts/setup

demo: setup ## play a short clip with mpv, and another in YouTube's player, or what stands in for it
	@scripts/demo

build: setup ## build everything, warnings being errors
	$(SWIFT) build --build-tests $(DEBUG_FLAGS)

release: setup ## build the programs that are installed, without installing them
	@scripts/install --build

install: ## install ytplay and its plugins into PREFIX (/usr/local), beneath DESTDIR where that is set
	@scripts/install

uninstall: ## take away what was installed there
	@scripts/install --uninstall

deb: setup ## build a Debian package of it
	@scripts/deb

test: lint build counted ## build, lint and run all tests, or those of ONLY="TARGET...", JOBS targets at a time
	@$(if $(COUNTED),YTPLAY_COUNTED_WORK=$(COUNTED)) scripts/test

# What a test counts the instructions of: in a release build, as people run it.
counted: setup
	$(if $(COUNTED),scripts/install --build --product=CountedWork)

lint: setup ## check the form of the code
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: setup ## bring the code into its form
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

docs: setup ## make the documentation of the libraries, to be read in a browser
	@scripts/docs

tables: ONLY = DocumentationTests
tables: setup ## write anew what is made by itself in the docs: tables, and the catalogues' articles
	YTPLAY_WRITE_TABLES=1 $(SWIFT) test $(DEBUG_FLAGS) --disable-xctest --filter 'TableTests|ArticleTests'

bench: setup ## measure against the project's marks in a release build: all, or ROWS="3 6"; CYCLES=1000
	@YTPLAY_BENCH_CYCLES=$(CYCLES) scripts/bench $(ROWS)

.PHONY: damage faults
damage: setup ## play damaged files through mpv: 1,000, or FILES=, with the random numbers of SEED=
	@scripts/proof DamagedMedia $(or $(FILES),1000) $(or $(SEED),1) .build/damaged

faults: setup ## play on while processes die, disks fill and networks hang; some alone: FAULTS="NAME..."
	@scripts/proof Faults $(FAULTS)

.PHONY: layout
layout: setup ## find out anew which functions are called, that the linker is to lay side by side
	@scripts/layout

counts: setup ## keep how many instructions parsing and JSON take, which tests compare with
	@scripts/bench --record

endurance: setup ## play for long, again and again and many at once, and see that nothing grows; SHARE=0.05, PART="queue" for less
	@SHARE='$(SHARE)' PLOTS='$(PLOTS)' scripts/endurance $(PART)

fuzz: setup ## feed all that reads bytes of others with all sorts of bytes: SECONDS=60 each, or TARGETS="source list"
	@FUZZ_SECONDS=$(or $(SECONDS),60) scripts/fuzz $(TARGETS)

sanitize: setup ## run the tests under Thread and Address Sanitizer, what is in C under Valgrind; ONLY="TARGET..." for less
	@scripts/sanitize $(ONLY)

prove: setup ## run all that proves something, for hours: fuzz, damage, faults, endurance, sanitize, bench, or PARTS="..."
	@scripts/prove $(PARTS)

clean: ## remove everything that was built
	rm -rf .build
