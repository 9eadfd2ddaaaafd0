"""Memory of a tool for each user who thinks: the slope between two numbers of users."""

import os
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from process import GRACE_SECONDS, PROBLEMS, TOOL_CORE, Failed, Process, Server, complaint, stopping

AT_ONCE = 3
AT_LEAST_SECONDS = 8
STILL_SECONDS = 3
AT_MOST_SECONDS = 30 + GRACE_SECONDS


@dataclass(frozen=True)
class Size:
    users: int
    resident_kib: float
    live_kib: float | None


@dataclass(frozen=True)
class Slope:
    """KiB for each user, or why there is none."""

    sizes: tuple = ()
    problem: str = ""

    def of(self, attribute):
        small, large = (getattr(size, attribute) for size in self.sizes)
        return None if small is None or large is None else (large - small) / (self.sizes[1].users - self.sizes[0].users)


def table(tools, server_program, directory, say) -> dict:
    """By tool, without a connection and with one; None where a tool has no such users. Three at a time: nobody looks at a clock here."""
    jobs = [(tool, connected) for tool in tools for connected in (False, True)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        found = list(pool.map(lambda job: slope(*job, server_program, directory, say), jobs))
    return {tool.name: found[2 * i : 2 * i + 2] for i, tool in enumerate(tools)}


def slope(tool, connected, server_program, directory, say) -> Slope | None:
    kind = "with" if connected else "without"
    numbers = tool.sizes_with if connected else tool.sizes_without
    if tool.thinking("http://127.0.0.1/", 1, connected) is None:
        return None
    try:
        where = directory / tool.name / kind
        found = Slope(tuple(size(tool, users, connected, server_program, where / f"{users}") for users in numbers))
    except PROBLEMS as problem:
        say(f"{tool.name}, memory of users {kind} a connection: {problem}")
        return Slope(problem=str(problem))
    say(f"{tool.name}, memory of users {kind} a connection: {found.of('resident_kib'):.1f} KiB of RSS each")
    return found


def size(tool, users, connected, server_program, directory: Path) -> Size:
    with Server(server_program, directory) as server:
        load = tool.thinking(server.url, users, connected)
        load.write_files(directory)
        with Process(load.command, TOOL_CORE, directory, load.environment) as process:
            settle(process, server, users if connected else 0)
            live = live_kib(process.pid) if tool.jvm else None
            return Size(users, process.resident_kib(), live)


def settle(process, server, connections):
    """Until the connections are there, and the process has hardly worked or grown for some seconds."""
    began = time.monotonic()
    while True:
        before = (process.cpu_seconds(), process.resident_kib())
        time.sleep(STILL_SECONDS)
        if stopping.is_set() or process.ended():
            raise Failed(f"ended early: {complaint(process.output())}")
        worked = process.cpu_seconds() - before[0]
        grown = process.resident_kib() / before[1] - 1
        there = server.counts()["connections"]
        taken = time.monotonic() - began
        if there >= connections and worked < 0.15 * STILL_SECONDS and grown < 0.01 and taken > AT_LEAST_SECONDS:
            return
        if taken > AT_MOST_SECONDS:
            raise Failed(f"not at rest after {AT_MOST_SECONDS} s, with {there:,} of {connections:,} connections")


def live_kib(pid) -> float:
    """Heap after a full collection, and what was allocated outside it by the program's own buffers."""
    histogram = jcmd(pid, "GC.class_histogram")
    heap = int(re.search(r"^Total\s+\d+\s+(\d+)", histogram, re.MULTILINE).group(1)) / 1024
    account = jcmd(pid, "VM.native_memory", "summary", "scale=KB")
    direct = re.search(r"^-\s+Other \(reserved=\d+KB, committed=(\d+)KB", account, re.MULTILINE)
    return heap + (int(direct.group(1)) if direct else 0)


def jcmd(pid, *arguments):
    command = [str(Path(os.environ["JAVA"]).with_name("jcmd")), str(pid), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise Failed(f"jcmd {arguments[0]}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout
