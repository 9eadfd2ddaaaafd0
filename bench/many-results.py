"""Makes many results of several machines out of real ones, for bench/site.sh: DIRECTORY COUNT REAL… .

Each is a real run with another name, time and machine. Searches and sweeps get peaks around what the machine of that name bears, with
scatter, so that the pages show what they are made for. The figures mean nothing.
"""
import copy
import json
import math
import random
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path

target, count, real = Path(sys.argv[1]), int(sys.argv[2]), [Path(name) for name in sys.argv[3:]]
chance = random.Random(2026)
machines = [("epyc-1", "AMD EPYC 9354P 32-Core Processor", 32, 128, 3.1), ("epyc-2", "AMD EPYC 9354P 32-Core Processor", 32, 128, 3.0),
            ("xeon-1", "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz", 16, 64, 1.4), ("xeon-2", "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz", 16, 64, 1.5),
            ("arm-1", "Neoverse-N1", 8, 32, 0.7), ("laptop", "AMD Ryzen 7 7840U", 8, 32, 1.0)]
configurations = {"minimal": 1.0, "small": 1.3, "two-cores": 0.5, "tls": 0.8, "mariadb": 0.9, "full-2015": 2.2}
start = datetime(2026, 9, 1, 6, tzinfo=timezone.utc)


def stamp(when):
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


def disclosed(result, name, machine):
    host, cpu, cores, memory, _ = machine
    if result.get("disclosure"):
        result["disclosure"]["host"].update(name=host, cpu=cpu, cores=cores, memoryBytes=memory << 30, kernel=chance.choice(["6.1.0", "6.12.4"]))
        result["disclosure"]["hosts"] = []


def asked(result, name, machine, when, number):
    identity = when.strftime("%Y%m%d-%H%M%S") + "-" + name
    result["run"].update(id=identity, name=name, startedAt=stamp(when), finishedAt=stamp(when + timedelta(minutes=32)), seed=number)
    disclosed(result, name, machine)
    return identity


def interval(middle, share):
    return {"lower": middle * math.exp(-share), "middle": middle, "upper": middle * math.exp(share)}


def bearing(name, machine, servers=1):
    return 3000 * configurations[name] * machine[4] * servers / (1 + 0.03 * (servers - 1)) * math.exp(chance.gauss(0, 0.04))


def efficiency(peak, machine):
    watts, euros = 40 + 6 * machine[2], 0.045 * machine[2]
    amounts = [("core", machine[2], "the machine"), ("GiB", machine[3], "the machine"), ("EUR/h", euros, "one machine; prices of 2026-11-01"),
               ("watt", watts, "package-0, dram of package-0")]
    return [{"unit": unit, "amount": amount, "covers": covers, **{end: peak[end] / amount for end in peak}} for unit, amount, covers in amounts]


def probe(real_probe, number, users, knee):
    made = copy.deepcopy(real_probe)
    load = users / knee
    outcome = "PASS" if load < 1 else "FAIL"
    made.update(number=number, purpose="LEVEL" if number == 0 else made["purpose"], subject="Home late", p50Millis=30 / max(0.05, 1.15 - load),
                p99Millis=120 / max(0.03, 1.12 - load), operationsPerSecond=0.2 * min(users, 1.02 * knee))
    made["probe"].update(users=users, outcome=outcome, worst=0.02 * math.exp(4.1 * load) * 0.85)
    return made


def search(result, name, machine, when, number):
    knee = bearing(name, machine)
    peak = interval(knee, 0.02)
    template = result["probes"][0]
    result["conclusion"] = {"kind": "FOUND", "peak": peak, "users": 0, "reason": ""}
    result["probes"] = [probe(template, i + 1, int(knee * share), knee) for i, share in enumerate([0.8, 1.2, 0.97, 1.04, 0.99, 1.02, 1.01, 0.985])]
    result["levels"] = [probe(template, 0, int(knee * share), knee) for share in (0.25, 0.5, 0.75)]
    result["efficiency"] = efficiency(peak, machine)
    return asked(result, name, machine, when, number)


def sweep(result, name, machine, when, number):
    points, users = [], []
    for servers in range(1, 7):
        peak = interval(bearing(name, machine, servers), 0.025)
        users.append(peak["middle"])
        use = copy.deepcopy(result["probes"][0]["use"])
        use.update(quotaUsed=0.97, machineBusy=0.5 + 0.05 * servers)
        points.append({"servers": servers, "directory": f"app-servers-{servers}", "use": use, "excluded": "" if servers < 6 else "machine-limited",
                       "conclusion": {"kind": "FOUND", "peak": peak, "users": 0, "reason": ""}, "ofLinear": None, "setUsers": 9000,
                       "measured": 9, "seconds": 1900})
    xs = range(1, 7)
    slope = sum((x - 3.5) * (y - sum(users) / 6) for x, y in zip(xs, users)) / 17.5
    first = sum(users) / 6 - 2.5 * slope
    curve = [{"servers": x, "users": first + slope * (x - 1), "lower": (first + slope * (x - 1)) * 0.95, "upper": (first + slope * (x - 1)) * 1.05} for x in xs]
    made = {"schemaVersion": 2, "run": result["run"], "search": result["search"], "order": [3, 1, 2, 6, 5, 4], "quota": 1.0, "points": points,
            "line": {"intercept": first - slope, "slope": slope, "efficiency": slope / first, "lower": slope / first * 0.9,
                     "upper": slope / first * 1.1, "points": 5, "curve": curve},
            "law": None, "predictedSeconds": 9000, "seconds": 11000, "remarks": [], "disclosure": result["disclosure"]}
    return asked(made, name, machine, when, number), made


def main():
    runs = [json.loads((path / "result.json").read_text()) for path in real if (path / "result.json").is_file()]
    runs = [run for run in runs if run["load"] is not None]
    peaks = [json.loads((path / "peak.json").read_text()) for path in real if (path / "peak.json").is_file()]
    peaks = [peak for peak in peaks if peak["probes"]]
    if not runs or not peaks:
        sys.exit("site: it needs real runs and searches to begin with: bench/site.sh [DIRECTORY…]")
    for number in range(count):
        machine, name = chance.choice(machines), chance.choice(list(configurations))
        when = start + timedelta(hours=10 * number + chance.uniform(0, 6))
        kind = ["run", "peak", "run", "peak", "run"][number % 5] if number % 20 != 19 else "sweep"
        if kind == "run":
            file, result = "result.json", copy.deepcopy(chance.choice(runs))
            identity = asked(result, name, machine, when, number)
        elif kind == "peak":
            file, result = "peak.json", copy.deepcopy(chance.choice(peaks))
            identity = search(result, name, machine, when, number)
        else:
            file = "scale.json"
            identity, result = sweep(copy.deepcopy(chance.choice(peaks)), name, machine, when, number)
        directory = target / machine[0] / "results" / identity
        directory.mkdir(parents=True)
        (directory / file).write_text(json.dumps(result, indent=1))


main()
