// Writes a line for each event, and one line for many of the same kind, so that a flood does not fill the disk.
import type { Logger } from './logger.ts';

type Level = 'info' | 'warn';
type Fields = Readonly<Record<string, unknown>>;

export interface SummedLog {
  /** `kind` are the fields that make happenings alike; they stand in each line and in the sum. */
  write(level: Level, kind: Fields, rest: Fields, message: string): void;
}

/** Lines of one kind within one interval; further ones are summed up. */
const LINES_MAX = 5;
const INTERVAL_MS = 10_000;

interface SummedKind {
  readonly level: Level;
  readonly kind: Fields;
  readonly message: string;
  lines: number;
  more: number;
}

/** `after` calls back once that many milliseconds have passed, without keeping the process alive. */
export function createSummedLog(
  log: Logger,
  after: (ms: number, work: () => void) => void = (ms, work) => void setTimeout(work, ms).unref(),
): SummedLog {
  const kinds = new Map<string, SummedKind>();
  const sumUp = (): void => {
    for (const { level, kind, message, more } of kinds.values()) {
      if (more > 0) log[level]({ ...kind, count: more, intervalMs: INTERVAL_MS }, `further ones: ${message}`);
    }
    kinds.clear();
  };
  return {
    write(level, kind, rest, message) {
      const key = `${message} ${Object.values(kind).join(' ')}`;
      if (kinds.size === 0) after(INTERVAL_MS, sumUp);
      const known = kinds.get(key) ?? { level, kind, message, lines: 0, more: 0 };
      kinds.set(key, known);
      if (known.lines >= LINES_MAX) {
        known.more += 1;
        return;
      }
      known.lines += 1;
      log[level]({ ...kind, ...rest }, message);
    },
  };
}
