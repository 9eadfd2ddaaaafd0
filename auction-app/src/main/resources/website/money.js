// Amounts of money, in euros. Sums are made in whole cents: binary fractions of a price would be wrong sooner or later.

const AMOUNT = /^(\d+|\d{1,3}(?:[,’']\d{3})+)(?:[.,](\d{1,2}))?$/;
const MOST_DIGITS = 10;
const SMALLEST_INCREMENT = 100;
const CURRENCY = "€";

/** The cents of an amount as the API writes it. */
export function cents(amount) {
  return Math.round(Number(amount) * 100);
}

/**
 * The cents of what a person typed, with or without currency and thousands separators; null when that is no amount. Before one or two last
 * digits a comma is a decimal one, as many people write it.
 */
export function parse(text) {
  const [, whole = "", fraction = ""] = AMOUNT.exec(text.replace(/[\s€]/g, "")) ?? [];
  const digits = whole.replace(/\D/g, "");
  return digits && digits.length <= MOST_DIGITS ? Number(digits) * 100 + Number(fraction.padEnd(2, "0")) : null;
}

/** How an amount of the API is shown: €1,234.50. */
export function money(amount) {
  return amount === null || amount === undefined ? "–" : ofCents(cents(amount));
}

export function ofCents(amount) {
  const whole = Math.trunc(Math.abs(amount) / 100).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `${amount < 0 ? "−" : ""}${CURRENCY}${whole}.${(Math.abs(amount) % 100).toString().padStart(2, "0")}`;
}

/** An amount as the API reads it: a JSON number of at most two decimals. */
export function forApi(amountInCents) {
  return Number(`${Math.trunc(amountInCents / 100)}.${(amountInCents % 100).toString().padStart(2, "0")}`);
}

/** The smallest next bid after this price: 1 % more, rounded up to the cent, and at least 1.00 more. */
export function minimumBid(priceInCents) {
  return priceInCents + Math.max(SMALLEST_INCREMENT, Math.ceil(priceInCents / 100));
}
