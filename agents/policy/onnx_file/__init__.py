"""ONNX files from anybody: what they may hold, and how they are opened and tried.

It imports nothing else of hustings, so that the process in which a file is tried starts in a moment.
"""
