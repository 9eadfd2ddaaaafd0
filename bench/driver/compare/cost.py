"""Processor time of a tool for 1,000 exchanges at a fixed rate: two runs of unequal length, subtracted."""

from dataclasses import dataclass, field
from statistics import median

from process import GRACE_SECONDS, PROBLEMS, TOOL_CORE, Failed, Process, Server, machine_cpu_seconds

CONNECTIONS = 100
# Below this share of the rate that was asked for, a tool does not do that rate.
REACHED = 0.95


@dataclass
class Cell:
    """One tool at one rate, over all repeats."""

    per_thousand: list = field(default_factory=list)
    achieved: list = field(default_factory=list)
    busy: list = field(default_factory=list)
    lateness_millis: list = field(default_factory=list)
    others: list = field(default_factory=list)
    problems: list = field(default_factory=list)

    def known(self, rate):
        """Two failures, or two runs short of the rate: more would say the same."""
        return len(self.problems) >= 2 or (len(self.per_thousand) >= 2 and self.short_of(rate))

    def short_of(self, rate):
        return bool(self.achieved) and median(self.achieved) < REACHED * rate

    def text(self, rate):
        if not self.per_thousand:
            return self.problems[-1] if self.problems else "not tried"
        cost = self.per_thousand
        text = f"{median(cost):.3f} ({min(cost):.3f} to {max(cost):.3f})"
        if self.short_of(rate):
            text += f" at {median(self.achieved):,.0f}/s, {median(self.busy):.0%} busy"
        return text


def run(tool, server_program, directory, rate, seconds):
    """One run: what it took, what the server counted, what the tool said, and what others took; the counts must agree."""
    with Server(server_program, directory) as server:
        load = tool.fixed_rate(server.url, rate, seconds, CONNECTIONS)
        load.write_files(directory)
        before = machine_cpu_seconds()
        with Process(load.command, TOOL_CORE, directory, load.environment) as process:
            finished = process.wait(seconds + GRACE_SECONDS)
        others = (machine_cpu_seconds() - before - finished.cpu_seconds - server.cpu_seconds()) / finished.wall_seconds
        served = server.counts()["served"]
    figures = load.read(finished.output, directory)
    # A closed tool leaves at most one exchange a connection unfinished.
    if abs(served - figures.exchanges) > CONNECTIONS:
        raise Failed(f"it counts {figures.exchanges:,} exchanges, the server {served:,}")
    if figures.failed:
        raise Failed(f"{figures.failed:,} exchanges failed")
    return finished, served, figures, others


def measure(cell, tool, server_program, directory, rate, repeat, lengths):
    """Adds one repeat to the cell; the order of the two runs alternates."""
    taken = {}
    try:
        for seconds in sorted(lengths, reverse=repeat % 2 == 1):
            taken[seconds] = run(tool, server_program, directory / f"{seconds}s", rate, seconds)
    except PROBLEMS as problem:
        cell.problems.append(str(problem))
        return
    (short, few, _, _), (long, many, figures, others) = taken[min(lengths)], taken[max(lengths)]
    between = max(lengths) - min(lengths)
    cpu = long.cpu_seconds - short.cpu_seconds
    cell.per_thousand.append(1_000 * cpu / (many - few))
    cell.achieved.append((many - few) / between)
    cell.busy.append(cpu / between)
    cell.others.append(others)
    if figures.lateness_millis is not None:
        cell.lateness_millis.append(figures.lateness_millis)


def table(tools, server_program, directory, plan, say):
    """All cells by tool and rate. Tools take turns, so that a slow minute of the machine meets all of them."""
    cells = {tool.name: {rate: Cell() for rate in plan.rates} for tool in tools}
    for repeat in range(plan.repeats):
        turn = repeat % max(1, len(tools))
        for rate in plan.rates:
            for tool in tools[turn:] + tools[:turn]:
                cell = cells[tool.name][rate]
                # Whoever cannot do a rate is not asked for a higher one.
                lower = [(cells[tool.name][other], other) for other in plan.rates if other < rate]
                if cell.known(rate) or any(each.known(other) or each.short_of(other) for each, other in lower):
                    continue
                where = directory / tool.name / f"{rate}" / f"{repeat + 1}"
                measure(cell, tool, server_program, where, rate, repeat, plan.lengths or tool.lengths(rate))
                say(f"{tool.name} at {rate:,}/s: {cell.text(rate)}")
    return cells
