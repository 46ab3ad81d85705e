"""The speed of hustings and other libraries on one machine: `python -m measurements.peers`."""
