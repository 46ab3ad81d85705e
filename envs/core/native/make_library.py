"""Make a library: link the functions that this process has compiled into one shared object.

The machine code is generated anew from LLVM's IR, as position-independent code. Each function gets a wrapper
`call_NAME` in C that takes its arguments from a row of slots; `_function.c` fills these.
"""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba import types

from ..engine.library import INDEX, NATIVE, digest_file, digest_line
from ..engine.lowering import RuleDispatcher, SharedDispatcher
from ..io.files import written_whole

# The part of Numba's runtime that its code calls, for arrays made inside a function. `Owner` has the layout
# of Numba's MemInfo, since compiled code counts references in it.
RUNTIME = """\
#include <stdint.h>
#include <stdlib.h>
#define HIDDEN __attribute__((visibility("hidden")))

typedef struct {
    size_t references;
    void (*destroy)(void *, size_t, void *);
    void *destroy_info, *data;
    size_t size;
    void *allocator;
} Owner;

HIDDEN void *NRT_MemInfo_alloc_aligned(size_t size, uint32_t align)
{
    Owner *owner = malloc(sizeof(Owner) + align + size);

    if (owner != NULL) {
        uintptr_t data = ((uintptr_t)(owner + 1) + align - 1) / align * align;

        *owner = (Owner){1, NULL, NULL, (void *)data, size, NULL};
    }
    return owner;
}

HIDDEN void *NRT_Allocate(size_t size) { return malloc(size); }

HIDDEN void NRT_Free(void *data) { free(data); }

HIDDEN void *NRT_MemInfo_data_fast(Owner *owner) { return owner->data; }

HIDDEN void NRT_MemInfo_call_dtor(void *owner) { free(owner); }

typedef union { int64_t whole; double real; } Slot;
"""
# C type and slot of an argument by LLVM's name of its type; all other types are addresses.
C_TYPES = {"i64": ("int64_t", "slots[{}].whole"), "i8": ("int8_t", "(int8_t)slots[{}].whole"),
           "double": ("double", "slots[{}].real")}  # fmt: skip
ADDRESS = ("void *", "(void *)slots[{}].whole")


