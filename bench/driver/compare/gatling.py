"""Gatling: users with a connection each who keep a pace; open arrivals share connections, as many as they need."""

import re

from tool import ACCOUNT, Figures, Load, Stalled, Tool, found, java, number


class Gatling(Tool):
    name = "Gatling"
    jvm = True
    sizes_without = (10_000, 50_000)
    sizes_with = (2_000, 10_000)

    def version(self):
        return next((self.cache / "lib").glob("gatling-app-*.jar")).stem.removeprefix("gatling-app-")

    def load(self, url, kind, users, seconds, flags=(), **more):
        settings = {"url": url.rstrip("/"), "kind": kind, "users": users, "seconds": seconds, **more}
        own = ["--add-opens=java.base/java.lang=ALL-UNNAMED", "-Dgatling.data.enableAnalytics=false"]
        own += ["-Dgatling.http.pooledConnectionIdleTimeout=3600000", *(f"-Dplain.{name}={value}" for name, value in settings.items())]
        path = f"{self.cache}/classes:{self.sources}:{self.cache}/lib/*"
        command = [*java(*own, *flags), "-cp", path, "io.gatling.app.Gatling", "--simulation", "PlainSimulation"]
        return Load([*command, "--results-folder", "results", "--no-reports"], read)

    def fixed_rate(self, url, rate, seconds, connections):
        return self.load(url, "paced", connections, seconds, cycle=1_000 * connections // rate)

    def stalled(self, rate, seconds):
        def paced(url, people):
            return self.load(url, "paced", people, seconds, cycle=1_000 * people // rate, percentile="true")

        return [
            Stalled("open, connections as needed", lambda url: self.load(url, "open", rate, seconds, percentile="true")),
            *(Stalled(f"closed, {people} users", lambda url, people=people: paced(url, people), people) for people in (50, 1_500)),
        ]

    def thinking(self, url, users, connected):
        return self.load(url, "asked" if connected else "thinking", users, 3_600, flags=[ACCOUNT])


def read(output, _):
    last = re.findall(r"^> Global\s*\|\s*([\d,]+)\s*\|\s*[\d,-]+\s*\|\s*([\d,]+|-)", output, re.MULTILINE)
    total, failed = (last or [found(None, "number of requests")])[-1]
    late = re.search(r"99th percentile of response time.*actual\s*:\s*([\d.,]+)", output)
    return Figures(number(total), number(failed), float(late.group(1).replace(",", "")) if late else None)
