"""A program as a process of its own: lines to it and from it, within limits, and its certain end."""

import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from collections.abc import Iterable
from typing import Any

from ...envs.core.errors import HustingsError, NoAnswer

MOST_BYTES = 2**20
"""Of a line that a program writes."""
_MOST_WAITING = 2**26  # bytes that a program has not read yet
_LAST_WORDS = 300  # characters of what it wrote to its standard error
_CHUNK = 2**16
_LOOK = 0.1  # seconds between two looks at its memory
_FAREWELL = 1.0  # seconds to end by itself
_PIPE = 2**20


class Process:
    """A program that runs until `end`, or until nobody holds this object, in a group of processes of its own.

    Its standard error is read, so that it never waits, and the last of it kept. It does not get this
    process's PYTHONSAFEPATH, which is about the current folder of the suite's own commands.

    Args:
        command: the program and its arguments.
        memory: the most that it may have in memory, with the processes that it starts, in bytes; looked at
            ten times a second, where there is /proc.

    Raises:
        NoAnswer: if it cannot be started.
    """

    def __init__(self, command: list[str], memory: float):
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        try:
            self._child = subprocess.Popen(
                command, env=environment, bufsize=0, start_new_session=True, **pipes
            )
        except (OSError, ValueError) as error:
            raise NoAnswer(
                f"it cannot be started ({error}); name what runs it, as in exec:python3 bot.py"
            ) from None
        self._memory = memory
        self._in, self._out, self._error = (
            stream.fileno()
            for stream in (self._child.stdin, self._child.stdout, self._child.stderr)
            if stream
        )
        for stream in (self._in, self._out, self._error):
            os.set_blocking(stream, False)
        _widen(self._in, self._out)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._error, select.POLLIN)
        self._to_write: list[memoryview] = []
        self._read = bytearray()
        self._words = b""
        self._looked = time.monotonic()
        self._end = weakref.finalize(self, _ended, self._child, os.getpid())

    def end(self) -> None:
        """End it, and all that it has started in its group: first by the end of its input, then by force."""
        self._end()

    def send(self, *parts: bytes | memoryview) -> None:
        """Write to it, as far as it reads; the rest follows in `answer`."""
        self._to_write += [memoryview(part).cast("B") for part in parts if len(part)]
        self._write()
        if sum(map(len, self._to_write)) > _MOST_WAITING:
            raise self._broken("it does not read what it is told")

    def answer(self, until: float) -> bytes:
        """The next line that it writes.

        Args:
            until: when it is too late, by the monotonic clock.

        Raises:
            TimeoutError: when it is too late.
            NoAnswer: if it has ended, writes too much, or needs too much memory.
        """
        searched = 0
        while True:
            found = self._read.find(b"\n", searched)
            if found >= 0:
                line = bytes(self._read[:found])
                del self._read[: found + 1]
                self._look()
                return line
            searched = len(self._read)
            if searched > MOST_BYTES:
                raise self._broken(f"it has written a line of more than {MOST_BYTES:,} bytes")
            self._wait(until)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._child.pid

    @property
    def has_more(self) -> bool:
        """Whether it has written more than was asked for."""
        return bool(self._read)

    @property
    def last_words(self) -> str:
        """The end of what it has written to its standard error, in one line."""
        text = " ".join(self._words.decode(errors="replace").split())
        return text[-_LAST_WORDS:]

    def _wait(self, until: float) -> None:
        """Write and read what can be, for a while."""
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if self._to_write:
            self._poll.register(self._in, select.POLLOUT)
        try:
            ready = self._poll.poll(1000 * min(left, _LOOK))
        finally:
            if self._to_write:
                self._poll.unregister(self._in)
        for stream, _ in ready:
            if stream == self._in:
                self._write()
            elif stream == self._error:
                self._listen()
            else:
                self._take()
        self._look()

    def _write(self) -> None:
        while self._to_write:
            part = self._to_write[0]
            try:
                done = os.write(self._in, part)
            except BlockingIOError:
                return
            except OSError:
                self._to_write.clear()  # nobody reads any more; it may still have answered
                return
            if done == len(part):
                del self._to_write[0]
            else:
                self._to_write[0] = part[done:]

    def _take(self) -> None:
        try:
            new = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not new:
            raise self._ended()
        self._read += new

    def _listen(self) -> None:
        """Keep the last of what it writes to its standard error."""
        try:
            new = os.read(self._error, _CHUNK)
        except BlockingIOError:
            return
        if new:
            self._words = (self._words + new)[-4 * _LAST_WORDS :]
        else:
            self._poll.unregister(self._error)

    def _look(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        if (used := _memory_of(self._child.pid)) > self._memory:
            raise self._broken(
                f"it needs {used / 2**20:,.0f} MiB of memory, and may have {self._memory / 2**20:,.0f}; "
                "give it more: exec:memory=4096 PROGRAM"
            )

    def _ended(self) -> HustingsError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_LOOK)
        status = self._child.returncode
        if status is None:
            return self._broken("it has closed its output")
        if status >= 0:
            return self._broken(f"it has ended with status {status}")
        with contextlib.suppress(ValueError):
            return self._broken(f"it has ended by {signal.Signals(-status).name}")
        return self._broken(f"it has ended by signal {-status}")

    def _broken(self, words: str) -> NoAnswer:
        with contextlib.suppress(OSError, KeyError):
            self._listen()
        last = self.last_words
        return NoAnswer(f"{words}{last and f' (its last words: {last})'}")


def _ended(child: subprocess.Popen[bytes], owner: int) -> None:
    """End a child and its group; a process that was forked from its owner leaves it alone."""
    if os.getpid() != owner:
        return
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_FAREWELL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _widen(*pipes: int) -> None:
    """More room, where the system has it, so that large questions need fewer turns."""
    import fcntl

    for pipe in pipes:
        with contextlib.suppress(AttributeError, OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


def _memory_of(pid: int) -> int:
    """Bytes of memory of a process and those it has started; 0 where that cannot be told."""
    total, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        with contextlib.suppress(OSError, ValueError, IndexError):
            _, resident, shared, *_ = map(int, _text(f"/proc/{one}/statm").split())
            total += (resident - shared) * os.sysconf("SC_PAGE_SIZE")
            waiting += map(int, _children(one))
    return total


def _children(pid: int) -> Iterable[str]:
    return [
        child
        for thread in os.listdir(f"/proc/{pid}/task")  # noqa: PTH208
        for child in _text(f"/proc/{pid}/task/{thread}/children").split()
    ]


def _text(path: str) -> str:
    with open(path) as file:  # noqa: PTH123
        return file.read()
