"""What a tool says of a server that answers nobody for 2 of 30 seconds, beside what those who came had to wait."""

import heapq
import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from process import GRACE_SECONDS, PROBLEMS, TOOL_CORE, Failed, Process, Server

RATE = 500
SECONDS = 30
STALL = (10.0, 12.0)
AT_ONCE = 5


@dataclass(frozen=True)
class Said:
    tool: str
    label: str
    truth_millis: float
    p99_millis: float | None = None
    remark: str = ""


def open_truth_millis():
    """RATE x SECONDS arrivals, evenly; whoever comes within the stall waits for its end."""
    return percentile([max(0.0, STALL[1] - n / RATE) if n / RATE >= STALL[0] else 0.0 for n in range(RATE * SECONDS)])


def closed_truth_millis(people):
    """A small simulation: each person's next exchange is intended a cycle later, or when the last one is done, if that is later."""
    cycle = people / RATE
    due = [(cycle * person / people, person) for person in range(people)]
    waits = []
    while due:
        intended, person = heapq.heappop(due)
        if intended >= SECONDS:
            continue
        done = STALL[1] if STALL[0] <= intended < STALL[1] else intended
        waits.append(done - intended)
        heapq.heappush(due, (max(intended + cycle, done), person))
    return percentile(waits)


def percentile(waits, share=0.99):
    """The smallest value that at least this share of all does not exceed."""
    return 1_000 * sorted(waits)[math.ceil(share * len(waits)) - 1]


def measure(tool, stalled, server_program, directory, say) -> Said:
    truth = open_truth_millis() if stalled.people is None else closed_truth_millis(stalled.people)
    stall = [round(1_000 * STALL[0]), round(1_000 * (STALL[1] - STALL[0]))]
    try:
        with Server(server_program, directory, stall) as server:
            load = stalled.load(server.url)
            load.write_files(directory)
            with Process(load.command, TOOL_CORE, directory, load.environment) as process:
                finished = process.wait(SECONDS + GRACE_SECONDS)
            counts = server.counts()
        if counts["stalledMillis"] == 0:
            raise Failed("its load ended before the stall")
        figures = load.read(finished.output, directory)
        if figures.p99_millis is None:
            raise Failed("it prints no 99th percentile")
    except PROBLEMS as problem:
        say(f"{tool.name}, {stalled.label}: {problem}")
        return Said(tool.name, stalled.label, truth, remark=str(problem))
    remarks = [figures.remark, f"{figures.failed:,} failed" if figures.failed else ""]
    say(f"{tool.name}, {stalled.label}: p99 {figures.p99_millis:,.1f} ms")
    return Said(tool.name, stalled.label, truth, figures.p99_millis, ", ".join(filter(None, remarks)))


def table(tools, server_program, directory, say) -> list[Said]:
    """Five at a time, of different tools: at 500 exchanges a second they hardly meet, and milliseconds do not matter beside seconds."""
    kinds = [(tool, turn, stalled) for tool in tools for turn, stalled in enumerate(tool.stalled(RATE, SECONDS))]
    jobs = sorted(range(len(kinds)), key=lambda job: kinds[job][1])
    said = {}

    def work(job):
        tool, turn, stalled = kinds[job]
        said[job] = measure(tool, stalled, server_program, directory / f"{tool.name}-{turn + 1}", say)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(work, jobs))
    return [said[job] for job in sorted(said)]
