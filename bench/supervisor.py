#!/usr/bin/env python3
"""Starts an instance of a deployment again as soon as it has ended, faster than anybody looks: what prevents a kill on purpose.

    bench/supervisor.py RUN_DIRECTORY INSTANCE TIMES

It looks every millisecond, starts the same command with the same environment in the same directory, and puts the new process where the
harness looks for the old one, also when the harness forgets the old one after that. Prints how long each start took. Ends when the last of TIMES
processes has ended, or when one ends after the drivers, as instances end in order then.
"""
import json
import os
import subprocess
import sys
import time


def start_ticks(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
            return int(fields[19]) if fields[0] not in "ZX" else None
    except OSError:
        return None


def words(pid, what):
    with open(f"/proc/{pid}/{what}", "rb") as file:
        return [word.decode() for word in file.read().split(b"\0")[:-1]]


def remember(record_file, record):
    with open(record_file + ".new", "w") as file:
        json.dump(record, file)
    os.rename(record_file + ".new", record_file)


def main():
    directory, instance, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
    records = os.path.join(directory, "processes")
    record_file = os.path.join(records, instance + ".json")
    with open(record_file) as file:
        record = json.load(file)
    log = open(os.path.join(directory, "logs", instance + ".log"), "ab")
    for start in range(times + 1):
        pid = record["pid"]
        command, working = words(pid, "cmdline"), os.readlink(f"/proc/{pid}/cwd")
        environment = dict(word.split("=", 1) for word in words(pid, "environ") if "=" in word)
        while start_ticks(pid) is not None:
            if start > 0 and not os.path.exists(record_file) and os.path.isdir(records):
                remember(record_file, record)
            time.sleep(0.001)
        ended = time.monotonic()
        if start == times or not os.path.exists(os.path.join(records, "driver1.json")):
            return
        new = subprocess.Popen(
            command, env=environment, cwd=working, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        record["pid"], record["startTicks"] = new.pid, start_ticks(new.pid)
        remember(record_file, record)
        print(f"{instance} was started again within {1000 * (time.monotonic() - ended):.0f} ms", flush=True)


if __name__ == "__main__":
    main()
