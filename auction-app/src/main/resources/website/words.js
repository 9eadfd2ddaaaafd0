// What the server says of a field, in the words of the person who filled it in.

const SAYINGS = [
  [/^must have (\d+) to (\d+) characters/, (from, to) => `Please write ${from === "0" ? "at most" : `${from} to`} ${to} characters.`],
  [/^must not be (blank|null|empty)/, () => "Please fill this in."],
  [/^must have visible characters/, () => "This has invisible characters. Please type it again."],
  [/^must be an address in ASCII/, () => "An e-mail address looks like ada@example.com."],
  [/^is not the current password/, () => "This is not your current password."],
  [/^must not be above maxPrice/, () => "The lowest price is above the highest."],
  [/^must be before 'to'/, () => "The first day is after the last one."],
  [/^must be between [0-9-]+T/, () => "Please choose a day between 1970 and 9998."],
  [/^must be a number|^must be an amount of money|^an amount looks like/, () => "An amount looks like 125 or 125.50."],
  [/^must be from now to ten years ahead/, () => "An auction begins from now to ten years ahead."],
  [/^must be a (date|time)/, () => "Please choose a day."],
  [/^must not be longer than \d+ bytes/, () => "This password is too long."],
];

/** The message as a sentence: in these words, or in the server's own. */
export function inWords(message) {
  for (const [pattern, say] of SAYINGS) {
    const found = pattern.exec(message);
    if (found) {
      return say(...found.slice(1));
    }
  }
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`;
}
