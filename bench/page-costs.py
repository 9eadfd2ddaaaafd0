"""For bench/page-costs.sh: page-costs.py ADDRESS PASSWORD-FILE PID FIGURES [BEFORE]
What the published operations that read cost: bytes of their answers with heads, and CPU of the server's process."""
import http.client
import json
import os
import statistics
import sys
import time
import urllib.parse

address, password_file, pid, figures = sys.argv[1:5]
before = json.load(open(sys.argv[5])) if len(sys.argv) > 5 else {}
rounds, requests = int(os.environ.get("ROUNDS", 5)), int(os.environ.get("REQUESTS", 400))
connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=40)
token = None
TICK = os.sysconf("SC_CLK_TCK")
MOST_MORE = 0.05


def ask(method, path, body=None):
    """Answer as parsed JSON, None when it is something else, and its bytes with head."""
    headers = {"Accept": "application/json, image/*", "Accept-Encoding": "gzip"}
    if token:
        headers["Authorization"] = "Bearer " + token
    if body is not None:
        headers["Content-Type"] = "application/json"
    connection.request(method, path, json.dumps(body) if body is not None else None, headers)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 400:
        sys.exit("%s %s was answered %d: %s" % (method, path, answer.status, text[:300]))
    head = sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
    is_json = "json" in answer.getheader("Content-Type", "")
    return json.loads(text) if is_json else None, len(text) + head


def cpu_seconds():
    fields = open("/proc/%s/stat" % pid).read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def pictures(found, size="thumbnail"):
    return [entry[size] for entry in found if entry.get(size)]


token = ask("POST", "/api/sessions", {"email": "u2@gavel.example", "password": open(password_file).read().strip()})[0]["token"]
running = ask("GET", "/api/auctions?state=RUNNING&page=0&size=10")[0]["items"]
auctions = [auction["id"] for auction in running]
words = ["clock", "walnut", "royal", "violin", "silver"]
of_lots = {id: pictures(ask("GET", "/api/auctions/%d/lots?page=0&size=10" % id)[0]["items"]) for id in auctions}
lots = [lot for id in auctions for lot in ask("GET", "/api/auctions/%d/lots?page=0&size=10" % id)[0]["items"]]
of_items = {lot["itemId"]: ask("GET", "/api/items/%d" % lot["itemId"])[0]["images"] for lot in lots}
offered = sorted(of_items)
connection.request("GET", "/")
assets = ["/ui/" + part.split('"')[0] for part in connection.getresponse().read().decode().split('"/ui/')[1:]]

# The requests of an operation for its n-th repetition, as docs/workload.md has them.
OPERATIONS = {
    "Home": lambda n: [("GET", "/")] + [("GET", asset) for asset in assets],
    "ListAuctions": lambda n: [("GET", "/api/auctions?state=RUNNING&page=0&size=10")],
    "SearchItems": lambda n: [("GET", "/api/items?q=%s&page=0&size=10" % words[n % len(words)])],
    "AuctionDetail": lambda n: [("GET", "/api/auctions/%d" % auctions[n % len(auctions)]), ("GET", "/api/auctions/%d/lots?page=0&size=10" % auctions[n % len(auctions)])],
    "Thumbnail": lambda n: [("GET", of_lots[auctions[n % len(auctions)]][n // len(auctions) % 10])],
    "ItemDetail": lambda n: [("GET", "/api/items/%d" % offered[n % len(offered)])],
    "Preview": lambda n: [("GET", of_items[offered[n % len(offered)]][0]["preview"])],
    "ViewImage": lambda n: [("GET", of_items[offered[n % len(offered)]][0]["full"])],
    "CurrentLot": lambda n: [("GET", "/api/auctions/%d/lots/current" % auctions[n % len(auctions)])],
    "NextBid": lambda n: [("GET", "/api/auctions/%d/live?after=0" % auctions[n % len(auctions)])],
    "BidHistory": lambda n: [("GET", "/api/accounts/me/bids?size=10")],
    "AttendanceHistory": lambda n: [("GET", "/api/accounts/me/attendance?size=10")],
    "PurchaseHistory": lambda n: [("GET", "/api/accounts/me/purchases?size=10")],
    "ViewProfile": lambda n: [("GET", "/api/accounts/me")],
}

costs = {name: {"bytes": [], "cpu": []} for name in OPERATIONS}
for operation in OPERATIONS.values():  # compiled before anything is measured
    for n in range(2 * requests):
        for method, path in operation(n):
            ask(method, path)
for _ in range(rounds):
    for name, operation in OPERATIONS.items():
        begun, total = cpu_seconds(), 0
        for n in range(requests):
            total += sum(ask(method, path)[1] for method, path in operation(n))
        costs[name]["bytes"].append(total / requests)
        costs[name]["cpu"].append((cpu_seconds() - begun) * 1000 / requests)

result, grown = {}, []
print("%-18s %12s %22s %s" % ("operation", "bytes", "CPU s for 1,000", "against before" if before else ""))
for name, cost in costs.items():
    bytes_, cpu = statistics.mean(cost["bytes"]), statistics.median(cost["cpu"])
    scatter = (max(cost["cpu"]) - min(cost["cpu"])) / 2
    result[name] = {"bytes": bytes_, "cpuSecondsPer1000": cpu, "scatter": scatter}
    line = "%-18s %12.0f %12.3f ± %.3f" % (name, bytes_, cpu, scatter)
    if name in before:
        old = before[name]
        more = bytes_ / old["bytes"] - 1
        beyond = cpu - old["cpuSecondsPer1000"] * (1 + MOST_MORE) - scatter - old["scatter"]
        line += "    bytes %+.1f %%, CPU %+.1f %%" % (100 * more, 100 * (cpu / old["cpuSecondsPer1000"] - 1))
        if more > MOST_MORE or beyond > 0:
            grown.append(name)
            line += "  MORE"
    print(line)
json.dump(result, open(figures, "w"), indent=1)
if grown:
    sys.exit("more than %d %%: %s" % (100 * MOST_MORE, ", ".join(grown)))
