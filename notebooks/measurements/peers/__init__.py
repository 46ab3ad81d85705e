"""Other libraries beside hustings on one machine: `python -m measurements.peers`."""
