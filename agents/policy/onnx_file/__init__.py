"""ONNX files from anybody: what they may hold, what they may cost, and how they are opened.

It imports nothing else of hustings, so that the process in which a file is tried starts in a moment.
"""
