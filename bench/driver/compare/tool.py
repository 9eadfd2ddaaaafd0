"""What the comparison asks of a load generator."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

from process import Failed


@dataclass(frozen=True)
class Figures:
    """What a tool says of a run, read from its own output."""

    exchanges: int
    failed: int = 0
    p99_millis: float | None = None
    lateness_millis: float | None = None
    remark: str = ""


@dataclass(frozen=True)
class Load:
    """A command of a tool, and how its output is read: (text, directory of the run) -> Figures."""

    command: list
    read: Callable[[str, Path], Figures]
    environment: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)

    def write_files(self, directory: Path):
        directory.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (directory / name).write_text(text)


@dataclass(frozen=True)
class Stalled:
    """A load, by the address of a server that will stall; people is None where arrivals have a schedule of their own."""

    label: str
    load: Callable[[str], Load]
    people: int | None = None


class Tool:
    """A load generator. A load it cannot make is None."""

    name = ""
    checks = "status, JSON field"
    checks_answers = True
    jvm = False
    sizes_without = (0, 0)
    sizes_with = (0, 0)
    def __init__(self, cache: Path, sources: Path):
        self.cache = cache / self.name.lower()
        self.sources = sources / self.name.lower()

    def version(self) -> str:
        raise NotImplementedError

    def fixed_rate(self, url, rate, seconds, connections) -> Load:
        raise NotImplementedError

    def stalled(self, rate, seconds) -> list[Stalled]:
        raise NotImplementedError

    def lengths(self, rate) -> tuple:
        """Seconds of the short and of the long run that are subtracted. A JVM is given time to compile, the more the less it
        has to do; and what compiling took is not the same twice, half a second of CPU at times, so the difference has to be long."""
        if not self.jvm:
            return (2, 8)
        return (10, 30) if rate >= 10_000 else (15, 75)

    def thinking(self, url, users, connected) -> Load | None:
        return None

    def unavailable(self) -> str | None:
        reason = self.cache / "unavailable"
        return reason.read_text().strip() if reason.exists() else None


def number(text: str) -> int:
    return 0 if text == "-" else int(text.replace(",", ""))


def found(match, what):
    if not match:
        raise Failed(f"its output has no {what}")
    return match


def java(*flags) -> list:
    """Every JVM of the comparison is given the same: those of the driver in a deployment."""
    return [os.environ["JAVA"], "-XX:+UseSerialGC", "-Xms64m", "-Xmx1g", "--enable-native-access=ALL-UNNAMED", *flags]


# Makes a JVM keep an account of the memory outside its heap.
ACCOUNT = "-XX:NativeMemoryTracking=summary"
