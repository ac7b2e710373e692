// Tests what a client learns that has missed too much: a gap, once, and then what comes.
import { expect, it, vi } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createTailFollowing } from './tail-following.ts';
import type { ReadTailed } from './tailed-event.ts';

const clock = createManualClock();
const PRESENT = { xid: '1000000', order: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

/** Has an event for each transaction up to the present one, of which every tenth fits. */
const readOn: ReadTailed = async (cursor) => {
  const from = Number(cursor?.xid ?? 0) + 1;
  const events = Array.from({ length: 200 }, (_, number) => {
    const place = { xid: String(from + number), order: '00000000-0000-0000-0000-000000000001' };
    const eventName = (from + number) % 10 === 0 ? 'fits' : 'else';
    const observedTime = new Date(clock.now());
    const row = { eventName, eventType: 'APPLICATION', level: 'INFO', tenantIdentifier: 'default', observedTime };
    return { place, row, model: { eventName, observedTime: observedTime.toISOString() }, bytes: 100 };
  });
  return { events, cursor: events.at(-1)?.place, horizon: null, restarted: false } as never;
};

function open(eventName: string, from: number) {
  const send = vi.fn();
  const parts = { clock, log: { warn() {} }, eventReader: { position: async () => PRESENT }, readOn };
  const start = { xid: String(from), order: '00000000-0000-0000-0000-000000000001' };
  const sink = { send, mark: vi.fn(), end: vi.fn(), relay: vi.fn() };
  createTailFollowing(parts as never).open(sink, ({ row }) => row.eventName === eventName, start);
  return { kinds: () => send.mock.calls.map(([{ event }]) => event as string) };
}

it('is told what fits while that is ten thousand events, and of a gap beyond', async () => {
  const few = open('fits', 950_000);
  await vi.waitFor(() => expect(few.kinds().length).toBeGreaterThanOrEqual(5_000), { timeout: 10_000 });
  expect(few.kinds()).not.toContain('gap');

  const many = open('fits', 850_000);
  await vi.waitFor(() => expect(many.kinds().at(-1)).toBe('gap'), { timeout: 10_000 });
  expect(many.kinds().filter((kind) => kind === 'log-event').length).toBeGreaterThan(10_000);
});

it('hears of a gap where what fits lies among too many others', async () => {
  const rare = open('nothing', 100_000);
  await vi.waitFor(() => expect(rare.kinds()).toEqual(['gap']), { timeout: 10_000 });
});
