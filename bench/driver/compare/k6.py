"""k6: arrivals at a fixed rate, each taken by a virtual user with a connection of its own."""

import json
import re
import subprocess

from tool import Figures, Load, Stalled, Tool, found


class K6(Tool):
    name = "k6"
    sizes_without = (200, 1_000)
    sizes_with = (200, 1_000)

    def version(self):
        text = subprocess.run([self.cache / "k6", "version"], capture_output=True, text=True).stdout
        return found(re.search(r"v?([\d.]+)", text.replace("k6", "", 1)), "version").group(1)

    def load(self, scenario):
        command = [self.cache / "k6", "run", "--quiet", "--no-usage-report", "--no-color", "--address", "", self.sources / "plain.js"]
        return Load([*command, "-e", f"SCENARIO={json.dumps(scenario)}"], read)

    def fixed_rate(self, url, rate, seconds, connections):
        return self.load(
            {
                "executor": "constant-arrival-rate",
                "rate": rate,
                "duration": f"{seconds}s",
                "preAllocatedVUs": connections,
                "maxVUs": connections,
                "env": {"URL": url},
            }
        )

    def stalled(self, rate, seconds):
        return [
            Stalled(f"open, {pool} virtual users", lambda url, pool=pool: self.fixed_rate(url, rate, seconds, pool))
            for pool in (50, 1_500)
        ]

    def thinking(self, url, users, connected):
        return self.load(
            {
                "executor": "constant-vus",
                "vus": users,
                "duration": "1h",
                "exec": "asked" if connected else "think",
                "env": {"URL": url},
            }
        )


def read(output, _):
    said = json.loads(found(re.search(r"^figures (.*)$", output, re.MULTILINE), "figures").group(1))
    dropped = said["dropped"]
    return Figures(
        said["exchanges"], said["failed"], said["p99"], remark=f"{dropped} iterations dropped" if dropped else ""
    )
