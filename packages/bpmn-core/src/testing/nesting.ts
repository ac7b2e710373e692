// The same small process stands in three places: in the process itself, in a sub-process, and in each iteration of a looped one.
import type { MultiInstanceModel } from '../model/activity-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { multiInstance } from './loops.ts';
import { constant, type FlowDraft, type NodeDraft, type ProcessDraft, processModel } from './model-builder.ts';
import { finishWork, TIMER_HOST } from './occurrences.ts';
import { complete, type Run } from './run.ts';
import { terminate } from './triggers.ts';

export type Nesting = 'process' | 'sub-process' | 'loop';
export const NESTINGS: readonly Nesting[] = ['process', 'sub-process', 'loop'];
/** Number of iterations of the loop, one after another. */
export const ITERATIONS = 2;

/** Puts the nodes and flows of the draft inside; around them are `begin`, `sub` and `end`. The draft must have a none start of its own. */
export function nested(draft: ProcessDraft, nesting: Nesting): ProcessModel {
  if (nesting === 'process') return processModel(draft);
  const inside = Object.entries(draft.nodes).map(([id, given]) => {
    const [type, fields] = typeof given === 'string' ? [given, {} as NodeDraft] : given;
    return [id, [type, { in: 'sub', ...fields }]] as const;
  });
  const loop = nesting === 'loop' ? { loop: sequential(ITERATIONS) } : {};
  const around: readonly FlowDraft[] = [
    ['begin', 'sub'],
    ['sub', 'end'],
  ];
  return processModel({
    ...draft,
    nodes: { begin: 'startEvent', sub: ['subProcess', loop], ...Object.fromEntries(inside), end: 'endEvent' },
    flows: [...around, ...draft.flows],
  });
}

/** Makes so many instances, all at once. */
export function instances(count: number, fields: Partial<MultiInstanceModel> = {}): MultiInstanceModel {
  return multiInstance({ cardinality: constant(count), ...fields });
}

/** Makes so many instances, one after another. */
export function sequential(count: number): MultiInstanceModel {
  return instances(count, { sequential: true });
}

/** Makes a process with `sub`, which has two user tasks at once, of which `a` leads to a terminate end event; `after` follows. */
export function stoppedInside(sub: ProcessDraft['nodes'][string]): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      sub,
      begin: ['startEvent', { in: 'sub' }],
      a: ['userTask', { in: 'sub' }],
      b: ['userTask', { in: 'sub' }],
      stop: ['endEvent', { in: 'sub', triggers: [terminate] }],
      after: 'userTask',
    },
    flows: [
      ['start', 'sub'],
      ['begin', 'a'],
      ['begin', 'b'],
      ['a', 'stop'],
      ['sub', 'after'],
    ],
  });
}

const ROUNDS_MAX = 50;

/** Completes every open task and all work until the instance has ended, the oldest first. */
export function finishAll(model: ProcessModel, run: Run): Run {
  let at = run;
  for (let round = 0; at.state.tokens.length > 0; round++) {
    if (round === ROUNDS_MAX) throw new Error(`does not end: ${JSON.stringify(at.state.tokens)}`);
    const [task] = at.state.tasks;
    const work = at.state.waits.find(({ kind }) => kind === 'work');
    if (task !== undefined) at = complete(model, at, model.nodes[task.node]!.id, {}, TIMER_HOST);
    else if (work !== undefined) {
      at = finishWork(model, at, model.nodes[work.node]!.id, { outcome: 'done', value: null, writes: {} });
    } else throw new Error(`nothing to complete: ${JSON.stringify(at.state)}`);
  }
  return at;
}
