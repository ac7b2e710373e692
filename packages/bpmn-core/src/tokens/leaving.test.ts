// These tests look at which flows an activity leaves by: the table of conditional, unconditional and default flows.
import { describe, expect, it } from 'vitest';
import type { FlowDraft } from '../testing/model-builder.ts';
import { constant, processModel } from '../testing/model-builder.ts';
import { started, startResult, trace } from '../testing/run.ts';

type Way = 'unconditional' | 'true' | 'false' | 'default';

function activity(ways: readonly Way[]) {
  const targets = ways.map((_, index) => `target${index}`);
  const flows = ways.map((way, index): FlowDraft => {
    const condition = way === 'true' || way === 'false' ? constant(way === 'true') : null;
    return ['work', targets[index]!, condition];
  });
  const defaultTo = targets[ways.indexOf('default')];
  return processModel({
    nodes: {
      start: 'startEvent',
      work: ['task', defaultTo === undefined ? {} : { defaultTo }],
      ...Object.fromEntries(targets.map((target) => [target, 'endEvent' as const])),
    },
    flows: [['start', 'work'], ...flows],
  });
}

describe('an activity leaves by', () => {
  it.each<[readonly Way[], readonly number[]]>([
    [
      ['unconditional', 'unconditional'],
      [0, 1],
    ],
    [
      ['true', 'false', 'true'],
      [0, 2],
    ],
    [['unconditional', 'false'], [0]],
    [
      ['unconditional', 'true'],
      [0, 1],
    ],
    [['default', 'false'], [0]],
    [['default', 'true'], [1]],
    [
      ['default', 'unconditional', 'false'],
      [0, 1],
    ],
    [
      ['unconditional', 'false', 'default'],
      [0, 2],
    ],
    [
      ['default', 'unconditional', 'true'],
      [1, 2],
    ],
    [
      ['default', 'unconditional'],
      [0, 1],
    ],
    [['default'], [0]],
  ])('%j: flows %j', (ways, taken) => {
    const model = activity(ways);
    const words = trace(model, started(model)).filter((word) => word.startsWith('work-'));
    expect(words).toEqual(taken.map((index) => `work-target${index}`));
  });

  it('an activity leaves by nothing at all when it has no way out: the token ends', () => {
    const model = activity([]);
    expect(trace(model, started(model)).slice(-2)).toEqual(['-work', 'end']);
  });

  it.each<[readonly Way[]]>([[['false']], [['false', 'false']]])('%j: the failure NO_FLOW_SELECTED', (ways) => {
    expect(startResult(activity(ways))).toMatchObject({
      outcome: 'failed',
      failure: { code: 'NO_FLOW_SELECTED', elementId: 'work' },
    });
  });

  it('a condition that is no boolean is the failure EXPRESSION_FAILED', () => {
    for (const value of [null, 1, 'true', []]) {
      const model = processModel({
        nodes: { start: 'startEvent', work: 'task', end: 'endEvent' },
        flows: [
          ['start', 'work'],
          ['work', 'end', constant(value)],
        ],
      });
      expect(startResult(model)).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', elementId: 'work' } });
    }
  });
});
