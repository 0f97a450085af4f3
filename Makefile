# What can be done here. Each target is a script of the same name under scripts/; `make check` is what CI runs.
.DEFAULT_GOAL := help
.PHONY: help demo test check format docs bench examples soak

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

demo: ## build the demo and run its tour on the best renderer there is
	@scripts/demo

test: ## build and run all tests
	@scripts/bootstrap
	@scripts/test

check: ## everything CI checks, fast to slow
	@scripts/check

format: ## rewrite the sources in the project's format
	@scripts/format

docs: ## build the documentation and check that it is complete
	@scripts/docs

bench: ## measure, and print the table of Benchmarks/RESULTS.md
	@scripts/bench

examples: ## build and run the examples
	@scripts/examples

soak: ## all tests many times, and a long run under the thread sanitizer; too slow for check
	@scripts/soak
