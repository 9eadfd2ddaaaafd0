"""The tables as Markdown."""

import platform
from datetime import datetime, timezone
from pathlib import Path
from statistics import median

import stall
from process import PROBLEMS


def machine() -> str:
    processor = next(
        (line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")),
        platform.machine(),
    )
    cores = sum(line.startswith("processor") for line in Path("/proc/cpuinfo").read_text().splitlines())
    system = next(line.split("=", 1)[1].strip('"') for line in Path("/etc/os-release").read_text().splitlines() if line.startswith("PRETTY_NAME="))
    return f"{cores} cores, {processor}, {system}, Linux {platform.release()}"


def rows(titles, lines) -> list[str]:
    return ["", "| " + " | ".join(titles) + " |", "|" + "---|" * len(titles), *("| " + " | ".join(line) + " |" for line in lines), ""]


def version(tool) -> str:
    try:
        return tool.version()
    except PROBLEMS as problem:
        return f"unknown: {problem}"


def head(tools, missing, plan, java_version) -> list[str]:
    lines = [[tool.name, version(tool), tool.checks] for tool in tools] + [[tool.name, "not to be had", why] for tool, why in missing]
    now = datetime.now(timezone.utc)
    return [
        f"# The driver beside other load generators, {now:%Y-%m-%d %H:%M} UTC{', quick' if plan.quick else ''}",
        "",
        f"{machine()}; {java_version}. Server on core 0, tool on core 1, loopback, answers of 1 KiB, 100 connections that are kept.",
        *rows(["tool", "version", "checks of each answer"], lines),
    ]


def cost(cells, tools, plan) -> list[str]:
    def lengths(rate):
        by_length = {}
        for tool in tools:
            by_length.setdefault(plan.lengths or tool.lengths(rate), []).append(tool.name)
        return ", ".join(f"{', '.join(names)} {short} and {long} s" for (short, long), names in by_length.items())

    return [
        "## CPU seconds for 1,000 exchanges at a fixed rate",
        "",
        f"Median and range of {plan.repeats} repeats, each two runs subtracted. The server counted what the tool counted. Lengths: "
        + "; ".join(f"at {rate:,}/s {lengths(rate)}" for rate in plan.rates)
        + f". {disturbance(cells)}",
        *rows(
            ["tool", *(f"{rate:,}/s" for rate in plan.rates)],
            [[tool.name, *(cells[tool.name][rate].text(rate) for rate in plan.rates)] for tool in tools],
        ),
    ]


def disturbance(cells) -> str:
    others = sorted(share for of in cells.values() for cell in of.values() for share in cell.others)
    if not others:
        return "Nothing was measured."
    worst = others[-1]
    return f"Other processes used {max(0.0, median(others)):.1%} of a core in the median of the longer runs, {max(0.0, worst):.1%} in the worst."


def lateness(cells, tools, plan) -> list[str]:
    def line(tool):
        found = [cells[tool.name][rate].lateness_millis for rate in plan.rates]
        if not any(found):
            return [tool.name, *("not reported" for _ in plan.rates)]
        return [tool.name, *(f"{min(each):.2f} to {max(each):.2f}" if each else "-" for each in found)]

    return [
        "## Timer lateness",
        "",
        "99th percentile in milliseconds, lowest and highest of the longer runs above.",
        *rows(["tool", *(f"{rate:,}/s" for rate in plan.rates)], [line(tool) for tool in tools]),
    ]


def memory(slopes, tools) -> list[str]:
    def text(slope, attribute):
        if slope is None:
            return "-"
        if slope.problem:
            return slope.problem if attribute == "resident_kib" else "-"
        value = slope.of(attribute)
        return "-" if value is None else f"{value:.2f}"

    def sizes(slope):
        return "" if slope is None or slope.problem else " and ".join(f"{size.users:,}" for size in slope.sizes)

    lines = []
    for tool in tools:
        without, connected = slopes[tool.name]
        for name, slope in (("without", without), ("with", connected)):
            if slope is not None:
                lines.append([tool.name, name, sizes(slope), text(slope, "resident_kib"), text(slope, "live_kib")])
    return [
        "## Memory for each thinking user",
        "",
        "KiB, the slope between two numbers of users. RSS is the resident memory of the process; heap and buffers are what lives in a JVM's heap after a full collection, and the memory it allocated for buffers outside it.",
        *rows(["tool", "connection", "users", "RSS", "heap and buffers"], lines),
    ]


def stalls(said) -> list[str]:
    def line(each):
        truth = f"{each.truth_millis:,.0f}" if each.truth_millis > 0 else "no stall"
        if each.p99_millis is None:
            return [each.tool, each.label, "-", truth, "-", each.remark]
        error = f"{each.p99_millis / each.truth_millis - 1:+.1%}" if each.truth_millis > 0 else "-"
        return [each.tool, each.label, f"{each.p99_millis:,.1f}", truth, error, each.remark]

    length = stall.STALL[1] - stall.STALL[0]
    return [
        "## The 99th percentile of a server that stalls",
        "",
        f"{stall.RATE} exchanges a second for {stall.SECONDS} s, of which the server answers nobody for {length:g} s; milliseconds. Of those who come {stall.RATE} times a second whatever happens, the slowest "
        f"hundredth waits {stall.open_truth_millis():,.0f} ms or longer. In a closed model a stall keeps people from coming: the truth there is a simulation of just these people, and where they are fewer than a hundredth of all exchanges, their 99th percentile has no stall in it.",
        *rows(["tool", "load", "says", "truth", "error", "and says"], [line(each) for each in said]),
    ]


def targets(found) -> list[str]:
    return [
        "## What Gavel is held to",
        *rows(["what", "target", "measured", ""], [[each.what, each.wanted, each.found, "holds" if each.holds else "MISSED"] for each in found]),
    ]
