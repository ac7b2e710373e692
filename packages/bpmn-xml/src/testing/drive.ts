// Runs a compiled model by itself: completes every task, and lets happen whatever is waited for.
import {
  type Command,
  type InstanceState,
  type ProcessModel,
  step,
  type Variables,
  type Wait,
} from '@keelson/bpmn-core';
import { RUN_FACTS, RUN_HOST } from './run-model.ts';

type Happening = Command extends infer Each ? (Each extends Command ? Omit<Each, 'at' | 'actor'> : never) : never;

export interface Driven {
  /** Ids of all elements that were entered. */
  readonly entered: ReadonlySet<string>;
  readonly ended: boolean;
  readonly state: InstanceState;
}

/** Bound of the commands of a run: no model of a test needs so many. */
const COMMANDS_MAX = 200;

/** At this element an event begins the instance, by its first trigger. */
export function drive(model: ProcessModel, startElementId: string | null, variables: Variables = {}): Driven {
  const entered = new Set<string>();
  const trigger = startElementId === null ? {} : { trigger: 0 };
  let said: Happening | null = { kind: 'start', facts: { ...RUN_FACTS, startElementId }, variables, ...trigger };
  let state: InstanceState | null = null;
  for (let count = 0; count < COMMANDS_MAX && said !== null; count++) {
    const result = step(model, state, { at: 2_000 + count, actor: 'ada', ...said } as Command, RUN_HOST);
    if (result.outcome !== 'done') throw new Error(`${said.kind}: ${JSON.stringify(result)}`);
    for (const event of result.history) if (event[0] === 'a') entered.add(model.nodes[event[2]]?.id ?? '');
    state = result.state;
    said = nextOf(state);
  }
  if (state === null) throw new Error('nothing was started');
  return { entered, ended: state.tokens.length === 0, state };
}

function nextOf({ tasks, waits }: InstanceState): Happening | null {
  const [task] = tasks;
  if (task !== undefined) return { kind: 'complete-task', task: task.number, variables: {} };
  // The youngest first: what is waited for since long may be meant to stay.
  for (const wait of waits.toReversed()) {
    const happening = happeningOf(wait);
    if (happening !== null) return happening;
  }
  return null;
}

function happeningOf(wait: Wait): Happening | null {
  switch (wait.kind) {
    case 'message':
      return { kind: 'message', wait: wait.number, payload: {} };
    case 'timer':
      return { kind: 'timer', wait: wait.number };
    case 'trigger':
      return { kind: 'trigger', wait: wait.number, variables: {} };
    case 'job':
      return { kind: 'job', wait: wait.number };
    case 'work':
      return { kind: 'work', wait: wait.number, result: { outcome: 'done', value: null, writes: {} } };
    default:
      return null;
  }
}
