// Tells names of time zones from other texts.

/** Says whether a text is a time zone of the IANA data base as this program knows it. */
export function isTimeZone(text: string): boolean {
  // Offsets are no zones: they know no summer time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
