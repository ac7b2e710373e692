// Runs a compiled model command by command and writes what happened in words of the file.
import {
  BARE_HOST,
  type Command,
  type Effect,
  type HistoryEvent,
  type Host,
  type InstanceFacts,
  type InstanceState,
  type ProcessModel,
  step,
  type Variables,
  type Wait,
} from '@keelson/bpmn-core';
import { keepOrigins } from '../compile/compilation/expression-origins.ts';
import { fromPortable, toPortable } from '../portable/portable-model.ts';
import { TEST_LANGUAGES } from './compile-text.ts';

keepOrigins();

/** What a command says beside time and actor. */
type Said<Kind> = Kind extends Command ? Omit<Kind, 'at' | 'actor'> : never;

export interface RunningModel {
  /** What the last command did: `+a` entered, `-a` completed, `!a` ended otherwise, ids of flows taken, `end`. */
  readonly trace: readonly string[];
  readonly effects: readonly Effect[];
  readonly state: InstanceState;
  readonly variables: Variables;
  /** Ids of the elements with open tasks. */
  readonly tasks: readonly string[];
  readonly command: (said: Said<Command>) => RunningModel;
  readonly complete: (element: string, variables?: Variables) => RunningModel;
  /** Finds the open wait at this element, of this kind where several are. */
  readonly waitAt: (element: string, kind?: Wait['kind']) => Wait;
  readonly fire: (element: string) => RunningModel;
  readonly work: (element: string, value: Variables[string], writes?: Variables) => RunningModel;
}

/** Every timer is due in a second; a cycle of `R3/...` comes three times. */
export const RUN_HOST: Host = {
  ...BARE_HOST,
  calendar: {
    first: ({ at, timer }) => ({ dueAt: at + 1_000, remaining: timer === 'cycle' ? 2 : 0, cycle: null }),
    next: ({ dueAt, remaining }) =>
      remaining === null || remaining === 0 ? null : { dueAt: dueAt + 1_000, remaining: remaining - 1, cycle: null },
  },
};

/** Facts of every instance that a test starts. */
export const RUN_FACTS: InstanceFacts = {
  id: '01900000-0000-7000-8000-000000000001',
  tenantIdentifier: 'default',
  processDefinitionId: 'p:1',
  startedAt: 1_000,
  startUserId: 'ada',
  businessKey: null,
  name: null,
  startElementId: null,
  priority: null,
  dueAt: null,
};

/** Makes of a model what a thread has of it that was handed it by another. */
function handedOver(model: ProcessModel): ProcessModel {
  return fromPortable(structuredClone(toPortable(model)), TEST_LANGUAGES);
}

/** At this element an event begins the instance, by its first trigger. */
export function run(
  model: ProcessModel,
  variables: Variables = {},
  startElementId: string | null = null,
): RunningModel {
  const facts = { ...RUN_FACTS, startElementId };
  const trigger = startElementId === null ? {} : { trigger: 0 };
  return applied(handedOver(model), null, { kind: 'start', facts, variables, ...trigger }, new Map());
}

function applied(
  model: ProcessModel,
  state: InstanceState | null,
  said: Said<Command>,
  entered: ReadonlyMap<number, string>,
): RunningModel {
  const result = step(model, state, { at: 2_000, actor: 'ada', ...said } as Command, RUN_HOST);
  if (result.outcome !== 'done') throw new Error(`${said.kind}: ${JSON.stringify(result)}`);
  const names = new Map(entered);
  for (const event of result.history) if (event[0] === 'a') names.set(event[1], idOf(model, event[2]));
  const now = result.state;
  const command = (next: Said<Command>) => applied(model, now, next, names);
  const waitAt = (element: string, kind?: Wait['kind']) => {
    const wait = now.waits.find((each) => idOf(model, each.node) === element && (kind ?? each.kind) === each.kind);
    if (wait === undefined) throw new Error(`nothing waits at ${element}`);
    return wait;
  };
  return {
    trace: result.history.flatMap((event) => described(model, names, event)),
    effects: result.effects,
    state: now,
    variables: now.variables,
    tasks: now.tasks.map(({ node }) => idOf(model, node)),
    command,
    waitAt,
    complete: (element, variables = {}) => {
      const task = now.tasks.find(({ node }) => idOf(model, node) === element);
      if (task === undefined) throw new Error(`no task is open at ${element}`);
      return command({ kind: 'complete-task', task: task.number, variables });
    },
    fire: (element) => command({ kind: 'timer', wait: waitAt(element, 'timer').number }),
    work: (element, value, writes = {}) =>
      command({ kind: 'work', wait: waitAt(element, 'work').number, result: { outcome: 'done', value, writes } }),
  };
}

function idOf(model: ProcessModel, node: number): string {
  return model.nodes[node]?.id ?? '';
}

function described(model: ProcessModel, names: ReadonlyMap<number, string>, event: HistoryEvent): readonly string[] {
  switch (event[0]) {
    case 'a':
      return [`+${names.get(event[1])}`];
    case 'c':
      return [`-${names.get(event[1])}`];
    case 'k':
      return [`!${names.get(event[1])}`];
    case 'f':
      return [model.flows[event[1]]?.id ?? ''];
    case 'e':
      return ['end'];
    default:
      return [];
  }
}

/** Lists ids of the elements with open tasks, in the order of the alphabet. */
export function openTasks({ tasks }: RunningModel): readonly string[] {
  return tasks.toSorted();
}

export function hasEnded({ trace }: RunningModel): boolean {
  return trace.includes('end');
}
