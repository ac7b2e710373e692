// Reads one field of a change: a new value, a cleared one, or none given.

/** Answers the new value, null where it is cleared, else the one before. */
export function changedValue<T>(value: T | null | undefined, before: T | null | undefined): T | null {
  return value === undefined ? (before ?? null) : value;
}
