# Memoir. make help lists the targets.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
PREFIX ?= $(HOME)/.local
TAGS := x11,migrated_fynedo,no_animations
LDFLAGS := -s -w -X memoir/cli.Version=$(VERSION)

.PHONY: deps build headless run test test-clients demo bench lint fmt screenshots translations licences package install uninstall clean help

deps: ## install what building and testing needs (Debian, Ubuntu: apt-get; elsewhere: says what)
	@scripts/deps.sh test
	@echo "Everything Memoir needs is here."

build: ## build ./memoir with the window
	@scripts/deps.sh build
	@echo "Building ./memoir (the first time takes some minutes: the window's C parts are compiled once)."
	@. scripts/compile.sh && CGO_ENABLED=1 go build $(BUILD_FLAGS) -tags $(TAGS) -ldflags '$(LDFLAGS)' -o memoir . || { \
		echo >&2; \
		echo "The window could not be built; the lines above say why. make deps installs the headers it needs." >&2; \
		echo "make headless builds the same program without a window: chat, memory and serve work in it." >&2; \
		exit 1; }

headless: ## build ./memoir without the window: no C compiler needed
	@scripts/deps.sh go
	@. scripts/compile.sh && CGO_ENABLED=0 go build $(BUILD_FLAGS) -tags headless -ldflags '$(LDFLAGS)' -o memoir .

run: build ## build and open the window (no display: the demo on a virtual one)
	@scripts/run.sh

test: ## all tests, in stages; STAGES="lint fast" runs some of them
	@scripts/test.sh $(STAGES)

test-clients: ## official OpenAI clients against Memoir; installs them into build/clients
	@. scripts/compile.sh && scripts/test-clients.sh

demo: build ## play the scripted demo and keep its screenshots in build/demo
	@scripts/demo.sh build/demo

bench: build ## measure; PARTS="window" or "packages" for one part
	@scripts/bench.sh $(PARTS)

lint: ## formatting and lint of every build variant; PKG=./memory for one package
	@scripts/lint.sh $(PKG)

fmt: ## format the code in place
	@scripts/lint.sh fmt

screenshots: ## screenshots of every state of the window into build/screenshots; DOCS=1 replaces those of the guide
	@scripts/deps.sh test
	@tools/screenshots.sh $(if $(DOCS),docs)

translations: ## bring the keys of assets/translations in step with the texts of the window
	@. scripts/compile.sh && CGO_ENABLED=0 go run -tags ci ./tools/translations

licences: ## write THIRD_PARTY_LICENSES.md anew from go.mod
	@scripts/licences.sh

package: BUILD_FLAGS := -trimpath
package: build ## dist/memoir-VERSION-OS-ARCH.tar.gz with binary, desktop entry, icon and licences
	@scripts/package.sh '$(VERSION)'

install: build ## put Memoir into PREFIX (default ~/.local), so that a double-click starts it
	@scripts/install.sh install '$(PREFIX)'

uninstall: ## take away what install put there; your data folder stays
	@scripts/install.sh uninstall '$(PREFIX)'

clean: ## delete what was built
	rm -rf memoir build dist

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile
