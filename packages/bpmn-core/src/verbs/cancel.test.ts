// These tests look at cancelling an instance: what ends with it, who hears of it, and in which order.
import { describe, expect, it } from 'vitest';
import { timelineOf } from '../reading/timeline.ts';
import { step } from '../step.ts';
import { compiled } from '../testing/expression-context.ts';
import { computed, constant, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { after, started } from '../testing/run.ts';
import { message } from '../testing/triggers.ts';

/** Writes the names of those that end, in order. */
function onEnd(name: string): Pick<NodeDraft, 'listeners'> {
  const expression = computed(name, (context) => {
    context.setVariable('ended', [...((context.variable('ended') as string[] | undefined) ?? []), name]);
    return null;
  });
  return { listeners: [{ event: 'end', expression, script: null } as never] };
}

const base = processModel({
  nodes: {
    start: 'startEvent',
    sub: ['subProcess', onEnd('sub')],
    x: ['userTask', { in: 'sub', ...onEnd('x') }],
    stop: ['boundaryEvent', { on: 'sub', triggers: [message('stop')] }],
    call: [
      'callActivity',
      {
        call: {
          key: constant('child'),
          binding: { kind: 'latest' },
          tenant: null,
          name: null,
          businessKey: null,
          in: [],
          out: [],
        } as never,
        ...onEnd('call'),
      },
    ],
  },
  flows: [
    ['start', 'sub'],
    ['start', 'call'],
  ],
});
const model = { ...base, listeners: onEnd('process').listeners! };
const cancel = { kind: 'cancel', at: 2_000, actor: 'op' } as const;

describe('a cancelled instance', () => {
  it('closes tasks, called instances and all that is armed, and ends as cancelled', () => {
    const run = started(model);
    const call = run.state.waits.find((wait) => wait.kind === 'work' && wait.work === 'call')!;
    const { state, effects } = after(model, run, cancel);
    expect(state).toMatchObject({ tokens: [], tasks: [], waits: [], scopes: [], returns: [] });
    expect(effects).toContainEqual({ kind: 'close-wait', wait: call, reason: 'CANCELLED' });
    expect(effects.filter(({ kind }) => kind === 'close-wait')).toHaveLength(2);
    expect(effects).toContainEqual({ kind: 'close-task', task: run.state.tasks[0], reason: 'CANCELLED' });
    expect(effects.at(-1)).toEqual({ kind: 'end', endState: 'CANCELLED' });
    expect(step(model, state, cancel)).toEqual({ outcome: 'refused', code: 'INSTANCE_ENDED' });
  });

  it('says why it was cancelled where somebody gave a reason, in at most 4,000 characters', () => {
    const run = after(model, started(model), { ...cancel, reason: 'ordered twice' });
    expect(run.effects.at(-1)).toEqual({ kind: 'end', endState: 'CANCELLED', reason: 'ordered twice' });
    expect(run.records[1]!.events.at(-1)).toEqual(['e', 'CANCELLED', null, 'ordered twice', null]);
    expect(timelineOf(model, run.records).at(-1)).toMatchObject({
      kind: 'instance-ended',
      detail: { endState: 'CANCELLED', reason: 'ordered twice' },
    });
    expect(after(model, started(model), cancel).records[1]!.events.at(-1)).toEqual(['e', 'CANCELLED']);
    const { state } = started(model);
    expect(after(model, started(model), { ...cancel, reason: 'x'.repeat(4_000) }).state.tokens).toEqual([]);
    expect(step(model, state, { ...cancel, reason: 'x'.repeat(4_001) })).toMatchObject({
      outcome: 'failed',
      failure: { code: 'LIMIT_EXCEEDED' },
    });
  });

  it('ends as what ended it from above', () => {
    const terminated = after(model, started(model), { ...cancel, cause: { endState: 'TERMINATED' } });
    expect(terminated.effects.at(-1)).toEqual({ kind: 'end', endState: 'TERMINATED' });
    const thrown = after(model, started(model), { ...cancel, cause: { endState: 'ERROR', errorCode: 'p' } });
    expect(thrown.effects.at(-1)).toEqual({ kind: 'end', endState: 'ERROR', errorCode: 'p' });
    expect(thrown.records[1]!.events.at(-1)).toEqual(['e', 'ERROR', 'p', null, null]);
  });

  it('calls the end listeners, inner before outer and the process last, unless they are skipped', () => {
    const run = started(model);
    expect(after(model, run, cancel).state.variables.ended).toEqual(['x', 'sub', 'call', 'process']);
    expect(after(model, run, { ...cancel, skipListeners: true }).state.variables.ended).toBeUndefined();
  });

  it('ends though listeners fail, of the process as of its elements, and hears the others', () => {
    const failing = onEnd('process').listeners!.map((each) => ({ ...each, expression: compiled('${gone.member}') }));
    const broken = { ...model, listeners: [...failing, ...model.listeners] };
    const nodes = broken.nodes.map((node) => ({
      ...node,
      listeners: [...(node.listeners.length > 0 ? failing : []), ...node.listeners],
    }));
    const run = started(broken);
    for (const each of [broken, { ...broken, nodes }]) {
      const ended = after(each, run, { ...cancel, cause: { endState: 'TERMINATED' } });
      expect(ended.effects.at(-1)).toEqual({ kind: 'end', endState: 'TERMINATED' });
      const { state, effects } = after(each, run, cancel);
      expect(effects.at(-1)).toEqual({ kind: 'end', endState: 'CANCELLED' });
      expect(state.variables.ended).toEqual(['x', 'sub', 'call', 'process']);
    }
  });
});
