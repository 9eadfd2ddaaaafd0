"""Logs in to a running application with a loaded data set, joins an auction and bids in it, as a browser does.
    bid.py ADDRESS PASSWORD-FILE [FILE OF AN AUTHORITY]
Exit code 1 unless a bid is accepted within a minute."""
import json
import ssl
import sys
import time
import urllib.error
import urllib.request
import uuid

address, password = sys.argv[1].rstrip("/"), open(sys.argv[2]).read().strip()
context = ssl.create_default_context(cafile=sys.argv[3]) if len(sys.argv) > 3 else None
token = None


def ask(method, path, body=None, headers=()):
    request = urllib.request.Request(address + path, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", "Bearer " + token)
    for name, value in dict(headers).items():
        request.add_header(name, value)
    with urllib.request.urlopen(request, timeout=40, context=context) as answer:
        text = answer.read()
        return json.loads(text) if text else {}


end = time.monotonic() + 60
last = "nothing was tried"
while time.monotonic() < end:
    try:
        page = urllib.request.urlopen(address + "/", timeout=20, context=context).read().decode()
        assert "<html" in page and "/ui/" in page, "the first page is not the application's"
        token = None
        token = ask("POST", "/api/sessions", {"email": "u3@gavel.example", "password": password})["token"]
        for auction in ask("GET", "/api/auctions?state=RUNNING&page=0&size=20")["items"]:
            where = "/api/auctions/%d" % auction["id"]
            ask("PUT", where + "/attendance")
            lot = ask("GET", where + "/live?after=0").get("lot")
            if lot and lot["minimumBid"] is not None:
                try:
                    answer = ask("POST", where + "/bids", {"lotId": lot["id"], "amount": lot["minimumBid"]}, {"Idempotency-Key": str(uuid.uuid4())})
                except urllib.error.HTTPError as e:
                    answer = {"outcome": "%d %s" % (e.code, e.read()[:200])}
                if answer["outcome"] == "ACCEPTED":
                    print("bid %s accepted: %s for lot %d, %s" % (answer["bidId"], answer["price"], lot["id"], lot["title"]))
                    sys.exit(0)
                last = answer["outcome"]
            ask("DELETE", where + "/attendance")
    except (OSError, urllib.error.URLError, KeyError, ValueError, AssertionError) as e:
        last = repr(e) + (": %s" % e.read()[:300] if isinstance(e, urllib.error.HTTPError) else "")
    time.sleep(1)
print("no bid was accepted within a minute; the last answer: " + last, file=sys.stderr)
sys.exit(1)
