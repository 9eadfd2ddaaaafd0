#!/usr/bin/env python3
"""Plants one delay in each pass of `gavel elastic`, which asks it how many servers there are to be (--supply command:…).

    bench/planted-delays.py DEPLOYMENTS RESULTS NAME NEEDED AWAY PLAN

A second server is wished from second NEEDED of the path on, until second AWAY. PLAN is a list such as none,decision:2,ready:5,request:10, one
for each pass and again from its beginning:
decision   the wish comes so many seconds later
ready      the process of the new server stands still for so long (SIGSTOP) as soon as it is there
request    the master process of Nginx, which tells its workers of the new server, stands still from then on until so long after Nginx has got
           its new file, which is when the server is ready
What was done, and when, becomes a line of planted.jsonl in the result: seconds since 1970. Whatever stands still goes on when this ends.
"""
import datetime
import glob
import json
import os
import re
import signal
import sys
import threading
import time

LOOK = 0.02
LONGEST = 200
# An answer may take 5 s; the next question comes 5 s after this one.
PATIENCE = 4.6


def newest(directory, name):
    return max(glob.glob(os.path.join(directory, "*-" + name)), key=os.path.getmtime, default=None)


def passes(result):
    made = 0
    try:
        with open(os.path.join(result, "elastic.jsonl"), encoding="utf-8") as file:
            for line in file:
                made += bool(json.loads(line).get("found"))
    except (OSError, ValueError):
        pass
    return made


class Planter(threading.Thread):
    def __init__(self, deployment, result, truth):
        super().__init__()
        self.deployment, self.result, self.truth = deployment, result, truth
        self.over = threading.Event()
        self.file = os.path.join(deployment, "settings", "nginx1.conf")
        self.before = os.stat(self.file).st_mtime_ns

    def awaited(self, condition):
        """What the condition comes to; None where it never does."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end and not self.over.is_set():
            found = condition()
            if found:
                return found
            self.over.wait(LOOK)
        return None

    def pid(self, name):
        try:
            with open(os.path.join(self.deployment, "processes", name + ".json"), encoding="utf-8") as file:
                pid = json.load(file)["pid"]
            return pid if os.path.exists("/proc/%d" % pid) else None
        except (OSError, ValueError):
            return None

    def told(self):
        try:
            return os.stat(self.file).st_mtime_ns != self.before
        except OSError:
            return False

    def run(self):
        server = self.awaited(lambda: self.pid("app2"))
        self.truth["seen"] = time.time()
        link, seconds = self.truth["link"], self.truth["seconds"]
        stands = server if link == "ready" else self.pid("nginx1") if link == "request" else None
        try:
            if stands:
                os.kill(stands, signal.SIGSTOP)
                self.truth["stopped"] = time.time()
                if link == "ready":
                    self.over.wait(seconds)
            if link != "ready" and server and self.awaited(self.told):
                self.truth["told"] = time.time()
                if stands:
                    self.over.wait(seconds)
        finally:
            if stands:
                os.kill(stands, signal.SIGCONT)
                self.truth["continued"] = time.time()
        if link == "ready" and server and self.awaited(self.told):
            self.truth["told"] = time.time()
        self.truth["warmed"] = self.warmed()
        with open(os.path.join(self.result, "planted.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(self.truth) + "\n")

    def warmed(self):
        """When the server said last that it is warm: it becomes ready then. None where it did not since it was started."""
        try:
            with open(os.path.join(self.deployment, "logs", "app2.log"), encoding="utf-8", errors="replace") as file:
                said = re.findall(r"^(\S+) .*Warmed up with", file.read(), re.MULTILINE)
            at = datetime.datetime.fromisoformat(said[-1].replace("Z", "+00:00")).timestamp() if said else 0
            return at if at > self.truth["seen"] else None
        except (OSError, ValueError):
            return None


def main():
    deployments, results, name, needed, away, plan = sys.argv[1:]
    needed, away = float(needed), float(away)
    result, deployment = newest(results, name), newest(deployments, name)
    number = passes(result) + 1
    links = plan.split(",")
    link, _, seconds = links[(number - 1) % len(links)].partition(":")
    truth = {"pass": number, "link": link, "seconds": float(seconds or 0)}
    wish = needed + (truth["seconds"] if link == "decision" else 0)
    planter = Planter(deployment, result, truth)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        for line in sys.stdin:
            second = json.loads(line)["second"]
            if second < wish and wish - second < PATIENCE:
                time.sleep(wish - second)
                second = wish
            servers = 2 if wish <= second < away else 1
            if servers == 2 and "answered" not in truth:
                truth["answered"] = time.time()
                planter.start()
            print(servers, flush=True)
    finally:
        planter.over.set()
        if planter.ident:
            planter.join()


if __name__ == "__main__":
    main()
