// Event listeners of a process hear of events by name; each entry of the history stands for some.
import type { HistoryEvent } from './history.ts';

type Heard = (event: HistoryEvent) => readonly string[];

const OF_KIND: Readonly<Partial<Record<HistoryEvent[0], Heard>>> = {
  i: () => ['PROCESS_CREATED', 'PROCESS_STARTED'],
  a: () => ['ACTIVITY_STARTED'],
  c: () => ['ACTIVITY_COMPLETED'],
  k: (event) => (event[2] === 'COMPENSATED' ? [] : ['ACTIVITY_CANCELLED']),
  b: () => ['ACTIVITY_COMPENSATE'],
  f: () => ['SEQUENCEFLOW_TAKEN'],
  t: (event) => (event[3] === null ? ['TASK_CREATED'] : ['TASK_CREATED', 'TASK_ASSIGNED']),
  u: (event) => (event[2] === null ? [] : ['TASK_ASSIGNED']),
  d: () => ['TASK_COMPLETED'],
  v: (event) => [event.length === 3 ? 'VARIABLE_CREATED' : 'VARIABLE_UPDATED'],
  l: (event) => [event.length === 4 ? 'VARIABLE_CREATED' : 'VARIABLE_UPDATED'],
  x: () => ['VARIABLE_DELETED'],
  y: () => ['VARIABLE_DELETED'],
  w: (event) => (event[3] === 'timer' ? ['TIMER_SCHEDULED'] : []),
};

export function heardAs(event: HistoryEvent): readonly string[] {
  return OF_KIND[event[0]]?.(event) ?? [];
}

/** Lists every name that a listener may listen to. The end of an instance is not among them: nothing is left that could hear of it. */
export const HEARD_EVENTS: ReadonlySet<string> = new Set([
  'PROCESS_CREATED',
  'PROCESS_STARTED',
  'ACTIVITY_STARTED',
  'ACTIVITY_COMPLETED',
  'ACTIVITY_CANCELLED',
  'ACTIVITY_COMPENSATE',
  'SEQUENCEFLOW_TAKEN',
  'TASK_CREATED',
  'TASK_ASSIGNED',
  'TASK_COMPLETED',
  'VARIABLE_CREATED',
  'VARIABLE_UPDATED',
  'VARIABLE_DELETED',
  'TIMER_SCHEDULED',
]);
