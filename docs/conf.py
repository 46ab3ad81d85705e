"""Sphinx's settings: `make docs`."""

import hustings

project = "Hustings"
author = copyright = "The Hustings contributors"
release = hustings.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
]
exclude_patterns = ["files"]
default_role = "code"
html_theme = "furo"
html_title = "Hustings"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
myst_heading_anchors = 4
nb_execution_mode = "off"  # the notebooks stand with their output
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_class_signature = "mixed"
napoleon_use_ivar = True
