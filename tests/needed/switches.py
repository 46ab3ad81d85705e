"""A game's check with a switch for each fault: compiled once, asked with any of them off.

    check(box, table, off)      what is wrong with a table, leaving out the faults whose entry of `off` is set

The modules of `envs/GAME/check` are rewritten: a condition that leads to a fault alone is false while the
fault is off, as if its lines were not there.
"""

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from hustings.envs.core.engine.game import Game

_NONE = "NONE"


def switched_check(game: Game):
    """The compiled function."""
    return _load(f"{_package(game)}.__init__", {}).check


def fields_behind(game: Game, fault: str) -> list[str]:
    """The fields of a table that are read where a fault is found, and by what is called there."""
    functions = {node.name: node for tree in _trees(game) for node in _functions(tree)}
    names = {field.name for field in game.table_fields}
    found: dict[str, None] = {}
    todo = [name for name, node in functions.items() if fault in _faults_in(node)]
    near = {name: near for name in todo for near in [_read_near(functions[name], fault)]}
    done: set[str] = set()
    while todo:
        name = todo.pop()
        done.add(name)
        for node in near.get(name) or [functions[name]]:
            for part in ast.walk(node):
                if isinstance(part, ast.Attribute) and part.attr in names:
                    found[part.attr] = None
                if isinstance(part, ast.Name) and part.id in functions.keys() - done:
                    todo.append(part.id)
    return list(found)


def _read_near(function: ast.FunctionDef, fault: str) -> list[ast.AST]:
    """The conditions on which a fault is returned and what the names in them were made of."""
    tests = [node.test for node in ast.walk(function)
             if isinstance(node, ast.If | ast.IfExp) and fault in _faults_in(node)]  # fmt: skip
    used = {part.id for test in tests for part in ast.walk(test) if isinstance(part, ast.Name)}
    made = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign | ast.AugAssign)
            if used & {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}]  # fmt: skip
    return [*tests, *made]


def _package(game: Game) -> str:
    return f"{game.module}.check"


def _file(module: str) -> Path:
    spec = importlib.util.find_spec(module.removesuffix(".__init__"))
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _trees(game: Game) -> Iterator[ast.Module]:
    for file in sorted(_file(_package(game)).parent.glob("*.py")):
        yield ast.parse(file.read_text(encoding="utf-8"))


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _faults_in(node: ast.AST) -> set[str]:
    """The faults named in a part of the source."""
    return {part.attr for part in ast.walk(node)
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)
            if part.value.id == "Fault" and part.attr != _NONE}  # fmt: skip


def _load(name: str, loaded: dict[str, ModuleType]) -> ModuleType:
    """A module of the check, rewritten, with those that it imports from the same folder."""
    if name in loaded:
        return loaded[name]
    package = name.rpartition(".")[0]
    tree = ast.parse(_file(name).read_text(encoding="utf-8"))
    space: dict = {}
    for node in [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.level == 1]:
        if node.module == "faults":
            continue
        tree.body.remove(node)
        below = _load(f"{package}.{node.module}", loaded)
        space |= {alias.name: getattr(below, alias.name) for alias in node.names}
    module = ModuleType(f"switched_{name.rpartition('.')[2]}")
    module.__dict__.update(space, __package__=package)
    code = compile(ast.fix_missing_locations(_Switches().visit(tree)), f"<{module.__name__}>", "exec")
    exec(code, module.__dict__)
    loaded[name] = module
    return module


class _Switches(ast.NodeTransformer):
    """Gives the functions `check...` the argument `off`, and asks it wherever they find a fault."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if not node.name.startswith("check"):
            assert not _faults_in(node), f"{node.name} finds faults: its name should begin with check"
            return node
        node.args.args.append(ast.arg("off"))
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id.startswith("check"):
            node.args.append(ast.Name("off", ast.Load()))
        return node

    def visit_If(self, node: ast.If) -> ast.AST:
        self.generic_visit(node)
        body = node.body[-1]
        if len(node.body) == 1 and isinstance(body, ast.Return) and isinstance(body.value, ast.Attribute):
            node.test = _and_on(node.test, body.value)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        self.generic_visit(node)
        for test, value, other in ((node.test, node.body, node.orelse), (None, node.orelse, node.body)):
            if isinstance(value, ast.Attribute) and value.attr != _NONE and _faults_in(value):
                if test is None:
                    node = ast.IfExp(ast.UnaryOp(ast.Not(), node.test), value, other)
                node.test = _and_on(node.test, value)
                return node
        return node


def _and_on(test: ast.expr, fault: ast.expr) -> ast.expr:
    """`test and not off[fault]`."""
    if not _faults_in(fault):
        return test
    switch = ast.Subscript(ast.Name("off", ast.Load()), fault, ast.Load())
    return ast.BoolOp(ast.And(), [test, ast.UnaryOp(ast.Not(), switch)])
