// These tests look at exclusive gateways: the first true condition, the default, no way at all, merging.
import { describe, expect, it } from 'vitest';
import { computed, constant, processModel, variable } from '../../testing/model-builder.ts';
import { started, startResult, trace } from '../../testing/run.ts';

function split(withDefault: boolean) {
  return processModel({
    nodes: {
      start: 'startEvent',
      choice: ['exclusiveGateway', withDefault ? { defaultTo: 'other' } : {}],
      other: 'task',
      big: 'task',
      huge: 'task',
    },
    flows: [
      ['start', 'choice'],
      ['choice', 'other', withDefault ? null : constant(false)],
      ['choice', 'big', computed('#{n > 10}', (context) => Number(context.variable('n')) > 10)],
      ['choice', 'huge', computed('#{n > 100}', (context) => Number(context.variable('n')) > 100)],
    ],
  });
}

function taken(model: ReturnType<typeof split>, n: number): string[] {
  return trace(model, started(model, { variables: { n } })).filter((word) => word.startsWith('choice-'));
}

describe('an exclusive split', () => {
  it('takes the first flow whose condition is true and no other', () => {
    expect(taken(split(true), 1_000)).toEqual(['choice-big']);
  });

  it('takes the default when no condition is true, though it stands first in the document', () => {
    expect(taken(split(true), 1)).toEqual(['choice-other']);
  });

  it('fails the command when no condition is true and there is no default', () => {
    expect(startResult(split(false), { variables: { n: 1 } })).toEqual({
      outcome: 'failed',
      failure: { code: 'NO_FLOW_SELECTED', elementId: 'choice', message: expect.stringContaining('choice') },
    });
  });

  it('does not evaluate the conditions after the one that is true', () => {
    const model = processModel({
      nodes: { start: 'startEvent', choice: 'exclusiveGateway', a: 'task', b: 'task' },
      flows: [
        ['start', 'choice'],
        ['choice', 'a', constant(true)],
        ['choice', 'b', variable('unknown')],
      ],
    });
    expect(trace(model, started(model))).toContain('choice-a');
  });

  it('fails on a condition that gives no boolean, and names kind and expression but not the value', () => {
    const model = processModel({
      nodes: { start: 'startEvent', choice: 'exclusiveGateway', a: 'task', b: 'task' },
      flows: [
        ['start', 'choice'],
        ['choice', 'a', variable('secret')],
        ['choice', 'b'],
      ],
    });
    const result = startResult(model, { variables: { secret: 'true' } });
    const message = 'Expression #{secret}: gives a string, not a boolean';
    expect(result).toEqual({ outcome: 'failed', failure: { code: 'EXPRESSION_FAILED', elementId: 'choice', message } });
  });

  it('fails on an unknown variable', () => {
    expect(
      startResult(
        processModel({
          nodes: { start: 'startEvent', choice: 'exclusiveGateway', a: 'task' },
          flows: [
            ['start', 'choice'],
            ['choice', 'a', variable('unknown')],
          ],
        }),
      ),
    ).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', message: expect.stringContaining('unknown is unknown') } });
  });

  it('chooses inside a branch of a parallel split as it does alone', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        fork: 'parallelGateway',
        choice: 'exclusiveGateway',
        a: 'task',
        b: 'task',
        c: 'task',
      },
      flows: [
        ['start', 'fork'],
        ['fork', 'choice'],
        ['fork', 'c'],
        ['choice', 'a', constant(false)],
        ['choice', 'b', constant(true)],
      ],
    });
    const words = trace(model, started(model));
    expect(words).toContain('-b');
    expect(words).toContain('-c');
    expect(words).not.toContain('+a');
  });
});

describe('an exclusive merge', () => {
  it('passes each token on at once, without waiting for others', () => {
    const model = processModel({
      nodes: { start: 'startEvent', fork: 'parallelGateway', merge: 'exclusiveGateway', after: 'task' },
      flows: [
        ['start', 'fork'],
        ['fork', 'merge'],
        ['fork', 'merge'],
        ['merge', 'after'],
      ],
    });
    expect(trace(model, started(model)).filter((word) => word === '-after')).toHaveLength(2);
  });

  it('ends the token when nothing leads out', () => {
    const model = processModel({
      nodes: { start: 'startEvent', merge: 'exclusiveGateway' },
      flows: [['start', 'merge']],
    });
    expect(trace(model, started(model)).slice(-2)).toEqual(['-merge', 'end']);
  });

  it('runs a loop as often as its condition says', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        merge: 'exclusiveGateway',
        work: 'task',
        again: ['exclusiveGateway', { defaultTo: 'done' }],
        done: 'endEvent',
      },
      flows: [
        ['start', 'merge'],
        ['merge', 'work'],
        ['work', 'again'],
        [
          'again',
          'merge',
          computed('#{execution.setVariable...}', (context) => {
            const rounds = Number(context.variable('rounds') ?? 0) + 1;
            context.setVariable('rounds', rounds);
            return rounds < 10;
          }),
        ],
        ['again', 'done'],
      ],
    });
    const run = started(model);
    expect(trace(model, run).filter((word) => word === '+work')).toHaveLength(10);
    expect(run.state.variables).toEqual({ rounds: 10 });
  });
});
