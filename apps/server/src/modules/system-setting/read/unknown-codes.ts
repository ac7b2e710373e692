// Remembers unknown codes, so that a misspelt one is seen in the log and a scan does not fill it.
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Logger } from '../../../kernel/process/logger.ts';

const CODES_MAX = 100;

/** Logs a code once an hour, at most 100 codes an hour. */
export function createUnknownCodeLog(clock: Clock, log: Logger): (code: string) => void {
  let codes = new Set<string>();
  let hourEnds = 0;
  return (code) => {
    const now = clock.now();
    if (now >= hourEnds) {
      codes = new Set();
      hourEnds = now + HOUR_MS;
    }
    if (codes.size >= CODES_MAX || codes.has(code)) return;
    codes.add(code);
    log.warn({ code }, 'a setting was asked for that does not exist');
  };
}
