#!/usr/bin/env python3
"""What series of experiments have found so far: for elastic-truth.sh, isolate-truth.sh and failover-kills.sh.

    bench/series.py state KIND RESULT               whole, begun or nothing
    bench/series.py links RESULT TOLERANCE          planted delays, each in its link
    bench/series.py peaks RESULT                    N(1), N(2), … of a sweep
    bench/series.py start RESULT                    seconds from the order of a server until it was ready
    bench/series.py rank SUPPLY=RESULT …            user time served well
    bench/series.py isolate CASE=RESULT …           I_QoS
    bench/series.py failover RESULT made|prevented  kills

The journal is read, so all but the first work while an experiment is under way. What is wrong is a line WRONG; the exit code is 1 then, and 2
where too little was measured to say.
"""
import json
import os
import statistics
import sys

# Student's t for a 90 % interval, by degrees of freedom.
T90 = [6.314, 2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812]

# Isolations, from the best to none.
CASES = ("separate", "quota", "database", "nothing")

# Share of its cores from which on the shared database is the limit.
FULL = 0.85


def lines(path):
    """Whole lines of JSON; none where there is no such file."""
    found = []
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    found.append(json.loads(line))
                except ValueError:
                    break
    except OSError:
        pass
    return found


def found(directory, kind):
    return [line["found"] for line in lines(os.path.join(directory, kind + ".jsonl")) if line.get("found")]


