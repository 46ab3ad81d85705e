"""Sphinx's settings: `make docs`, with `REPOSITORY=https://...` for links to each page's source."""

import os
import sys
from pathlib import Path
from typing import Any

import hustings

sys.path.insert(0, str(Path(__file__).parent))
from collect import EXTRA, Site

project = "Hustings"
author = copyright = "The Hustings contributors"
release = hustings.__version__
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "sphinx_copybutton",
    "sphinxext.opengraph",
]
exclude_patterns = ["files"]
default_role = "code"
html_theme = "furo"
html_title = "Hustings"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = [str(EXTRA)]
copybutton_prompt_text = r">>> |\.\.\. "
copybutton_prompt_is_regexp = True
ogp_site_url = os.environ.get("HUSTINGS_SITE", "")
ogp_social_cards = {"enable": False}
html_show_sourcelink = False
myst_heading_anchors = 4
nb_execution_mode = "off"  # notebooks contain their output
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
autodoc_class_signature = "mixed"
napoleon_use_ivar = True
suppress_warnings = ["ref.python"]  # attributes are looked up in every class, and several have `players`

_REPOSITORY = os.environ.get("HUSTINGS_REPOSITORY", "").rstrip("/")
_SOURCES = {page: source.partition("#")[0] for source, page in reversed(Site(Path()).pages.items())}


def link_to_source(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Point a page's edit link to its source file in the repository."""
    source = _SOURCES.get(page)
    context["theme_source_edit_link"] = source and _REPOSITORY and f"{_REPOSITORY}/edit/main/{source}"


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", link_to_source)
