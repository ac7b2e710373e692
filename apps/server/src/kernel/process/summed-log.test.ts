// Holds which happenings get a line of their own, and that the others are summed up.
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { createSummedLog } from './summed-log.ts';

type Line = Readonly<Record<string, unknown>>;

function startLog() {
  const lines: Line[] = [];
  const waiting: (() => void)[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(JSON.parse(line) as Line) });
  const summed = createSummedLog(logger, (ms, work) => {
    expect(ms).toBe(10_000);
    waiting.push(work);
  });
  const passInterval = (): void => {
    for (const work of waiting.splice(0)) work();
  };
  return { lines, summed, passInterval, waiting };
}

describe('a log that sums up', () => {
  it('has one line for each of the first, with all its fields', () => {
    const { lines, summed } = startLog();
    summed.write('warn', { code: 'A' }, { requestId: '1' }, 'refused');
    summed.write('info', { code: 'B' }, { requestId: '2' }, 'happened');
    expect(lines).toMatchObject([
      { level: 'warn', code: 'A', requestId: '1', msg: 'refused' },
      { level: 'info', code: 'B', requestId: '2', msg: 'happened' },
    ]);
  });

  it('counts what repeats, each kind for itself, and begins again after the interval', () => {
    const { lines, summed, passInterval } = startLog();
    for (let n = 0; n < 17_000; n += 1)
      summed.write('warn', { code: 'A', status: 429 }, { requestId: String(n) }, 'refused');
    summed.write('warn', { code: 'B', status: 404 }, {}, 'refused');
    expect(lines).toHaveLength(6);
    passInterval();
    expect(lines.slice(6)).toEqual([
      expect.objectContaining({
        code: 'A',
        status: 429,
        count: 16_995,
        intervalMs: 10_000,
        msg: 'further ones: refused',
      }),
    ]);
    expect(lines[6]).not.toHaveProperty('requestId');
    summed.write('warn', { code: 'A', status: 429 }, {}, 'refused');
    expect(lines).toHaveLength(8);
    passInterval();
    expect(lines).toHaveLength(8);
  });

  it('waits for no interval while nothing happens', () => {
    const { summed, passInterval, waiting } = startLog();
    expect(waiting).toHaveLength(0);
    summed.write('info', { code: 'A' }, {}, 'happened');
    summed.write('info', { code: 'A' }, {}, 'happened');
    expect(waiting).toHaveLength(1);
    passInterval();
    expect(waiting).toHaveLength(0);
  });
});
