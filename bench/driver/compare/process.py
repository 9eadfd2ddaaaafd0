"""Processes of the comparison: each on one core, ended by its number, with the kernel's account of the processor time it took."""

import json
import os
import re
import signal
import subprocess
import threading
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
SERVER_CORE = 0
TOOL_CORE = 1
# Beyond the length of a run, for start and end; more on a machine that is busy with other things, where nothing is measured anyway.
GRACE_SECONDS = int(os.environ.get("PATIENCE", 60))


class Failed(Exception):
    """A tool did not do what it was asked for; the text goes into the table."""


# What one tool may get wrong without harm to the others: it fails, cannot be started, or prints what nobody expects.
PROBLEMS = (Failed, OSError, ValueError, LookupError, AttributeError, ArithmeticError, subprocess.SubprocessError)

# Set when the comparison is told to stop; every process is ended then.
stopping = threading.Event()


@dataclass(frozen=True)
class Finished:
    """What a process took, its children included."""

    cpu_seconds: float
    wall_seconds: float
    output: str


class Process:
    """A command pinned to a core. Its output goes to a file of its own."""

    def __init__(self, command, core, directory: Path, environment=None, **options):
        directory.mkdir(parents=True, exist_ok=True)
        self.log = directory / "output.txt"
        self.began = time.monotonic()
        self.usage = None
        self.code = None
        (directory / "command.txt").write_text(" ".join(map(str, command)) + "\n")
        with self.log.open("wb") as log:
            self.popen = subprocess.Popen(
                ["taskset", "-c", str(core), *map(str, command)],
                stdin=options.get("stdin", subprocess.DEVNULL),
                stdout=options.get("stdout", log),
                stderr=log,
                cwd=directory,
                env={**os.environ, **(environment or {})},
            )
        self.pid = self.popen.pid

    def ended(self) -> bool:
        if self.code is None:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                self.code = self.popen.returncode = os.waitstatus_to_exitcode(status)
                self.usage = usage
                self.wall = time.monotonic() - self.began
        return self.code is not None

    def wait(self, at_most_seconds) -> Finished:
        limit = time.monotonic() + at_most_seconds
        while not self.ended():
            if stopping.is_set():
                raise Failed("stopped")
            if time.monotonic() > limit:
                raise Failed(f"did not end within {at_most_seconds:.0f} s")
            time.sleep(0.02)
        if self.code != 0:
            raise Failed(f"exit code {self.code}: {complaint(self.output())}")
        return Finished(self.usage.ru_utime + self.usage.ru_stime, self.wall, self.output())

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def resident_kib(self) -> int:
        return int(status_field(self.pid, "VmRSS"))

    def cpu_seconds(self) -> float:
        """Of a process that has not ended."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def kill(self):
        """Harmless when it has ended."""
        if not self.ended():
            os.kill(self.pid, signal.SIGTERM)
            limit = time.monotonic() + 3
            while not self.ended():
                if time.monotonic() > limit:
                    os.kill(self.pid, signal.SIGKILL)
                time.sleep(0.02)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()


class Server(Process):
    """The stub all tools drive; a fresh one for each run, so that its counts are that run's."""

    def __init__(self, program: Path, directory: Path, stall_millis=None):
        read, write = os.pipe()
        arguments = [str(millis) for millis in stall_millis or ()]
        super().__init__(
            [program, *arguments], SERVER_CORE, directory / "server", stdin=subprocess.PIPE, stdout=write
        )
        os.close(write)
        with os.fdopen(read) as port:
            self.url = f"http://127.0.0.1:{int(port.readline())}/"

    def counts(self) -> dict:
        with urllib.request.urlopen(self.url + "count", timeout=10) as answer:
            return json.load(answer)


def machine_cpu_seconds() -> float:
    """What all processes of the machine used so far, and what the hypervisor took from it; without the kernel's interrupts."""
    user, nice, system, _, _, _, _, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + steal) / TICKS


def status_field(pid, name) -> str:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(name + ":"):
            return line.split()[1]
    raise Failed(f"/proc/{pid}/status has no {name}")


def complaint(text) -> str:
    """The first line that looks like one, else the last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] or ["no output"]
    return next((line for line in lines if re.search("error|exception|failed", line, re.IGNORECASE)), lines[-1])[:160]
