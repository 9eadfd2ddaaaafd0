// Situations of the pages' arithmetic; the page says what came out.
import { countdown, deadline, remaining } from "/clock.js";
import { cents, forApi, minimumBid, money, ofCents, parse } from "/money.js";

const SITUATIONS = [
  ["a price with cents", money(1234.5), "1,234.50"],
  ["a large price", money(9999999999.99), "9,999,999,999.99"],
  ["a price that binary fractions miss", cents(1.15), 115],
  ["below one", ofCents(5), "0.05"],
  ["a debt", ofCents(-123456), "−1,234.56"],
  ["no price", money(null), "–"],
  ["typed whole", parse("125"), 12500],
  ["typed with one decimal", parse("125.5"), 12550],
  ["typed with separators", parse("1,234.56"), 123456],
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
];

const wrong = SITUATIONS.filter(([, actual, expected]) => actual !== expected)
  .map(([situation, actual, expected]) => `wrong: ${situation} is ${actual}, not ${expected}.`);
document.getElementById("result").textContent = wrong.join(" ") || `${SITUATIONS.length} situations`;
