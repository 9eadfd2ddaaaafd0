#!/usr/bin/env python3
# What differs between two directories of bench/generated-files.sh, each difference once with the files that have it. The order of keys and
# the numbers of instances do not count: settings are compared by their paths, other files by their lines. Needs PyYAML (python3-yaml).
#   bench/generated-differences.py BEFORE AFTER
import collections
import os
import re
import sys

import yaml

INSTANCE = re.compile(r"\b(app|driver|haproxy|nginx|httpd|caddy|keepalived|rabbitmq|[a-z]+er)\d+\b")


def leaves(value, path=""):
    if isinstance(value, dict):
        for key, part in value.items():
            yield from leaves(part, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for part in value:
            yield from leaves(part, path + "[]")
    else:
        yield f"{path} = {value}"


def without_numbers(line):
    line = re.sub(r"(<network>)\.\d+", r"\1.N", INSTANCE.sub(r"\1N", line))
    return re.sub(r"<port (\w+) \d+>", r"<port \1 N>", line).strip()


def content(file):
    """A multiset of the lines or settings of a file; JSON is YAML too."""
    with open(file, errors="replace") as opened:
        text = opened.read()
    lines = text.splitlines()
    if file.endswith((".yaml", ".json")):
        try:
            # Ports, networks and paths are replaced by <names>, which are no values of JSON.
            lines = list(leaves(yaml.safe_load(re.sub(r"(?<=[:\s])(<[^>\n]*>)(?=[,}\s])", r'"\1"', text))))
        except yaml.YAMLError:
            pass
    return collections.Counter(map(without_numbers, filter(str.strip, lines)))


def files(directory):
    return {os.path.relpath(os.path.join(at, name), directory) for at, _, names in os.walk(directory) for name in names}


def main(before, after):
    was, now = files(before), files(after)
    for said, some in (("only before", was - now), ("only after", now - was)):
        if some:
            print(f"{said}: {', '.join(sorted(some))}")
    having = collections.defaultdict(list)
    equal = 0
    for name in sorted(was & now):
        old, new = content(os.path.join(before, name)), content(os.path.join(after, name))
        equal += old == new
        for sign, lines in (("-", old - new), ("+", new - old)):
            for line in lines:
                having[sign, line].append(without_numbers(name.split(os.sep, 1)[-1]))
    print(f"in both: {len(was & now)}, equal but for order and numbers: {equal}")
    by_files = collections.defaultdict(list)
    for (sign, line), names in having.items():
        by_files[", ".join(sorted(set(names)))].append(f"  {sign} {line}")
    for names, lines in by_files.items():
        print(names, *lines, sep="\n")
    return 1 if having or was != now else 0


if __name__ == "__main__":
    if len(sys.argv) != 3 or not all(map(os.path.isdir, sys.argv[1:])):
        sys.exit("usage: bench/generated-differences.py BEFORE AFTER, two directories of bench/generated-files.sh")
    sys.exit(main(*sys.argv[1:]))
