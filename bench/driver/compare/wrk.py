"""wrk: checks no content; the floor. It has no fixed rate: a script gives each connection the next moment of a schedule."""

import re
import shutil
import subprocess

from tool import Figures, Load, Stalled, Tool, found

SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0}


class Wrk(Tool):
    name = "wrk"
    checks = "nothing"
    checks_answers = False
    sizes_with = (2_000, 10_000)

    def version(self):
        # It prints its version and ends with 1.
        text = subprocess.run([shutil.which("wrk"), "-v"], capture_output=True, text=True).stdout
        return found(re.search(r"wrk (\S+)", text), "version").group(1)

    def unavailable(self):
        return None if shutil.which("wrk") else super().unavailable() or "not installed"

    def load(self, url, seconds, connections, gap_millis):
        return Load(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--timeout", 30, "--latency", "-s", self.sources / "delay.lua", url],
            read,
            {"GAP_MILLIS": str(gap_millis)},
        )

    def fixed_rate(self, url, rate, seconds, connections):
        return self.load(url, seconds, connections, 1_000 / rate)

    def stalled(self, rate, seconds):
        return [
            Stalled(f"paced, {pool} connections", lambda url, pool=pool: self.fixed_rate(url, rate, seconds, pool))
            for pool in (50, 1_500)
        ]

    def thinking(self, url, users, connected):
        return self.load(url, 3_600, users, 3_600_000) if connected else None


def read(output, _):
    count = found(re.search(r"(\d+) requests in", output), "number of requests")
    late = found(re.search(r"99%\s+([\d.]+)(us|ms|s|m)", output), "99th percentile")
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", output)
    failed = (int(wrong.group(1)) if wrong else 0) + (sum(map(int, errors.groups())) if errors else 0)
    return Figures(int(count.group(1)), failed, float(late.group(1)) * SECONDS[late.group(2)] * 1000)
