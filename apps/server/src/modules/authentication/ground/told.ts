// Reads one field of a change: what was said, what was cleared, and what nobody spoke of.

/** Answers the told value, null where it is cleared, else the one before. */
export function told<T>(value: T | null | undefined, before: T | null | undefined): T | null {
  return value === undefined ? (before ?? null) : value;
}