def whole(directory, kind):
    try:
        with open(os.path.join(directory, kind + ".json"), encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def verdict(label, directory, kind, lacking=None):
    """Tells what is not as it should be; what of it is wrong. An experiment that cannot be trusted is lacking, unless it was planted so."""
    result = whole(directory, kind)
    if result is None or result["verdict"] == "MEASURED":
        return []
    if result["verdict"] == "FAIL":
        return ["%s lost data" % label]
    told = "%s is %s: %s" % (label, result["verdict"], result["problem"] or "a measurement does not count")
    if lacking is None:
        print("  " + told)
    else:
        lacking.append(told)
    return []


def state(kind, directory):
    result = whole(directory, kind)
    made = len(found(directory, kind))
    if kind == "scale":
        points = [] if result is None else result["points"]
        if points and all(not p["excluded"] and p["conclusion"]["peak"] for p in points):
            return "whole"
        # The product searches again what has no answer; an answer that does not count stays.
        left = result is None or any(not p["conclusion"] or p["conclusion"]["kind"] == "INVALID" for p in points)
        return "begun" if left and lines(directory + "/scale.jsonl") else "nothing"
    if result is None:
        return "begun" if lines(os.path.join(directory, kind + ".jsonl")) else "nothing"
    planned = result["settings"]["repeats"] if kind == "elastic" else result["planned"]
    # Without an audit it was ended: while it made a pass again, or at its end.
    if made >= planned and (kind != "elastic" or result["auditAfter"]):
        return "whole"
    # A deployment that could not be made, or a machine that was not as it had been, has nothing to go on from.
    return "begun" if made else "nothing"


class Figure:
    """The mean of several measurements with half its 90 % interval; None for a single one, which has none."""

    def __init__(self, values):
        self.values, self.mean, self.half = values, statistics.mean(values), None
        freedom = len(values) - 1
        if freedom >= 1:
            self.half = T90[min(freedom, len(T90)) - 1] * statistics.stdev(values) / len(values) ** 0.5

    def shown(self, form="%.2f"):
        if self.half is None:
            return (form % self.mean) + " (one measurement)"
        return (form + " (" + form + " to " + form + ")") % (self.mean, self.mean - self.half, self.mean + self.half)

    def below(self, other):
        """Whether the whole interval is below the other one, or each of three measurements or more below each of as many: by chance one
        time in twenty."""
        if self.half is None or other.half is None:
            return False
        return (self.mean + self.half < other.mean - other.half
                or min(len(self.values), len(other.values)) >= 3 and max(self.values) < min(other.values))


def concluded(wrong, lacking=()):
    for each in wrong:
        print("WRONG: " + each)
    for each in lacking:
        print("too little: " + each)
    sys.exit(1 if wrong else 2 if lacking else 0)


LINKS = ("decision", "created", "ready", "request")


class Pass:
    """One pass with a planted delay: what the product says of it, and what was seen from outside. Times are seconds since 1970."""

    def __init__(self, told, truth):
        self.number, self.problem = told["number"], told["problem"]
        self.link, self.seconds = truth["link"], truth["seconds"]
        links = told["links"][0]["links"] if told["links"] else {}
        at = {key: None if value is None else told["beganMillis"] / 1000 + value for key, value in links.items()}
        self.took = {}
        for name, begin, end in (
            ("decision", "needed", "decided"),
            ("created", "decided", "created"),
            ("ready", "created", "ready"),
            ("request", "ready", "firstRequest"),
        ):
            if at.get(begin) is not None and at.get(end) is not None:
                self.took[name] = at[end] - at[begin]
        self.start = at["ready"] - at["decided"] if at.get("ready") else None
        # From the process until the front server got its new file, without the time in which the process stood still.
        self.own = truth["told"] - truth["seen"] - (truth["continued"] - truth["stopped"] if self.link == "ready" else 0)
        self.answered = truth["answered"] - told["beganMillis"] / 1000
        self.planted = {
            "none": 0,
            "decision": None,
            "ready": truth.get("continued", 0) - truth.get("stopped", 0),
            "request": truth.get("continued", 0) - truth["told"],
        }[self.link]
        self.warmed = at["ready"] - truth["warmed"] if truth.get("warmed") and at.get("ready") else None


def passes(directory):
    truths = {truth["pass"]: truth for truth in lines(directory + "/planted.jsonl") if "told" in truth and "answered" in truth}
    return [Pass(told, truths[told["number"]]) for told in found(directory, "elastic") if told["number"] in truths]


def links(directory, tolerance):
    everything = found(directory, "elastic")
    known = passes(directory)
    usual = [each for each in known if each.link == "none" and len(each.took) == 4]
    if not usual:
        print("no pass without a delay yet")
        concluded([], ["no pass without a delay has all links"])
    base = {name: statistics.mean(each.took[name] for each in usual) for name in ("decision", "created", "request")}
    answered = statistics.mean(each.answered for each in usual)
    wrong, lacking, rows = [], [], []
    for each in known:
        unseen = [name for name in LINKS if name not in each.took]
        if each.link in unseen or each.link == "none" and unseen:
            lacking.append("pass %d, %s %g s: not seen, as the path ended before: %s (a larger START makes it longer)" % (
                each.number, each.link, each.seconds, ", ".join(unseen)))
            continue
        if each.link == "decision":
            each.planted = each.answered - answered
        later = each.answered - answered
        usually = {
            "decision": base["decision"] + (0 if each.link == "decision" else later),
            "created": base["created"],
            "ready": each.own,
            "request": base["request"],
        }
        more = {name: took - usually[name] for name, took in each.took.items()}
        here = more.pop(each.link, 0)
        other = max(more, key=lambda name: abs(more[name]))
        # A delay that is found elsewhere is found there whole; links vary by less than half of it.
        right = abs(here - each.planted) <= tolerance and abs(more[other]) <= max(tolerance, each.seconds / 2)
        right = right or each.link == "none"
        planted = each.link == "none" or abs(each.planted - each.seconds) <= 1
        rows.append((each, here, other, more[other], right and planted))
        if not right:
            wrong.append("pass %d, %s %g s: planted %.2f, found %.2f; %s differs by %.2f" % (
                each.number, each.link, each.seconds, each.planted, here, other, more[other]))
        elif not planted:
            lacking.append("pass %d: %.2f s were planted in %s, not %g" % (each.number, each.planted, each.link, each.seconds))
    print("%4s  %-9s %7s %7s %7s   %s" % ("pass", "link", "planted", "found", "error", "most elsewhere"))
    for each, here, other, most, right in rows:
        remarks = ["no %s was seen" % name for name in LINKS if name not in each.took]
        remarks += ["the pass does not count: %s" % each.problem] if each.problem else []
        print("%4d  %-9s %7.2f %7.2f %7.2f   %-9s %5.2f  %s%s" % (
            each.number, each.link, each.planted, here, here - each.planted, other, most, "" if each.link == "none" else "found" if right else "WRONG",
            "  (%s)" % "; ".join(remarks) if remarks else ""))
    lag = [each.warmed for each in known if each.warmed is not None]
    print("without a delay: need to order %.2f, order to created %.2f, created to ready %.2f, ready to first request %.2f s; START=%.0f%s" % (
        base["decision"], base["created"], statistics.mean(each.took["ready"] for each in usual), base["request"],
        max(each.start for each in usual), "; ready %.2f s after the server said that it is warm" % statistics.mean(lag) if lag else ""))
    missing = len(everything) - len(known)
    if missing:
        lacking.append("%d of %d passes have no record of what was planted" % (missing, len(everything)))
    wrong += verdict("the experiment", directory, "elastic")
    concluded(wrong, lacking)


def start(directory):
    at = [joined["links"] for told in found(directory, "elastic") for joined in told["links"] if joined["links"]["ready"]]
    if not at:
        concluded([], ["no server became ready"])
    print("%.0f" % max(each["ready"] - each["decided"] for each in at))


def peaks(directory):
    print(*(round(point["conclusion"]["peak"]["middle"]) for point in whole(directory, "scale")["points"]))


def named_results(arguments):
    return [argument.split("=", 1) for argument in arguments if not argument.endswith("=")]


def rank(arguments):
    rows, wrong, lacking = [], [], []
    for supply, directory in named_results(arguments):
        everything = found(directory, "elastic")
        values = [100 * each["goodShare"] for each in everything if not each["problem"]]
        wrong += verdict(supply, directory, "elastic", lacking)
        if len(values) < len(everything):
            print("  %s: %d of %d passes count" % (supply, len(values), len(everything)))
        if values:
            rows.append((supply, Figure(values)))
        elif everything:
            lacking.append("no pass of %s counts" % supply)
    print("%-10s %s" % ("supply", "user time served well, %, with its 90 % interval"))
    for supply, figure in rows:
        print("%-10s %s" % (supply, figure.shown("%.1f")))
    for (one, more), (two, less) in zip(rows, rows[1:]):
        if more.below(less) or more.mean <= less.mean and None in (more.half, less.half):
            wrong.append("%s is not found to be better than %s" % (one, two))
        elif more.mean <= less.mean:
            lacking.append("%s and %s cannot be told apart" % (one, two))
        elif not less.below(more):
            print("in the right order, but not told apart by their intervals: %s and %s" % (one, two))
    concluded(wrong, lacking + ([] if len(rows) == 3 else ["%d of 3 supplies are measured" % len(rows)]))


def disturbances(phases):
    """I_QoS of each disruption that counts, with the reference that was measured last before it, and who grew most."""
    together = None
    for phase in phases:
        phase["problem"] = next((t["driverProblem"] for t in phase["tenants"] if t["driverProblem"]), "")
        together = phase if phase["kind"] == "TOGETHER" else together
        if phase["kind"] != "DISRUPTED" or phase["problem"] or together is None or together["problem"]:
            continue
        others = [i for i in range(len(phase["tenants"])) if i + 1 != phase["tenant"]]
        old = [together["tenants"][i]["meanMillis"] for i in others]
        new = [phase["tenants"][i]["meanMillis"] for i in others]
        if None in old + new:
            continue
        users = [sum(t["users"] for t in p["tenants"]) for p in (together, phase)]
        growth = [now["operationsPerSecond"] / max(before["operationsPerSecond"], 1e-9)
                  for before, now in zip(together["tenants"], phase["tenants"])]
        fault = growth.index(max(growth)) + 1 if max(growth) > 1.1 else None
        yield (sum(new) - sum(old)) / sum(old) / (users[1] / users[0] - 1), fault == phase["tenant"], together, phase


def busy(phase):
    return ", ".join("%s %.0f %%" % (use["what"], 100 * use["busy"]) for use in phase["common"])


def unplanted(case, together, phase):
    """Why a disruption is not the one that was to be made; empty where it is."""
    broken = next((tenant["broken"] for tenant in together["tenants"] if tenant["broken"]), "")
    if broken:
        return "the reference loads are too much, QUOTA or DATABASE is too small: " + broken
    before, now = ({use["what"]: use["busy"] for use in each["common"]}.get("relational") for each in (together, phase))
    if before is not None and before > FULL:
        return "the reference loads use %.0f %% of the database: DATABASE is too small" % (100 * before)
    if case in ("database", "nothing") and now is not None and now < FULL:
        return "the disruptor leaves %.0f %% of the database: DATABASE is too large, or FACTOR too small" % (100 - 100 * now)
    return ""


def isolate(arguments):
    wanted = [argument.split("=", 1)[0] for argument in arguments]
    results = dict(named_results(arguments))
    rows, unfit, named, disturbed, wrong, lacking = [], set(), 0, 0, [], []
    for case in [each for each in CASES if each in results]:
        phases = found(results[case], "isolate")
        made = list(disturbances(phases))
        wrong += verdict(case, results[case], "isolate", lacking)
        for phase in phases:
            if phase["problem"]:
                print("  %s, repeat %d, %s: does not count: %s" % (case, phase["repeat"], phase["kind"].lower(), phase["problem"]))
        if not made:
            if any(phase["kind"] == "DISRUPTED" for phase in phases):
                lacking.append("no disruption of %s counts" % case)
            continue
        figure = Figure([each[0] for each in made])
        rows.append((case, figure))
        above = figure.half is not None and figure.mean > figure.half
        for index, fault, together, phase in made:
            print("  %-9s I_QoS %6.2f   together: %s   disrupted: %s" % (case, index, busy(together), busy(phase)))
            # Less may be chance, or what a disruptor does whom a quota keeps from doing more than before.
            if index > 0.3 and above or index > 1:
                disturbed += 1
                named += fault
        reasons = [reason for reason in (unplanted(case, each[2], each[3]) for each in made) if reason]
        if 2 * len(reasons) > len(made):
            unfit.add(case)
            lacking.append("%s is not as planted in %d of %d: %s" % (case, len(reasons), len(made), reasons[0]))
    print("%-10s %s" % ("isolation", "I_QoS with its 90 % interval"))
    for case, figure in rows:
        print("%-10s %s" % (case, figure.shown()))
    fit = [row for row in rows if row[0] not in unfit]
    for (one, better), (two, worse) in zip(fit, fit[1:]):
        # Each is another deployment at another time, and a full database multiplies what differs: no interval of one of them tells that.
        if worse.below(better) and better.mean - worse.mean > max(0.2, 0.5 * better.mean):
            wrong.append("%s is found to be worse than %s" % (one, two))
        elif worse.below(better):
            print("%s is worse than %s by their intervals, by less than half: each is one deployment" % (one, two))
        elif not better.below(worse):
            print("no difference that can be told: %s and %s" % (one, two))
    known = dict(fit)
    if {"quota", "database"} <= known.keys():
        quota, without = known["quota"], known["database"]
        few = min(len(quota.values), len(without.values)) < 3
        if quota.mean >= without.mean or not few and not quota.below(without):
            wrong.append("a shared database without quotas is not found to be worse than one with a quota for each tenant")
        elif not quota.below(without):
            lacking.append("three measurements each tell quota and database apart, there are %d and %d" % (len(quota.values), len(without.values)))
    print("tenant at fault named in %d of %d measurements in which another was disturbed" % (named, disturbed))
    if named < 0.9 * disturbed:
        wrong.append("the tenant at fault is named too seldom")
    if len(rows) < len(wanted):
        lacking.append("%d of %d isolations are measured" % (len(rows), len(wanted)))
    concluded(wrong, lacking)


def failover(directory, how):
    faults = found(directory, "failover")
    result = whole(directory, "failover")
    wrong, lacking = [], []
    counting = [fault for fault in faults if not fault["problem"]]
    for fault in faults:
        problem = fault["problem"]
        if how == "prevented" and "not steady before it" in problem:
            print("  prevented kill %d was not made: %s" % (fault["number"], problem))
        elif how == "prevented" and "something prevents the fault" not in problem:
            wrong.append("prevented kill %d: %s" % (fault["number"], problem or "it counts"))
        elif how == "made" and problem:
            print("  kill %d does not count: %s" % (fault["number"], problem))
    print("%d kills made, %d count" % (len(faults), len(counting)))
    if how == "made":
        for what, of in (
            ("service lost, s", lambda fault: fault["loss"]["lostSeconds"]),
            ("below half for, s", lambda fault: fault["loss"]["outageSeconds"]),
            ("whole again after, s", lambda fault: fault["loss"]["recoverySeconds"]),
            ("redundant after, s", lambda fault: fault["redundancySeconds"]),
            ("people who saw an error", lambda fault: fault["people"]),
            ("operations failed", lambda fault: fault["failedOperations"]),
        ):
            known = [of(fault) for fault in counting if of(fault) is not None]
            if known:
                unseen = " (%d not seen)" % (len(counting) - len(known)) if len(known) < len(counting) else ""
                print("  %-26s %s%s" % (what, Figure(known).shown(), unseen))
        if faults and len(counting) < 0.9 * len(faults):
            lacking.append("%d of %d kills count" % (len(counting), len(faults)))
    if result is None:
        lacking.append("it has no result yet, and its data are not audited")
    else:
        audit = result.get("auditAfter")
        print("%s, %d of %d kills made" % (result["verdict"], len(faults), result["planned"]))
        if len(faults) < result["planned"]:
            lacking.append("%d of %d kills are made" % (len(faults), result["planned"]))
        if audit is None:
            lacking.append("the data were not audited")
        elif not audit["ok"] or any(each["violations"] for each in audit["invariants"]):
            wrong.append("answered bids or other data were lost")
        else:
            print("0 violations of %d invariants" % len(audit["invariants"]))
        if how == "prevented" and faults and result["verdict"] not in ("INVALID", "FAIL"):
            wrong.append("prevented kills are %s" % result["verdict"])
    concluded(wrong, lacking if faults else ["no kill was made"])


def main():
    what, arguments = sys.argv[1], sys.argv[2:]
    if what == "state":
        print(state(*arguments))
    elif what == "links":
        links(arguments[0], float(arguments[1]))
    elif what == "peaks":
        peaks(*arguments)
    elif what == "start":
        start(*arguments)
    elif what == "rank":
        rank(arguments)
    elif what == "isolate":
        isolate(arguments)
    elif what == "failover":
        failover(*arguments)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
