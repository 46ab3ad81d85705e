"""The tests. Until every folder imports its helpers by their package, the old top-level names do too."""

import importlib
import importlib.abc
import importlib.machinery
import sys

_OLD_NAMES = {"support", "players", "tables", "tinygame", "odd_files", "odd_tables"}


class _OldNames(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name in _OLD_NAMES else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        sys.modules[module.__name__] = importlib.import_module(f"tests.{module.__name__}")


sys.meta_path.insert(0, _OldNames())
