// Writes dates as the interface shows them.
import { SECOND_MS } from '@keelson/time-zone/units';

/** Endings of a date by the milliseconds of its second. */
const ENDINGS = Array.from({ length: SECOND_MS }, (_, ms) => `${String(ms).padStart(3, '0')}Z`);

let knownSecond = Number.NaN;
let knownText = '';

/** Writes a date as `toISOString` does; most dates of an answer are of one second, which is written once. */
export function isoDate(at: Date | number): string {
  const ms = typeof at === 'number' ? at : at.getTime();
  const second = Math.floor(ms / SECOND_MS);
  if (second !== knownSecond) {
    knownText = new Date(second * SECOND_MS).toISOString().slice(0, -ENDINGS[0]!.length);
    knownSecond = second;
  }
  return knownText + ENDINGS[Math.floor(ms - second * SECOND_MS)]!;
}

export function isoDateOrNull(at: Date | number | null): string | null {
  return at === null ? null : isoDate(at);
}
