"""Locust with its fast client: closed, users who keep a pace."""

import re
import subprocess

from tool import Figures, Load, Stalled, Tool, found


class Locust(Tool):
    name = "Locust"
    sizes_without = (500, 2_000)
    sizes_with = (500, 2_000)

    def version(self):
        text = subprocess.run([self.cache / "bin" / "locust", "--version"], capture_output=True, text=True).stdout
        return found(re.search(r"locust ([\d.]+)", text), "version").group(1)

    def load(self, url, users, seconds, cycle_seconds, kind="Paced"):
        command = [self.cache / "bin" / "locust", "-f", self.sources / "plain.py", "--headless", "--only-summary", "--host", url.rstrip("/")]
        return Load(
            [*command, "-u", users, "-r", users, "-t", f"{seconds}s", "--stop-timeout", 5, "--loglevel", "WARNING", kind],
            read,
            {"CYCLE_SECONDS": str(cycle_seconds)},
        )

    def fixed_rate(self, url, rate, seconds, connections):
        return self.load(url, connections, seconds, connections / rate)

    def stalled(self, rate, seconds):
        return [
            Stalled(f"closed, {people} users", lambda url, people=people: self.fixed_rate(url, rate, seconds, people), people)
            for people in (50, 1_500)
        ]

    def thinking(self, url, users, connected):
        return self.load(url, users, 3_600, 3_600, "Asked" if connected else "Thinking")


def read(output, _):
    requests = found(re.search(r"^\s*Aggregated\s+(\d+)\s+(\d+)\(", output, re.MULTILINE), "number of requests")
    line = found(re.search(r"percentiles[^\n]*\n([^\n]*\n.*?)^\s*Aggregated\s+(.*)$", output, re.S | re.M), "percentiles")
    names = re.findall(r"[\d.]+%", line.group(1).splitlines()[0])
    values = line.group(2).split()
    return Figures(int(requests.group(1)), int(requests.group(2)), float(values[names.index("99%")]))
