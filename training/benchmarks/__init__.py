"""Benchmarks: how many decisions a second, alone and beside other libraries."""
