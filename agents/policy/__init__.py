"""Trained policies: networks in ONNX files that run no code of strangers."""
