// Tests the job that goes through the instances of a version: where it goes on, and what it does when it is ordered anew meanwhile.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../kernel/database/clock.ts';
import { PAGE_INSTANCES } from '../command-each.ts';
import type { DefinitionInstancesStore } from '../starts/definition-instances.store.ts';
import type { OrderedInstances } from '../starts/definition-states.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';
import { createSwitchInstances } from './definition-instances.ts';

const ordered = (order: string, suspended: boolean, reached: string | null = null) =>
  JSON.stringify({ order, suspended, actor: 'ada', reached } satisfies OrderedInstances);
const idOf = (index: number) => String(index).padStart(4, '0');

/** Holds so many instances; `during` happens while commands are under way, and may answer what was ordered meanwhile. */
function jobOf(
  payload: string,
  count: number,
  during: (ids: readonly string[]) => string | 'lost' | null = () => null,
) {
  const suspended = new Map(Array.from({ length: count }, (_, index) => [idOf(index), false]));
  let stored: string | null = payload;
  const commands: string[] = [];
  const swap = (from: string, to: string | null): boolean => {
    if (stored !== from) return false;
    stored = to;
    return true;
  };
  const store: DefinitionInstancesStore = {
    page: async ({ after, max }, wanted) =>
      [...suspended]
        .filter(([id, is]) => is !== wanted && (after === null || id > after))
        .slice(0, max)
        .map(([id]) => id),
    reach: async (_, __, from, to) => swap(from, to),
    remove: async (_, __, from) => swap(from, null),
    payload: async () => stored,
  };
  const switchInstances = createSwitchInstances({
    clock: createManualClock(0),
    store,
    async commandEach(ids, { decide }) {
      const command = decide({} as Parameters<typeof decide>[0]);
      for (const id of ids) suspended.set(id, command?.kind === 'suspend');
      commands.push(`${command?.kind} ${ids.at(0)}-${ids.at(-1)} ${command?.actor}`);
      const meanwhile = during(ids);
      if (meanwhile !== null) stored = meanwhile === 'lost' ? null : meanwhile;
    },
  });
  const run = () =>
    switchInstances({ row: { id: 'job', definition_id: 'd', payload }, leaseToken: 't' } as unknown as ClaimedJob);
  return { run, commands, stored: () => stored, count: () => [...suspended.values()].filter(Boolean).length };
}

describe('the job of the instances of a version', () => {
  it('goes through all of them in pages, in the name of who asked, and is gone then', async () => {
    const job = jobOf(ordered('1', true), PAGE_INSTANCES + 1);
    await job.run();
    expect(job.commands).toEqual([`suspend 0000-${idOf(PAGE_INSTANCES - 1)} ada`, 'suspend 0050-0050 ada']);
    expect([job.count(), job.stored()]).toEqual([PAGE_INSTANCES + 1, null]);
  });

  it('goes on behind the instance that another process had reached', async () => {
    const job = jobOf(ordered('1', true, '0009'), 12);
    await job.run();
    expect(job.commands).toEqual(['suspend 0010-0011 ada']);
  });

  it('begins again where the opposite was ordered while it was at work, so that the last order holds', async () => {
    let isFirst = true;
    const job = jobOf(ordered('1', true), PAGE_INSTANCES * 2, () => {
      if (!isFirst) return null;
      isFirst = false;
      return ordered('2', false);
    });
    await job.run();
    expect(job.commands.map((command) => command.split(' ')[0])).toEqual(['suspend', 'activate']);
    expect([job.count(), job.stored()]).toEqual([0, null]);
  });

  it('stops where another process has it now', async () => {
    const job = jobOf(ordered('1', true), PAGE_INSTANCES * 3, () => 'lost');
    await job.run();
    expect(job.commands).toHaveLength(1);
  });
});
