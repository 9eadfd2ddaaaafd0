"""The engine of Gavel's own driver, by gavel.driver.plain in its test sources."""

import json
import os
import re
from pathlib import Path

from tool import ACCOUNT, Figures, Load, Stalled, Tool, found, java


class Gavel(Tool):
    name = "Gavel"
    jvm = True
    sizes_without = (20_000, 100_000)
    sizes_with = (2_000, 10_000)

    def __init__(self, cache: Path, sources: Path):
        super().__init__(cache, sources)
        module = sources.parents[1] / "workload-driver" / "target"
        self.path = f"{module}/classes:{module}/test-classes:{module}/lib/*"

    def version(self):
        return os.popen(f"git -C {self.sources.parents[1]} describe --always --dirty").read().strip()

    def unavailable(self):
        return None

    def load(self, *arguments, flags=()):
        jvm = java("--sun-misc-unsafe-memory-access=allow", *flags)
        return Load([*jvm, "-cp", self.path, "gavel.driver.plain.PlainDriver", *arguments], read)

    def fixed_rate(self, url, rate, seconds, connections):
        return self.load("open", url, rate, seconds, connections)

    def stalled(self, rate, seconds):
        return [
            *(Stalled(f"open, {pool} connections", lambda url, pool=pool: self.fixed_rate(url, rate, seconds, pool)) for pool in (50, 1_500)),
            *(Stalled(f"closed, {people} people", lambda url, people=people: self.people(url, people, rate, seconds), people) for people in (50, 1_500)),
        ]

    def people(self, url, people, rate, seconds):
        cycle = 1_000 * people // rate
        return self.load("people", url, people, 0, cycle, cycle, seconds)

    def thinking(self, url, users, connected):
        hour = 3_600_000
        first, spread = (0, 5_000) if connected else (hour, 0)
        return self.load("people", url, users, first, spread, hour, hour // 1000, flags=[ACCOUNT])


def read(output, _):
    said = json.loads(found(re.search(r"^{.*}$", output, re.MULTILINE), "figures").group())
    blocked = said["blockedSeconds"]
    return Figures(
        said["exchanges"],
        said["failed"],
        said["p99Micros"] / 1000,
        said["latenessP99Micros"] / 1000,
        f"arrivals waited {blocked:,.0f} s in all to be sent" if blocked > 10 else "",
    )
