"""What the driver is held to, and whether it holds."""

from dataclasses import dataclass
from statistics import median

CPU_SECONDS = {2_000: 0.060, 10_000: 0.025}
KIB_WITHOUT = 1.0
KIB_WITH = 5.0
STALL_ERROR = 0.02


@dataclass(frozen=True)
class Target:
    what: str
    wanted: str
    found: str
    holds: bool


def of_cost(cells, tools, driver) -> list[Target]:
    targets = []
    for rate, cell in cells.get(driver, {}).items():
        what = f"CPU seconds for 1,000 exchanges at {rate:,}/s"
        own = median(cell.per_thousand) if cell.per_thousand and not cell.short_of(rate) else None
        said = cell.text(rate) if own is None else f"{own:.3f}"
        if rate in CPU_SECONDS:
            targets.append(Target(what, f"at most {CPU_SECONDS[rate]:.3f}", said, own is not None and own <= CPU_SECONDS[rate]))
        others = {
            tool.name: median(cells[tool.name][rate].per_thousand)
            for tool in tools
            if tool.name != driver and tool.checks_answers and cells[tool.name][rate].per_thousand
        }
        if others:
            best = min(others, key=others.get)
            wanted = f"below every tool that checks answers: {others[best]:.3f} ({best})"
            targets.append(Target(what, wanted, said, own is not None and own < others[best]))
    return targets


def of_memory(slopes, driver) -> list[Target]:
    targets = []
    for slope, kind, most in zip(slopes.get(driver, ()), ("without", "with"), (KIB_WITHOUT, KIB_WITH)):
        found = None if slope.problem else slope.of("live_kib")
        what = f"heap and buffers for each bare thinking user {kind} a connection"
        said = slope.problem if found is None else f"{found:.2f} KiB"
        targets.append(Target(what, f"at most {most:g} KiB", said, found is not None and found <= most))
    return targets


def of_stalls(said, driver) -> list[Target]:
    return [
        Target(
            f"99th percentile over a stall, {each.label}",
            f"{each.truth_millis:,.0f} ms within {STALL_ERROR:.0%}",
            "-" if each.p99_millis is None else f"{each.p99_millis:,.1f} ms",
            each.p99_millis is not None and abs(each.p99_millis / each.truth_millis - 1) <= STALL_ERROR,
        )
        for each in said
        if each.tool == driver and each.truth_millis > 0
    ]
