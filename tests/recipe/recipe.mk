# SPDX-License-Identifier: GPL-2.0-or-later
# The recipe of src/README for a SET FEATURES option, followed.
.PHONY: check-recipe
check-recipe: $(SHIM) $(RUNNER) ## a copy of the tree gets an option as src/README says: is all of it named?
	$(Q)sh tests/recipe/run.sh $(SHIM) $(RUNNER) '$(MAKE)'

CHECKS += check-recipe
