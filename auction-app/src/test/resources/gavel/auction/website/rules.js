// Situations of the pages' arithmetic; the page says what came out.
import { byLot, highest, howMany, mayHaveArrived, outcome } from "/bids.js";
import { ahead, countdown, deadline, remaining } from "/clock.js";
import { portions } from "/lists.js";
import { cents, forApi, minimumBid, money, ofCents, parse } from "/money.js";
import { inWords } from "/words.js";

const bid = (lotId, amount, accepted = true) => ({ lotId, auctionId: Math.floor(lotId / 10), amount, outcome: accepted ? "ACCEPTED" : "OUTBID" });
const sold = { leaderId: 7, price: 30, phase: "SOLD" };
const told = (stretches) => byLot(stretches).map((lots) => lots.map((lot) => lot.lotId + (lot.first ? "+" : "") + ":" + lot.bids.map((one) => one.amount)).join(" ")).join(" | ");

const SITUATIONS = [
  ["bids on several lots", told([[bid(12, 9), bid(21, 5), bid(12, 8)], [bid(12, 7), bid(11, 3)]]), "12:9,8,7 21+:5 | 11+:3"],
  ["no bids", told([[]]), ""],
  ["all bids of a lot", [howMany([bid(1, 9)], false), howMany([bid(1, 9), bid(1, 8)], false)].join(), "1 bid,2 bids"],
  ["bids of a lot that may have more", [howMany([bid(1, 9)], true), howMany([bid(1, 9), bid(1, 8)], true)].join(), "your latest bid,your latest 2 bids"],
  ["what a bid may have been lost by", [0, 400, 409, 429, 500, 502, 503, 504].filter((status) => mayHaveArrived({ status })).join(), "0,502,504"],
  ["the highest that counted", highest([bid(1, 30, false), bid(1, 20), bid(1, 25)]).amount, 25],
  ["none that counted", highest([bid(1, 30, false), bid(1, 40, false)]).amount, 30],
  ["the last bid of a lot that is sold", outcome(bid(1, 30), sold, 7), "WON"],
  ["somebody else's last bid", outcome(bid(1, 30), sold, 8), "OUTBID"],
  ["the last bid of an open lot", outcome(bid(1, 30), { ...sold, phase: "OPEN" }, 7), "LEADING"],
  ["an earlier bid of the winner", outcome(bid(1, 20), sold, 7), "OUTBID"],
  ["a bid that was refused", outcome(bid(1, 30, false), sold, 7), "OUTBID"],
  ["more than fit into one request", JSON.stringify(portions([1, 2, 3, 4, 5], 2)), "[[1,2],[3,4],[5]]"],
  ["nothing to ask for", JSON.stringify(portions([], 2)), "[]"],
  ["a price with cents", money(1234.5), "€1,234.50"],
  ["a large price", money(9999999999.99), "€9,999,999,999.99"],
  ["a price that binary fractions miss", cents(1.15), 115],
  ["below one", ofCents(5), "€0.05"],
  ["a debt", ofCents(-123456), "−€1,234.56"],
  ["no price", money(null), "–"],
  ["typed whole", parse("125"), 12500],
  ["typed with one decimal", parse("125.5"), 12550],
  ["typed with separators", parse("1,234.56"), 123456],
  ["typed with separated thousands only", parse("1,234"), 123400],
  ["typed with a decimal comma", parse("12,50"), 1250],
  ["typed with one decimal behind a comma", parse("1 234,5 €"), 123450],
  ["typed with a comma out of place", parse("12,3456"), null],
  ["typed with more digits than there are", parse("99,999,999,999"), null],
  ["typed with a currency", parse("€ 125.50"), 12550],
  ["typed with three decimals", parse("1.234"), null],
  ["typed negative", parse("-5"), null],
  ["typed as nothing", parse(""), null],
  ["for the API", JSON.stringify(forApi(123405)), "1234.05"],
  ["at least 1.00 more", minimumBid(5000), 5100],
  ["1 % more", minimumBid(20000), 20200],
  ["1 % more, rounded up to the cent", minimumBid(12345), 12469],
  ["until the phase ends", remaining(deadline(30000, 1000), 11000), 20000],
  ["after the phase ended", remaining(deadline(1000, 0), 5000), 0],
  ["a closed lot", deadline(null, 5), null],
  ["over a minute", countdown(65400), "1:05"],
  ["under a minute", countdown(42900), "42 s"],
  ["the last seconds", countdown(3490), "3.4 s"],
  ["in a minute", ahead("2026-01-01T00:01:30Z", Date.parse("2026-01-01T00:00:00Z")), "in 1 minute"],
  ["half a year ahead", ahead("2026-07-02T00:00:00Z", Date.parse("2026-01-01T00:00:00Z")), "in 6 months"],
  ["an hour ago", ahead("2025-12-31T23:00:00Z", Date.parse("2026-01-01T00:00:00Z")), null],
  ["a text that is too long", inWords("must have 1 to 80 characters: 99"), "Please write 1 to 80 characters."],
  ["a text that is missing", inWords("must not be blank"), "Please fill this in."],
  ["a span that ends before it begins", inWords("must be before 'to' 2026-01-01T00:00:00Z: 2027-01-01T00:00:00Z"), "The first day is after the last one."],
  ["prices the wrong way round", inWords("must not be above maxPrice 8: 9"), "The lowest price is above the highest."],
  ["what nobody thought of", inWords("must be green"), "Must be green."],
];

const wrong = SITUATIONS.filter(([, actual, expected]) => actual !== expected)
  .map(([situation, actual, expected]) => `wrong: ${situation} is ${actual}, not ${expected}.`);
document.getElementById("result").textContent = wrong.join(" ") || `${SITUATIONS.length} situations`;
