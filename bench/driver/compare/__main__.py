"""Measures the driver beside other load generators and prints the tables; see run.sh."""

import argparse
import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cost
import memory
import report
import stall
import targets
from gatling import Gatling
from gavel import Gavel
from hyperfoil import Hyperfoil
from k6 import K6
from locust import Locust
from process import stopping
from wrk import Wrk

SOURCES = Path(__file__).resolve().parents[1]
TABLES = ("cost", "memory", "stall")


@dataclasses.dataclass(frozen=True)
class Plan:
    quick: bool
    rates: tuple
    repeats: int
    lengths: tuple | None


class Results:
    """Tables and figures, printed and written as they come: what was measured before an interruption is not lost."""

    def __init__(self, directory: Path):
        self.directory = directory
        self.lines = []
        self.figures = {}

    def add(self, lines):
        self.lines += lines
        print("\n".join(lines), flush=True)
        (self.directory / "table.md").write_text("\n".join(self.lines))

    def keep(self, name, figures):
        self.figures[name] = figures
        (self.directory / "figures.json").write_text(json.dumps(self.figures, indent=1))


def arguments():
    parser = argparse.ArgumentParser(prog="bench/driver/run.sh", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two rates, two repeats, short runs: for a look, not for quoting")
    parser.add_argument("--tools", type=str, help="only these, separated by commas")
    parser.add_argument("--tables", type=str, default=",".join(TABLES), help="only these of " + ",".join(TABLES))
    parser.add_argument("--rates", type=str, help="exchanges a second, separated by commas")
    parser.add_argument("--repeats", type=int)
    parser.add_argument("--lengths", type=str, help="seconds of the short and the long run, as 2,8")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


def plan_of(chosen) -> Plan:
    lengths = tuple(map(int, chosen.lengths.split(","))) if chosen.lengths else (2, 5) if chosen.quick else None
    rates = tuple(sorted(map(int, chosen.rates.split(",")))) if chosen.rates else (2_000, 10_000) if chosen.quick else (500, 2_000, 10_000, 20_000)
    return Plan(chosen.quick, rates, chosen.repeats or (2 if chosen.quick else 5), lengths)


def say(text):
    print(f"  {time.strftime('%H:%M:%S')}  {text}", file=sys.stderr, flush=True)


def main():
    chosen = arguments()
    plan = plan_of(chosen)
    cache = Path(os.environ["CACHE"])
    every = [kind(cache, SOURCES) for kind in (Gavel, Wrk, Hyperfoil, K6, Gatling, Locust)]
    wanted = [tool for tool in every if not chosen.tools or tool.name.lower() in chosen.tools.lower().split(",")]
    missing = [(tool, tool.unavailable()) for tool in wanted if tool.unavailable()]
    tools = [tool for tool in wanted if not tool.unavailable()]
    server = cache / "server"
    java_version = subprocess.run([os.environ["JAVA"], "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    results = Results(chosen.output)
    results.add(report.head(tools, missing, plan, java_version))
    held = []
    if "cost" in chosen.tables:
        cells = cost.table(tools, server, chosen.output / "cost", plan, say)
        results.add(report.cost(cells, tools, plan) + report.lateness(cells, tools, plan))
        results.keep("cost", {name: {rate: vars(cell) for rate, cell in of.items()} for name, of in cells.items()})
        held += targets.of_cost(cells, tools, Gavel.name)
    if "memory" in chosen.tables:
        slopes = memory.table(tools, server, chosen.output / "memory", say)
        results.add(report.memory(slopes, tools))
        results.keep("memory", {name: [each and dataclasses.asdict(each) for each in of] for name, of in slopes.items()})
        held += targets.of_memory(slopes, Gavel.name)
    if "stall" in chosen.tables:
        said = stall.table(tools, server, chosen.output / "stall", say)
        results.add(report.stalls(said))
        results.keep("stall", [dataclasses.asdict(each) for each in said])
        held += targets.of_stalls(said, Gavel.name)
    if held:
        results.add(report.targets(held))
    return 0 if all(each.holds for each in held) else 1


def stop(*_):
    stopping.set()
    raise KeyboardInterrupt


signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
try:
    sys.exit(main())
except KeyboardInterrupt:
    sys.exit(130)
