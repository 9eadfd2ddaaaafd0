// Lists in pieces.

/** The list in portions of at most so many. */
export const portions = (list, most) => Array.from({ length: Math.ceil(list.length / most) }, (_, n) => list.slice(n * most, (n + 1) * most));
