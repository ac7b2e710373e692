// Lets things occur in tests by the words of the model: messages, signals, due timers, results of work.
import type { WorkResult } from '../contract/commands/commands.ts';
import { BARE_HOST, type Calendar, type Host } from '../contract/host.ts';
import type { Wait, WaitKind } from '../contract/instance-state.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { Variables } from '../values/values.ts';
import { after, type Run, started } from './run.ts';

/** Calendar of durations in plain milliseconds, where a cycle is `n/milliseconds`: enough to see what a timer does to tokens. */
const PLAIN_CALENDAR: Calendar = {
  first({ timer, value, at }) {
    const [count = '', every = ''] = String(value).split('/');
    if (timer === 'date') return { dueAt: Number(value), remaining: 0, cycle: null };
    if (timer === 'duration') return { dueAt: at + Number(value), remaining: 0, cycle: null };
    return { dueAt: at + Number(every), remaining: Number(count) - 1, cycle: every };
  },
  next({ dueAt, remaining, cycle }) {
    if (cycle === null || remaining === 0) return null;
    return { dueAt: dueAt + Number(cycle), remaining: remaining === null ? null : remaining - 1, cycle };
  },
};

export const TIMER_HOST: Host = { ...BARE_HOST, calendar: PLAIN_CALENDAR };

/** Hands an instance what happens from outside. */
export type Occur = (model: ProcessModel, run: Run) => Run;

/** Starts an instance of a model with timers. */
export function startedOnTime(model: ProcessModel): Run {
  return started(model, { host: TIMER_HOST });
}

export function openWaits(model: ProcessModel, run: Run): string[] {
  return run.state.waits.map((wait) => `${model.nodes[wait.node]!.id} ${wait.kind}`);
}

export function waitAt(model: ProcessModel, run: Run, elementId: string, kind: WaitKind): Wait {
  const wait = run.state.waits.find((open) => open.kind === kind && model.nodes[open.node]!.id === elementId);
  if (wait === undefined)
    throw new Error(`${elementId} waits for no ${kind}; open: ${openWaits(model, run).join(', ')}`);
  return wait;
}

export function send(model: ProcessModel, run: Run, elementId: string, payload: Variables = {}): Run {
  const { number: wait } = waitAt(model, run, elementId, 'message');
  return after(model, run, { kind: 'message', at: 2_000, actor: null, wait, payload }, TIMER_HOST);
}

export function raise(model: ProcessModel, run: Run, name: string, payload: Variables = {}): Run {
  return after(model, run, { kind: 'signal', at: 2_000, actor: null, name, payload }, TIMER_HOST);
}

/** Fires the timer at this element when it is due. */
export function fire(model: ProcessModel, run: Run, elementId: string): Run {
  const wait = waitAt(model, run, elementId, 'timer');
  const at = wait.kind === 'timer' ? wait.firing.dueAt : 0;
  return after(model, run, { kind: 'timer', at, actor: null, wait: wait.number }, TIMER_HOST);
}

export function set(model: ProcessModel, run: Run, variables: Variables): Run {
  return after(model, run, { kind: 'set-variables', at: 2_000, actor: null, variables }, TIMER_HOST);
}

export function finishWork(model: ProcessModel, run: Run, elementId: string, result: WorkResult): Run {
  const { number: wait } = waitAt(model, run, elementId, 'work');
  return after(model, run, { kind: 'work', at: 2_000, actor: null, wait, result }, TIMER_HOST);
}
