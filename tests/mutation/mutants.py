"""The mutants of a function: one comparison, number, operator or condition changed, or one statement less.

Only the code of a function is replaced, so whoever holds the function has the mutant. The rules have to be
plain functions for that, as they are with NUMBA_DISABLE_JIT=1.
"""

import ast
import hashlib
import inspect
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NamedTuple

OTHER_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OTHER_OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


class Mutant(NamedTuple):
    """One change.

    Attributes:
        name: where it is and what it changes, as a line.
        rank: what samples go by; it does not depend on the module's name.
        function: the function as it is.
        code: what it becomes.
    """

    name: str
    rank: str
    line: int
    function: FunctionType
    code: CodeType


def alternatives(node: ast.AST, field: str, numbers: set[str]) -> Iterator[ast.AST]:
    """What may stand wrongly in the place of a node, which is the `field` of what it is a part of.

    Args:
        numbers: the names that mean whole numbers, among them those of an enumeration, `Phase.PLAY`.
    """
    if field == "test" and not isinstance(node, ast.Constant):
        yield from (ast.Constant(True), ast.Constant(False))
    match node:
        case ast.Compare(left, ops, rest):
            for i, op in enumerate(ops):
                for other in OTHER_COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:i], other(), *ops[i + 1 :]], rest)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
            if value:
                yield ast.Constant(value - 1)
        case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()) if ast.unparse(node) in numbers:
            yield ast.BinOp(node, ast.Add(), ast.Constant(1))
        case ast.BinOp(left, op, right) if type(op) in OTHER_OPERATORS:
            yield ast.BinOp(left, OTHER_OPERATORS[type(op)](), right)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BoolOp(op, parts):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), parts)
            for i in range(len(parts)):
                rest = parts[:i] + parts[i + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.Call(ast.Name("min" | "max" as name), arguments):
            yield ast.Call(ast.Name("max" if name == "min" else "min", ast.Load()), arguments, [])
        case ast.Call(ast.Name("range") as name, [*first, last]) if len(first) < 2:
            yield ast.Call(name, [*first, ast.BinOp(last, ast.Sub(), ast.Constant(1))], [])
        case ast.AugAssign(target, op, value):
            if type(op) in OTHER_OPERATORS:
                yield ast.AugAssign(target, OTHER_OPERATORS[type(op)](), value)
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]) | ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.Return(None) | ast.Break() | ast.Continue():
            yield ast.Pass()


Place = tuple[ast.AST, str, int | None, ast.AST, ast.stmt]


def places(node: ast.AST, statement: ast.stmt) -> Iterator[Place]:
    """All below a node: what it is a part of, as which field, where in it, itself, and in which statement.

    The size of a new array is left out: a larger one is no wrong rule.
    """
    for field, value in ast.iter_fields(node):
        for index, part in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.arguments):
                here = part if isinstance(part, ast.stmt) else statement
                yield node, field, index, part, here
                if not (isinstance(part, ast.Call) and ast.unparse(part.func) == "np.zeros"):
                    yield from places(part, here)


def put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def head(statement: ast.stmt) -> str:
    """A statement in a line, without what is indented below it."""
    return ast.unparse(statement).split("\n", 1)[0]


def compiled(tree: ast.FunctionDef, file: str) -> CodeType:
    module = ast.fix_missing_locations(ast.Module([tree], []))
    return next(code for code in compile(module, file, "exec").co_consts if isinstance(code, CodeType))


def functions(module: Any) -> Iterator[tuple[FunctionType, ast.FunctionDef]]:
    """The functions that a module defines, with their trees."""
    for tree in ast.parse(inspect.getsource(module)).body:
        if isinstance(tree, ast.FunctionDef):
            tree.decorator_list = []
            yield inspect.unwrap(vars(module)[tree.name]), tree


def numbers_of(function: FunctionType) -> set[str]:
    """The global names that mean whole numbers in a function."""
    names = set()
    for name, value in function.__globals__.items():
        if name not in function.__code__.co_varnames:
            if isinstance(value, int) and not isinstance(value, bool):
                names.add(name)
            elif isinstance(value, type):
                names |= {f"{name}.{part}" for part, meant in vars(value).items() if isinstance(meant, int)}
    return names


def mutants_of(function: FunctionType, tree: ast.FunctionDef) -> Iterator[Mutant]:
    """All mutants of a function."""
    path = Path(function.__code__.co_filename)
    numbers, met, same = numbers_of(function), set(), Counter()
    for parent, field, index, node, statement in places(tree, tree):
        old = head(statement)
        for other in alternatives(node, field, numbers):
            put(parent, field, index, other)
            new = head(other if node is statement else statement)
            if (id(statement), new) not in met:
                met.add((id(statement), new))
                what = f"'{old}' -> '{new}'"
                same[what] += 1
                what += f" ({same[what]})" if same[what] > 1 else ""
                name = f"{path.parent.name}/{path.name}:{tree.name}  {what}"
                rank = hashlib.sha256(f"{tree.name} {what}".encode()).hexdigest()
                code = compiled(tree, str(path))
                yield Mutant(name, rank, statement.lineno, function, code)
            put(parent, field, index, node)


def make(modules: Sequence[Any]) -> list[Mutant]:
    """All mutants of modules."""
    rules = [rule for module in modules for rule in functions(module)]
    return [mutant for function, tree in rules for mutant in mutants_of(function, tree)]


def sample(mutants: Sequence[Mutant], size: int) -> list[Mutant]:
    """So many mutants by their ranks, of every function at least one, as far as they go; in their order."""
    best: dict[FunctionType, str] = {}
    for mutant in mutants:
        best[mutant.function] = min(mutant.rank, best.get(mutant.function, mutant.rank))
    by_rank = sorted(mutants, key=lambda mutant: (mutant.rank != best[mutant.function], mutant.rank))
    chosen = {mutant.name for mutant in by_rank[:size]}
    return [mutant for mutant in mutants if mutant.name in chosen]
