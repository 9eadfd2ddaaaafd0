"""Hyperfoil, inside one process: arrivals at a fixed rate, each taken by a session; connections are shared."""

import json
import re

from tool import ACCOUNT, Figures, Load, Stalled, Tool, found, java

EXCHANGE = """
      - exchange:
        - httpRequest:
            GET: /
            metric: exchange
            handler:
              status:
                range: 200
              body:
                json:
                  query: .id
                  processor:
                    storeInt: id
              onCompletion:
                conditional:
                  intCondition:
                    fromVar: id
                    notEqualTo: 4711
                  actions:
                  - markRequestInvalid
"""

FIXED_RATE = """name: plain
threads: 1
http:
  host: {url}
  sharedConnections: {connections}
phases:
- plain:
    constantRate:
      usersPerSec: {rate}
      variance: false
      duration: {seconds}s
      maxSessions: {connections}
      sessionLimitPolicy: CONTINUE
      scenario:"""

THINKING = """name: thinking
threads: 1
http:
  host: {url}
  sharedConnections: {connections}
phases:
- thinking:
    atOnce:
      users: {users}
      scenario:"""

THINK = """
      - think:
        - thinkTime: 1h
"""


class Hyperfoil(Tool):
    name = "Hyperfoil"
    jvm = True
    sizes_without = (10_000, 50_000)
    sizes_with = (2_000, 10_000)

    def version(self):
        return next((self.cache / "lib").glob("hyperfoil-core-*.jar")).stem.removeprefix("hyperfoil-core-")

    def load(self, benchmark, flags=()):
        path = f"{self.cache}/classes:{self.sources}:{self.cache}/lib/*"
        return Load([*java(*flags), "-cp", path, "PlainBenchmark", "plain.hf.yaml"], read, files={"plain.hf.yaml": benchmark})

    def fixed_rate(self, url, rate, seconds, connections):
        """With as many sessions as connections."""
        text = FIXED_RATE.format(url=url.rstrip("/"), rate=rate, seconds=seconds, connections=connections)
        return self.load(text + EXCHANGE)

    def stalled(self, rate, seconds):
        return [
            Stalled(f"open, {pool} sessions", lambda url, pool=pool: self.fixed_rate(url, rate, seconds, pool)) for pool in (50, 1_500)
        ]

    def thinking(self, url, users, connected):
        text = THINKING.format(url=url.rstrip("/"), users=users, connections=users if connected else 1)
        return self.load(text + (EXCHANGE if connected else "") + THINK, flags=[ACCOUNT])


def read(output, _):
    said = json.loads(found(re.search(r"^{.*}$", output, re.MULTILINE), "figures").group())
    blocked = said["blockedSeconds"]
    return Figures(
        said["exchanges"],
        said["failed"],
        said["p99Micros"] / 1000,
        remark=f"{blocked:.0f} s blocked" if blocked > 1 else "",
    )
