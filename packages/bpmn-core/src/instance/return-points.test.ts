// A scope remembers of its way the last completions alone, at most a thousand, in few bytes.
import { describe, expect, it } from 'vitest';
import { returnTargets } from '../changes/return.ts';
import { decodeState, encodeState } from '../codec/state-codec.ts';
import { changed, openTasks, planOf, refusal, taskAt } from '../testing/changes.ts';
import { computed, processModel } from '../testing/model-builder.ts';
import { after, complete, completion, started } from '../testing/run.ts';

describe('what a loop of the process leaves behind', () => {
  const loop = processModel({
    nodes: { start: 'startEvent', a: 'userTask', b: 'userTask', again: 'exclusiveGateway', c: 'userTask' },
    flows: [
      ['start', 'a'],
      ['a', 'b'],
      ['b', 'again'],
      ['again', 'a', computed('back', (context) => context.variable('back') === true)],
      ['again', 'c', computed('on', (context) => context.variable('back') !== true)],
    ],
  });

  it('is the last completion of each task alone, so that the state does not grow', () => {
    let run = started(loop, { variables: { back: true } });
    const sizes = [];
    for (let round = 0; round < 20; round++) {
      run = complete(loop, complete(loop, run, 'a'), 'b');
      sizes.push(encodeState(run.state).length);
    }
    expect(run.state.returns[0]!.points).toHaveLength(2);
    expect(sizes.at(-1)! - sizes[3]!).toBeLessThan(12);
    run = complete(loop, run, 'a');
    run = complete(loop, run, 'b', { back: false });
    expect(returnTargets(loop, run.state, taskAt(loop, run, 'c')).map(({ elementId }) => elementId)).toEqual([
      'b',
      'a',
    ]);
    const back = changed(loop, run, { kind: 'return', task: taskAt(loop, run, 'c'), targetElementId: 'a' });
    expect(openTasks(loop, back.run)).toEqual(['a']);
  });

  it('is at most a thousand points', () => {
    const ids = Array.from({ length: 1_003 }, (_, index) => `t${index}`);
    const long = processModel({
      nodes: Object.fromEntries(['s', ...ids].map((id) => [id, id === 's' ? 'startEvent' : 'userTask'] as const)),
      flows: ['s', ...ids.slice(0, -1)].map((id, index) => [id, ids[index]!] as const),
    });
    let { state } = started(long);
    for (const id of ids.slice(0, -1)) {
      state = after(long, { state, records: [], effects: [] }, completion(long, state, id)).state;
    }
    const run = { state, records: [], effects: [] };
    expect(state.returns[0]!.points).toHaveLength(1_000);
    expect(refusal(long, run, { kind: 'return', task: state.tasks[0]!.number, targetElementId: 't1' })[1]).toContain(
      'too long ago',
    );
    expect(planOf(long, run, { kind: 'return', task: state.tasks[0]!.number, targetElementId: 't2' }).legal).toBe(true);
  }, 60_000);
});

describe('the bytes of return points', () => {
  const seven = processModel({
    nodes: Object.fromEntries(
      ['s', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => [id, id === 's' ? 'startEvent' : 'userTask'] as const),
    ),
    flows: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => ['sabcdef'[index]!, id] as const),
  });

  it('the bytes of return points are none before a task was completed, and few after each', () => {
    let run = started(seven);
    expect(encodeState(run.state)[0]).toBe(1);
    const bare = encodeState(run.state).length;
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) run = complete(seven, run, id);
    expect(encodeState(run.state)[0]).toBe(3);
    expect(encodeState(run.state).length - bare).toBeLessThan(6 * 24 + 24);
    expect(decodeState(encodeState(run.state))).toStrictEqual(run.state);
  });
});
