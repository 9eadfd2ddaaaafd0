// The welcome page: the auctions that are running now, by the public API.
const list = document.querySelector("#auctions");

function row(text, className) {
  const item = document.createElement("li");
  item.className = className ?? "";
  item.textContent = text;
  return item;
}

function auctionRow(auction) {
  const item = row("");
  const name = document.createElement("strong");
  name.textContent = auction.name;
  const facts = document.createElement("span");
  facts.className = "quiet";
  facts.textContent = `${auction.category} · ${auction.lotCount} lots`;
  item.append(name, facts);
  return item;
}

async function show() {
  const response = await fetch("/api/auctions?state=RUNNING");
  if (!response.ok) {
    throw new Error(`The server answered ${response.status}`);
  }
  const page = await response.json();
  list.replaceChildren(...(page.items.length ? page.items.map(auctionRow) : [row("No auction is running now.", "quiet")]));
}

show().catch((error) => list.replaceChildren(row(`The auctions could not be read: ${error.message}`, "quiet")));
