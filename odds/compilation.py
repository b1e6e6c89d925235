"""Compiling kernels and keeping them: where the cache lies, when it is stale, what to do when it is damaged.

Numba's disk cache does not notice a change in a function that lives in another file, so the cache folder is
named by a checksum of all sources whose code ends up in the kernels. Where no folder can be written the
kernels are compiled in memory.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from inspect import isfunction
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numba
import numba.core.config
import numba.core.errors
import platformdirs
from numba.extending import register_jitable

# Numba types neither of these.
numba_config: Any = numba.core.config
typeof: Any = numba.typeof

#: Environment variable that moves the cache.
CACHE_VARIABLE = "ODDS_CACHE_DIR"


def cache_root() -> Path:
    """Return the user's cache folder of this program, or the one `ODDS_CACHE_DIR` names."""
    named = os.environ.get(CACHE_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_cache_dir("odds", appauthor=False))


def checksum(sources: Sequence[Path]) -> str:
    """Return a short checksum of source files, of how they are compiled, and the versions of numba and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for source in (*sources, Path(__file__)):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:16]


def usable_folder(folder: Path) -> Path | None:
    """Return the folder, made if need be, or `None` where nothing can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


#: Functions that kernels call, and the options of their compilation, of which numba has not been told.
_compilable: list[tuple[Callable[..., Any], dict[str, Any]]] = []


def functions_of(module: ModuleType) -> list[Callable[..., Any]]:
    """Return the functions that a module defines."""
    return [one for one in vars(module).values() if isfunction(one) and one.__module__ == module.__name__]


def make_compilable(function: Callable[..., Any], **options: Any) -> None:
    """Let kernels call a plain function of numba's subset that allocates nothing.

    Numba is told so when something is compiled (`tell_compiler`): kernels that are loaded need none of it.
    References to its arrays are not counted: in functions as small as these that cost a fifth of the time of a fight.

    Args:
        function: The function.
        options: Further options of numba's `register_jitable`.
    """
    _compilable.append((function, options))


def tell_compiler() -> None:
    """Tell numba of the functions that kernels call, as far as it has not been told."""
    while _compilable:
        function, options = _compilable.pop(0)
        register_jitable(_nrt=False, **options)(function)


def load_or_compile(compile_it: Callable[[], Any], is_kept: bool) -> Any:
    """Return what is loaded, or else compiled.

    Args:
        compile_it: Loads it, or compiles it if it is not kept for these types.
        is_kept: Whether it seems to be kept; if not, the compiler will be needed.
    """
    if not is_kept:
        tell_compiler()
    with interruptible():
        try:
            return compile_it()
        except numba.core.errors.NumbaError:
            if not _compilable:
                raise
    # Kept, but for other types: now the compiler has to know the functions.
    tell_compiler()
    with interruptible():
        return compile_it()


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Have Ctrl-C end what is compiled here: where one of the compiler's callbacks swallows it, at its end."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    interrupted = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        before(number, frame)

    def complain(unraisable: Any) -> None:
        if unraisable.exc_type is not KeyboardInterrupt:
            hook(unraisable)

    hook, sys.unraisablehook = sys.unraisablehook, complain
    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook
    if interrupted:
        raise KeyboardInterrupt


class Kernels:
    """A family of kernels compiled from the same sources.

    Args:
        sources: Every file whose code the kernels contain.
        kernels: Plain functions in numba's subset, by name.
        announce: Called with one line before the first compile that is not cached.
        what: What is compiled and how long that takes, for that line.
    """

    def __init__(
        self,
        sources: Sequence[Path],
        kernels: dict[str, Callable[..., Any]],
        announce: Callable[[str], None] | None = None,
        what: str = "the fight kernels, once, some 20 seconds",
    ) -> None:
        self._sources = list(sources)
        self._functions = kernels
        self._announce = announce
        self._announced = False
        self._what = what
        self._compile()

    def _compile(self) -> None:
        self._warm: dict[str, Callable[..., Any]] = {}  # kernels that need no more looking after
        self.folder = usable_folder(cache_root() / checksum(self._sources))
        # Numba decides at decoration where a function's cache lies; other users of numba in this process
        # keep their own setting.
        before = numba_config.CACHE_DIR
        numba_config.CACHE_DIR = str(self.folder) if self.folder else before
        try:
            self._compiled = {
                name: numba.njit(nogil=True, cache=self.folder is not None)(function)
                for name, function in self._functions.items()
            }
        finally:
            numba_config.CACHE_DIR = before

    def is_cached(self, name: str) -> bool:
        """Return whether a kernel is compiled already, in this process or on disk."""
        if getattr(self._compiled[name], "signatures", None):
            return True
        function = self._functions[name].__qualname__
        return self.folder is not None and any(self.folder.rglob(f"*.{function}-*.nbc"))

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Run a kernel, compiled for the types of its arguments first if need be."""
        if name not in self._warm:
            if not numba_config.DISABLE_JIT:
                self.prepare(name, [typeof(argument) for argument in arguments])
            self._warm[name] = self._compiled[name]
        return self._warm[name](*arguments)

    def prepare(self, name: str, types: Sequence[Any]) -> None:
        """Load or compile a kernel for arguments of these types. A damaged cache is thrown away and built anew."""
        if getattr(self._compiled[name], "signatures", None):
            return
        is_kept = self.is_cached(name)
        if not self._announced and not is_kept:
            self._announced = True
            if self._announce:
                where = f"kept in {self.folder}" if self.folder else "no folder to keep them in"
                self._announce(f"compiling {self._what} ({where}) …")
        try:
            load_or_compile(lambda: self._compiled[name].compile(tuple(types)), is_kept)
        except Exception as error:
            # Numba raises whatever unpickling a damaged file raises; its own errors are faults of the kernel.
            if self.folder is None or isinstance(error, numba.core.errors.NumbaError):
                raise
            shutil.rmtree(self.folder, ignore_errors=True)
            self._compile()
            load_or_compile(lambda: self._compiled[name].compile(tuple(types)), False)


def tell(line: str) -> None:
    """Print a line on standard error, where it disturbs no output."""
    print(line, file=sys.stderr, flush=True)
