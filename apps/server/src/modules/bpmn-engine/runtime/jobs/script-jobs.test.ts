// Tests scripts that a job does: what they read may change between their run and their commit.
import type { InstanceState, Variables } from '@keelson/bpmn-core';
import { describe, expect, it } from 'vitest';
import { WORK_TRIES_MAX } from '../burst/changed-variables.ts';
import type { InstanceCommand } from '../command-burst.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { JobRow } from '../waits/job.store.ts';
import { createRunJob, type JobParts } from './run-job.ts';

const ROW = { id: 'i', number: 7, kind: 'WORK', instance_id: 'i' } as JobRow;

/** Runs the job on an instance whose `n` is counted up by somebody else before each of the first `changes` commits. */
async function runWhile(changes: number) {
  let n = 0;
  let left = changes;
  const given: unknown[] = [];
  const live = () => {
    const state = { waits: [{ number: 7, token: 1 }], tokens: [], scopes: [], variables: { n } as Variables };
    return { state: state as unknown as InstanceState } as LiveInstance;
  };
  const parts = {
    clock: { now: () => 0 },
    startTimers: {},
    definitionStates: {},
    doWork: () => Promise.resolve({ outcome: 'done', value: n + 1, writes: {}, read: ['n'], seen: { n } }),
    runtime: {
      async runByJob(_: string, { decide }: InstanceCommand<undefined>) {
        if (left-- > 0) n += 1;
        const command = decide(live());
        if (command !== null) given.push(command);
        return { answer: undefined };
      },
    },
  } as unknown as JobParts;
  await createRunJob(parts)({ row: ROW, leaseToken: 't' });
  return given;
}

describe('a job of a script', () => {
  it('bpmn-engine 39: hands in what was made of the values that are there by then', async () => {
    expect(await runWhile(0)).toMatchObject([{ kind: 'work', wait: 7, result: { outcome: 'done', value: 1 } }]);
    expect(await runWhile(3)).toMatchObject([{ kind: 'work', wait: 7, result: { outcome: 'done', value: 4 } }]);
  });

  it('bpmn-engine 39: fails where that changed each time', async () => {
    const failed = { outcome: 'failed', failure: { code: 'SCRIPT_FAILED' } };
    expect(await runWhile(WORK_TRIES_MAX + 5)).toMatchObject([{ kind: 'work', result: failed }]);
  });
});
