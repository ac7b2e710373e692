// Tests how long events are said to have waited for their seal.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createSealer } from './sealer.ts';

/** Holds a store whose first event is an hour old, and of which others may have the turn. */
function sealerOver(turns: readonly ({ readonly place: null } | null)[]) {
  const clock = createManualClock();
  const waiting = { observedTime: new Date(clock.now() - 3_600_000) };
  const lags: number[] = [];
  const given = [...turns];
  const store = {
    transaction: (work: (tx: unknown) => unknown) => work({ afterCommit: (done: () => void) => done() }),
    peek: async () => ({ waiting, restarted: false }),
    takeTurn: async () => given.shift() ?? null,
    findRestored: async () => [],
    findHeads: async () => [],
    follow: async () => {
      lags.push(sealer.lagMs());
      return { rows: [], cursor: { xid: 7n, order: 'x' }, horizon: null, restarted: false };
    },
    keepPlace: async () => undefined,
  };
  const sealer = createSealer({ clock, store: store as never, checkpoints: { signDue: async () => undefined } });
  return { clock, sealer, lags };
}

it('a process that has just started says nothing of events that were sealed long before it', async () => {
  const { sealer, lags } = sealerOver([{ place: null }, { place: null }]);
  await sealer.run();
  expect([lags, sealer.lagMs()]).toEqual([[0], 0]);
});

it('what another process has the turn to seal and does not has waited since this one looked first', async () => {
  const { clock, sealer } = sealerOver([]);
  await sealer.run();
  clock.advance(61_000);
  expect(sealer.lagMs()).toBe(61_000);
});

it('once its place is known an event has waited since it was observed', async () => {
  const { clock, sealer } = sealerOver([{ place: null }, { place: null }]);
  await sealer.run();
  await sealer.run();
  clock.advance(1_000);
  expect(sealer.lagMs()).toBe(3_601_000);
});
