// Numbers as people read them; the same forms as in the report.
const grouped = new Intl.NumberFormat("en-US");

export const count = (value) => grouped.format(Math.round(value));

export function decimal(value) {
  if (value === 0) return "0";
  return value >= 99.95 ? count(value) : value.toFixed(1);
}

/** Microseconds with three digits; a dash for no sample. */
export function latency(micros) {
  if (micros < 0) return "–";
  const millis = micros / 1000;
  // By what is left after rounding: 999.6 ms are 1.00 s, not 1000 ms.
  if (millis >= 999.5) return (millis / 1000).toFixed(millis >= 9995 ? 1 : 2) + " s";
  return millis.toFixed(millis >= 99.95 ? 0 : millis >= 9.995 ? 1 : 2) + " ms";
}

/** As it was set, however short: a limit of 250 ms is not one of 0.3 s. */
export const limit = (millis) => millis / 1000 + " s";

export function percent(share) {
  const value = 100 * share;
  return value.toFixed(value === 0 || value >= 9.95 ? 0 : value >= 0.095 ? 1 : 2) + " %";
}

export function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
  const power = Math.min(units.length - 1, value < 1 ? 0 : Math.floor(Math.log2(value) / 10));
  const amount = value / 1024 ** power;
  return amount.toFixed(power === 0 || amount >= 100 || Number.isInteger(amount) ? 0 : 1) + " " + units[power];
}

/** At an axis: no digits that say nothing. */
export const short = (text) => text.replace(/(\.\d*?)0+(?=\D|$)/, "$1").replace(/\.(?=\D|$)/, "");

export const tick = (value) => (Number.isInteger(value) ? count(value) : short(value.toFixed(3)));

/** Minutes and seconds, from an hour on with hours. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return (hours ? hours + ":" + String(minutes).padStart(2, "0") : minutes) + ":" + String(whole % 60).padStart(2, "0");
}

export function took(millis) {
  const seconds = millis / 1000;
  return seconds < 10 ? seconds.toFixed(1) + " s" : seconds < 120 ? Math.round(seconds) + " s" : clock(seconds) + " min";
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
