"""ONNX files from others: what they may contain, and how they are opened and tried out.

This package imports nothing else of hustings, so that the process that tries a file starts quickly.
"""
