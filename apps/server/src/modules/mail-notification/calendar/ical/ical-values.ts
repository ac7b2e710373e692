// Writes dates, instants and addresses as values of iCalendar.

/** `20260301`, of the day that an instant is on in UTC. */
export function icalDate(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10).replaceAll('-', '');
}

/** `20260301T070000Z`. */
export function icalInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Characters that an address may hold unescaped (RFC 6068). */
const PLAIN: Readonly<Record<string, string>> = { '%2B': '+', '%24': '$' };

/** Writes `mailto:ada@example.org`, percent-encoded where a URL must be. */
export function mailtoAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = encodeURIComponent(address.slice(0, at)).replaceAll(/%2B|%24/g, (code) => PLAIN[code]!);
  return `mailto:${local}@${address.slice(at + 1)}`;
}

/** Writes `20260301T100000`; the time on the wall is given as the instant that it would be in UTC. */
export function icalLocal(local: number): string {
  return new Date(local).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
}
