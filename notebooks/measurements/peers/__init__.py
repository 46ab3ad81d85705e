"""Other libraries beside hustings on one machine: what `make peers` runs."""
