"""Foreign ONNX files: what they may contain, and how they are opened and tried out.

This package imports nothing else from hustings, so that the process that tries a file starts quickly.
"""
