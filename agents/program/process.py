"""A program in a process of its own: exchanges lines with it, enforces limits, and always ends it."""

import contextlib
import os
import select
import signal
import subprocess
import time
import weakref
from pathlib import Path
from typing import Any

from ...envs.core.errors import HustingsError, NoAnswer

MOST_BYTES = 2**20
"""The longest line that a program may write."""
_MOST_WAITING = 2**26  # unread bytes in its input
_LAST_WORDS = 300  # characters of its standard error that errors quote
_CHUNK = 2**16
_CHECK_EVERY = 0.1  # seconds between checks of its memory
_GRACE = 1.0  # seconds to exit by itself
_PIPE = 2**20


class Process:
    """A program that runs, in a process group of its own, until `end` or until this object is garbage.

    Its standard error is drained, so that it never blocks, and the last of it is kept for errors. It does
    not inherit PYTHONSAFEPATH, which protects only the suite's own commands from the current folder.

    Args:
        command: the program and its arguments.
        memory: the limit in bytes for it and its child processes; checked ten times a second, where there is
            /proc.

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
                f"it cannot be started ({error}); name its interpreter, as in exec:python3 bot.py"
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
        self._error_text = b""
        self._checked = time.monotonic()
        self._end = weakref.finalize(self, _end_group, self._child, os.getpid())

    def end(self) -> None:
        """End the program and its process group: close its input, then kill what still runs."""
        self._end()

    def send(self, *parts: bytes | memoryview) -> None:
        """Send bytes; what it does not read at once is sent during `answer`."""
        self._to_write += [memoryview(part).cast("B") for part in parts if len(part)]
        self._write()
        if sum(map(len, self._to_write)) > _MOST_WAITING:
            raise self._broken("it does not read its input")

    def answer(self, until: float) -> bytes:
        """Wait for the next line that it writes.

        Args:
            until: the deadline, by the monotonic clock.

        Raises:
            TimeoutError: at the deadline.
            NoAnswer: if it has exited, writes too long a line, or takes too much memory.
        """
        searched = 0
        while True:
            found = self._read.find(b"\n", searched)
            if found >= 0:
                line = bytes(self._read[:found])
                del self._read[: found + 1]
                self._check_memory()
                return line
            searched = len(self._read)
            if searched > MOST_BYTES:
                raise self._broken(f"it has written a line of more than {MOST_BYTES:,} bytes")
            self._wait(until)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    @property
    def has_more(self) -> bool:
        """Whether it has written more than the answers read."""
        return bool(self._read)

    def _wait(self, until: float) -> None:
        """Write and read whatever is ready, for at most `_CHECK_EVERY` seconds."""
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        if self._to_write:
            self._poll.register(self._in, select.POLLOUT)
        try:
            ready = self._poll.poll(1000 * min(left, _CHECK_EVERY))
        finally:
            if self._to_write:
                self._poll.unregister(self._in)
        for stream, _ in ready:
            if stream == self._in:
                self._write()
            elif stream == self._error:
                self._read_error()
            else:
                self._read_output()
        self._check_memory()

    def _write(self) -> None:
        while self._to_write:
            part = self._to_write[0]
            try:
                done = os.write(self._in, part)
            except BlockingIOError:
                return
            except OSError:
                self._to_write.clear()  # it closed its input, but may still have answered
                return
            if done == len(part):
                del self._to_write[0]
            else:
                self._to_write[0] = part[done:]

    def _read_output(self) -> None:
        try:
            new = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not new:
            raise self._exited()
        self._read += new

    def _read_error(self) -> None:
        """Read its standard error and keep the end."""
        try:
            new = os.read(self._error, _CHUNK)
        except BlockingIOError:
            return
        if new:
            # 4 bytes a character, at most
            self._error_text = (self._error_text + new)[-4 * _LAST_WORDS :]
        else:
            self._poll.unregister(self._error)

    def _check_memory(self) -> None:
        now = time.monotonic()
        if now - self._checked < _CHECK_EVERY:
            return
        self._checked = now
        if (used := _memory_of(self._child.pid)) > self._memory:
            raise self._broken(
                f"it takes {used / 2**20:,.0f} MiB of memory, more than the {self._memory / 2**20:,.0f} "
                "allowed; give it more: exec:memory=4096 PROGRAM"
            )

    def _exited(self) -> HustingsError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._child.wait(_CHECK_EVERY)
        status = self._child.returncode
        if status is None:
            return self._broken("it has closed its output")
        if status >= 0:
            return self._broken(f"it has ended with status {status}")
        with contextlib.suppress(ValueError):
            return self._broken(f"it has ended by {signal.Signals(-status).name}")
        return self._broken(f"it has ended by signal {-status}")

    def _broken(self, words: str) -> NoAnswer:
        """The error, with the end of what the program wrote to its standard error."""
        with contextlib.suppress(OSError, KeyError):
            self._read_error()
        last = " ".join(self._error_text.decode(errors="replace").split())[-_LAST_WORDS:]
        return NoAnswer(f"{words}{last and f' (its last words: {last})'}")


def _end_group(child: subprocess.Popen[bytes], owner: int) -> None:
    """End a child process and its group."""
    if os.getpid() != owner:  # a fork of the owner must leave it running
        return
    for stream in (child.stdin, child.stdout, child.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(_GRACE)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _widen(*pipes: int) -> None:
    """Enlarge pipes, where the system can, so that large questions take fewer system calls."""
    import fcntl

    for pipe in pipes:
        with contextlib.suppress(AttributeError, OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE)


def _memory_of(pid: int) -> int:
    """Unshared bytes in memory of a process and its descendants; 0 where there is no /proc."""
    total, waiting = 0, [str(pid)]
    while waiting:
        one = Path("/proc", waiting.pop())
        with contextlib.suppress(OSError, ValueError):
            _, resident, shared, *_ = map(int, (one / "statm").read_bytes().split())
            total += (resident - shared) * os.sysconf("SC_PAGE_SIZE")
            for thread in (one / "task").iterdir():
                waiting += (thread / "children").read_text("ascii").split()
    return total
