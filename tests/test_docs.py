"""The site: what it is made of is there, and no section of a README is left out. `make docs` builds it."""

import runpy

import pytest

from .support import ROOT

COLLECT = runpy.run_path(str(ROOT / "docs/collect.py"))
SOURCES = [source for pages in COLLECT["PARTS"].values() for source in pages.values()]


@pytest.mark.parametrize("source", [source for source in SOURCES if ".md" in source])
def test_what_a_page_is_made_of_is_there(source):
    file, _, heading = source.partition(" # ")
    text = COLLECT["section"](file, heading)
    assert text.startswith(f"# {heading}")


def test_links_lead_to_pages_or_to_copies(tmp_path):
    site = COLLECT["Site"](tmp_path)
    text = (
        "[a](../docs/howto/search.md#one) [b](liberte_v0.py) [c](core/errors.py) [d](#boxes) [e](https://f.g)"
    )
    site.write("howto/one", "envs/README.md", f"{text}\n\n```\n[a](b)\n```\n")
    written = (tmp_path / "howto/one.md").read_text("utf-8")
    assert written.splitlines()[0] == (
        "[a](search.md#one) [b](../games/liberte.md) {download}`c <../files/envs/core/errors.py>` "
        "[d](#boxes) [e](https://f.g)"
    )
    assert "\n[a](b)\n" in written
    assert (tmp_path / "files/envs/core/errors.py").is_file()