def make_library(digest: str, compiled: Sequence[RuleDispatcher], processor: str, path: Path) -> None:
    """Write the library of a game.

    Args:
        digest: the digest of its sources, taken before they were compiled.
        compiled: the functions, compiled in this process; a `SharedDispatcher` is called by address.
        processor: LLVM's name, such as "x86-64-v3", or "native" for this one; the functions must have been
            compiled for it.
        path: the file to write; its digest is written beside it.
    """
    own = (llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    name, features = own if processor == NATIVE else (processor, "")
    machine = llvm.Target.from_default_triple().create_target_machine(
        cpu=name, features=features, opt=3, reloc="pic", codemodel="default"
    )
    names = {found.symbol: found.rule.symbol for found in compiled if isinstance(found, SharedDispatcher)}
    functions = {found.rule.symbol: _Function(found, names) for found in compiled}
    assert len(functions) == len(compiled), "two functions have one symbol"
    index = {
        "digest": digest,
        "processor": processor,
        "functions": {name: made.kinds for name, made in functions.items() if made.kinds},
        "shared": sorted(names.values()),
    }
    source = [RUNTIME, f"const char {INDEX}[] = {json.dumps(json.dumps(index))};"]
    source += [made.source() for made in functions.values()]
    with tempfile.TemporaryDirectory() as folder:
        objects = [Path(folder) / f"{name}.o" for name in functions]
        for file, made in zip(objects, functions.values(), strict=True):
            file.write_bytes(made.machine_code(machine))
        linked = _linked("\n".join(source), objects, Path(folder))
        content = linked.read_bytes()
        # The digest is written last: until it matches, nobody loads the new file.
        for file, data in ((path, content), (digest_file(path), digest_line(path.name, content))):
            with written_whole(file) as part:
                part.write_bytes(data)


class _Function:
    """One function of a library.

    Attributes:
        kinds: the kinds of its arguments and of its result, as `_function.c` reads them; None for a function
            that is only called by address.
    """

    def __init__(self, compiled: RuleDispatcher, names: dict[str, str]):
        overloads: dict[tuple[Any, ...], Any] = compiled.overloads
        ((self._types, code),) = overloads.items()
        self._native, self._result = code.fndesc.llvm_func_name, code.signature.return_type
        self._symbol, self._names = compiled.rule.symbol, names
        self._module = llvm.parse_bitcode(code.library.ir)
        shared = isinstance(compiled, SharedDispatcher)
        self.kinds = None if shared else (" ".join(map(_kind, self._types)), _kind_of_result(self._result))

    def source(self) -> str:
        """Its declaration and its wrapper `call_NAME`, in C."""
        if self.kinds is None:
            return ""
        function = self._module.get_function(self._native)
        # Numba's first two arguments are places for the result and for an error.
        _, _, *arguments = (C_TYPES.get(str(argument.type), ADDRESS) for argument in function.arguments)
        declared = ", ".join(["void *", "void *", *(kind for kind, _ in arguments)])
        given = ", ".join(["result", "&error", *(slot.format(at) for at, (_, slot) in enumerate(arguments))])
        return (
            f"int32_t {self._symbol}({declared});\n"
            f"int32_t call_{self._symbol}(const Slot *slots, int64_t *result)\n"
            f"{{\n    void *error = NULL;\n\n    return {self._symbol}({given});\n}}\n"
        )

    def machine_code(self, machine: Any) -> bytes:
        """An object file with the function, and with its dependencies as private symbols."""
        module = self._module
        for thing in (*module.functions, *module.global_variables):
            if thing.is_declaration:
                thing.name = self._names.get(thing.name, thing.name)
            elif thing.name == self._native:
                thing.name, thing.linkage = self._symbol, "external"
            elif not thing.name.startswith("llvm."):
                thing.linkage = "internal"
        passes = llvm.create_new_module_pass_manager()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(module, llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options()))
        return machine.emit_object(module)


def _kind(argument: Any) -> str:
    if isinstance(argument, types.Record):
        return f"r{argument.size}"
    if isinstance(argument, types.Array):
        assert argument.layout == "C", argument
        if isinstance(argument.dtype, types.Record):
            return f"{argument.ndim}:{argument.dtype.size}"
        size = 1 if isinstance(argument.dtype, types.Boolean) else argument.dtype.bitwidth // 8
        return f"{argument.ndim}:{size}"
    if _is_tuple(argument):
        return " ".join([f"t{argument.count}", *map(_kind, argument.types)])
    if argument == types.float64:
        return "f"
    assert isinstance(argument, types.Integer | types.Boolean), argument
    return "i"


def _is_tuple(argument: Any) -> bool:
    return isinstance(argument, types.BaseTuple)


def _kind_of_result(result: Any) -> str:
    if isinstance(result, types.NoneType):
        return "-"
    if isinstance(result, types.Boolean):
        return "b"
    parts = result.types if _is_tuple(result) else (result,)
    numbers = tuple(map(types.unliteral, parts))
    assert numbers in ((types.int64,), (types.int64, types.int64)), result
    return "i" if len(numbers) == 1 else "2"


def _linked(source: str, objects: list[Path], folder: Path) -> Path:
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    compiler, file, made = new_compiler(), folder / "library.c", folder / "library.so"
    customize_compiler(compiler)
    file.write_text(source, encoding="utf-8")
    compiled = compiler.compile([str(file)], output_dir="/", extra_postargs=["-O2"])
    # A missing symbol should fail here, not when a user loads the library.
    nothing_missing = ["-Wl,-z,defs"] if sys.platform == "linux" else []
    compiler.link_shared_object(
        [*compiled, *map(str, objects)], str(made), libraries=["m"], extra_postargs=["-s", *nothing_missing]
    )
    return made
