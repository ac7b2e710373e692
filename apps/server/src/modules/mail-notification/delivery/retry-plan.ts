// Computes when a mail is tried again.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';

/**
 * Pauses between attempts that count; every later one is the last of these. RFC 5321, 4.5.4.1, asks for half an hour
 * and more before long.
 */
const PAUSES_MS = [
  10 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
];
const LONGEST_MS = 4 * HOUR_MS;
/** Random share of a pause: mails that were deferred together do not come back together. */
const SPREAD = 0.2;
const UNIT_MS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS };

/** Pause of a mail that may have arrived, and of one that a relay refused as it refuses all. */
export const DOUBT_PAUSE_MS = MINUTE_MS;

/**
 * Answers milliseconds; `attemptCount` counts the attempts that count, the last one among them; `namedMs` is what the answers of
 * the server ask for; `random` lies in 0..1.
 */
export function retryPauseMs(attemptCount: number, namedMs: number, random: number): number {
  const planned = PAUSES_MS[Math.min(attemptCount, PAUSES_MS.length) - 1] ?? LONGEST_MS;
  const spread = planned * (1 + SPREAD * (2 * random - 1));
  return Math.round(Math.max(spread, namedMs));
}

/** Reads `try again in 300 seconds` in answers, and answers the longest time; 0 where they name none. */
export function namedPauseMs(texts: readonly (string | null)[]): number {
  const named = texts.map((text) => {
    const match = /\b(?:in|after|for)\s+(\d{1,6})\s*(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?)?\b/i.exec(
      text ?? '',
    );
    return match === null ? 0 : Number(match[1]) * (UNIT_MS[match[2]!.toLowerCase()] ?? 0);
  });
  return Math.min(Math.max(0, ...named), LONGEST_MS);
}
