# SPDX-License-Identifier: GPL-2.0-or-later
.PHONY: check-platforms deps-platforms
deps-platforms: ## install what check-platforms needs: cross compilers, musl, qemu-user (apt)
	$(Q)sh tests/deps.sh platforms

# PLATFORMS=NAME... for some of them
check-platforms: ## builds for other processors and C libraries, and the cases there (deps-platforms)
	$(Q)env -u MAKEFLAGS -u MAKELEVEL bash tests/platforms/run.sh '$(MAKE)' $(BUILD) $(PLATFORMS)
