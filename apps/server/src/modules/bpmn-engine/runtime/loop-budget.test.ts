// Holds who has to wait after blocking the event loop, for how long, and that nobody else does.
import { describe, expect, it } from 'vitest';
import { createLoopBudget } from './loop-budget.ts';

function startBudget() {
  let nowMs = 0;
  const budget = createLoopBudget(() => nowMs);
  const takeMs = (username: string, ms: number, tenant = 'default') =>
    budget.run(tenant, username, () => {
      nowMs += ms;
      return ms;
    });
  return { takeMs, pass: (ms: number) => (nowMs += ms), budget };
}

const refused = expect.objectContaining({ code: 'RATE_LIMITED' });

describe('the budget of the event loop', () => {
  it('lets a caller block it for five seconds at once, and then asks to wait; others go on', () => {
    const { takeMs } = startBudget();
    for (let n = 0; n < 5; n += 1) expect(takeMs('ada', 1_000)).toBe(1_000);
    expect(() => takeMs('ada', 1)).toThrow(refused);
    expect(takeMs('ada', 1_000, 'north')).toBe(1_000);
    expect(takeMs('max', 1_000)).toBe(1_000);
  });

  it('counts no work that is as short as usual, however often it is done', () => {
    const { takeMs } = startBudget();
    for (let n = 0; n < 10_000; n += 1) takeMs('ada', 50);
    expect(takeMs('ada', 4_000)).toBe(4_000);
  });

  it('says when to come back, and lets the caller in again then', () => {
    const { takeMs, pass } = startBudget();
    takeMs('ada', 6_000);
    let options: { retryAfterSeconds?: number } = {};
    try {
      takeMs('ada', 1);
    } catch (error) {
      ({ options } = error as { options: typeof options });
    }
    expect(options.retryAfterSeconds).toBe(13);
    pass(11_000);
    expect(() => takeMs('ada', 1)).toThrow(refused);
    pass(2_000);
    expect(takeMs('ada', 1_000)).toBe(1_000);
    pass(60_000);
    for (let n = 0; n < 5; n += 1) takeMs('ada', 1_000);
  });

  it('counts work that fails, too', () => {
    const { budget, pass, takeMs } = startBudget();
    const failing = () =>
      budget.run('default', 'ada', () => {
        pass(5_000);
        throw new Error('too deep');
      });
    expect(failing).toThrow('too deep');
    expect(() => takeMs('ada', 1)).toThrow(refused);
  });
});
