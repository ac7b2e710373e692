// Keeps the answers of queries of options, for as long as their parameters say: a form that many people open queries
// once.
import { createHash } from 'node:crypto';
import { SECOND_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Options } from './option-types.ts';

/** Characters that are kept: ten lists of the greatest length with ordinary texts. */
const KEPT_CHARACTERS_MAX = 4 * 1_024 * 1_024;

interface Kept {
  readonly options: Options;
  readonly until: number;
}

function charactersOf({ options: { options } }: Kept): number {
  return options.reduce((sum, { value, label }) => sum + value.length + label.length, 1);
}

export function createKeptOptions(clock: Clock) {
  const kept = new LRUCache<string, Kept>({ maxSize: KEPT_CHARACTERS_MAX, sizeCalculation: charactersOf });
  /**
   * Answers kept or new options; `asked` has everything that the answer depends on; with 0 seconds nothing is looked
   * up.
   */
  return async (asked: unknown, seconds: number, read: () => Promise<Options>): Promise<Options> => {
    if (seconds === 0) return read();
    const key = createHash('sha256').update(JSON.stringify(asked)).digest('base64');
    const found = kept.get(key);
    if (found !== undefined && found.until > clock.now()) return found.options;
    const options = await read();
    kept.set(key, { options, until: clock.now() + seconds * SECOND_MS });
    return options;
  };
}
