// Tests decisions of large files, which a thread makes that may have forgotten the file.
import type { DecisionResult } from '@keelson/bpmn-host';
import { expect, it } from 'vitest';
import type { ReadingLane } from '../definitions/reading-lane.ts';
import { createLoopBudget } from '../loop-budget.ts';
import type { DecisionStore } from './decision.store.ts';
import { createDecisions } from './decisions.ts';

const DECISION = {
  id: 'd:1:a',
  key: 'd',
  version: 1,
  versionTag: null,
  deploymentId: 'one',
  resourceName: 'd.dmn',
};
const OF = { tenantIdentifier: 'default', username: 'ada', at: 0 };
const RESULT: DecisionResult = { outcome: 'done', rows: [{ d: 1 }], records: [] };

it('hands a large file over once, and again where the thread has forgotten it', async () => {
  let known = false;
  let reads = 0;
  const asked: boolean[] = [];
  const ask = (_tenant: string, _kind: string, { bytes }: { readonly bytes: Uint8Array | null }) => {
    asked.push(bytes !== null);
    known ||= bytes !== null;
    return Promise.resolve({ answer: known ? RESULT : null, tookMs: 1 });
  };
  const findFile = () => {
    reads++;
    return Promise.resolve(Buffer.from('a file'));
  };
  const decisions = createDecisions({
    store: { findFile } as unknown as DecisionStore,
    budget: createLoopBudget(),
    lane: { ask } as unknown as ReadingLane,
    atOnceBytes: 1,
  });
  const decide = () => decisions.evaluate(DECISION, {}, OF);
  for (let round = 0; round < 3; round++) {
    expect(await decide()).toEqual({ outcome: 'done', rows: [{ d: 1 }], made: [] });
  }
  known = false;
  expect((await decide()).outcome).toBe('done');
  expect([asked, reads]).toEqual([[true, false, false, false, true], 2]);
});

it('makes nobody wait for who has used up the share of the thread', async () => {
  const budget = createLoopBudget();
  const decisions = createDecisions({
    store: { findFile: () => Promise.resolve(Buffer.from('a file')) } as unknown as DecisionStore,
    budget,
    lane: { ask: () => Promise.resolve({ answer: RESULT, tookMs: 6_000 }) } as unknown as ReadingLane,
    atOnceBytes: 1,
  });
  await decisions.evaluate(DECISION, {}, OF);
  await expect(decisions.evaluate(DECISION, {}, OF)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect((await decisions.evaluate(DECISION, {}, { ...OF, username: 'bob' })).outcome).toBe('done');
});
