// Writes dates as the interface shows them.

export function isoDate(at: Date | number): string {
  return new Date(at).toISOString();
}

export function isoDateOrNull(at: Date | number | null): string | null {
  return at === null ? null : isoDate(at);
}
