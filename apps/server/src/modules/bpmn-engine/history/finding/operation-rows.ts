// Reads from the record of a flush what a person did by it.
import type { HistoryEvent, HistoryRecord } from '@keelson/bpmn-core';
import { upperName } from '../../../../kernel/text/upper-name.ts';
import { isSamePerson } from '../../runtime/state/person-name.ts';

export interface ReadOperation {
  readonly kind: string;
  readonly actor: string;
  readonly task: number | null;
  /** Index in the model of the element that it was done to; null where the task says it, or nothing does. */
  readonly node: number | null;
  /** Wait that has ended by it. */
  readonly wait: number | null;
  readonly reason: string | null;
}

/** Commands by which somebody means the element that begins. */
const BEGINNING: ReadonlySet<HistoryRecord['command']> = new Set(['jump', 'modify', 'activate-ad-hoc']);
/** Commands whose element is the one that threw. */
const THROWING: ReadonlySet<HistoryRecord['command']> = new Set(['throw-error', 'throw-escalation']);
/** Commands that are for some wait of the instance. */
const WAITING: ReadonlySet<HistoryRecord['command']> = new Set(['retry-incident', 'skip-incident', 'trigger']);

/** Reads what a person did; null for what nobody did, and for the completion of a task that nobody else had. */
export function readOperation({ actor, command, events }: HistoryRecord): ReadOperation | null {
  if (actor === null) return null;
  const completed = command === 'complete-task' ? find(events, 'd') : undefined;
  if (completed !== undefined && (completed[2] === null || isSamePerson(completed[2], actor))) return null;
  const task = completed?.[1] ?? taskIn(command, events);
  const begun = BEGINNING.has(command) ? find(events, 'a')?.[2] : undefined;
  const thrown = THROWING.has(command) ? events.find(isThrown)?.[1] : undefined;
  const wait = WAITING.has(command) ? find(events, 'o')?.[1] : undefined;
  const end = command === 'cancel' ? find(events, 'e') : undefined;
  const reason = end?.length === 5 ? end[3] : null;
  return { kind: upperName(command), actor, task, node: begun ?? thrown ?? null, wait: wait ?? null, reason };
}

const OF_TASK: ReadonlySet<string> = new Set(['u', 'U', 'd', 'q']);

/** Finds the task that a command was given for: the first that it changes or closes, whatever else it moves. */
function taskIn(command: HistoryRecord['command'], events: readonly HistoryEvent[]): number | null {
  if (!command.endsWith('-task') && command !== 'return' && command !== 'withdraw' && command !== 'jump') return null;
  const event = events.find(([kind]) => OF_TASK.has(kind));
  return event === undefined ? null : (event[1] as number);
}

type EventOf<Kind extends HistoryEvent[0]> = HistoryEvent & readonly [Kind, ...unknown[]];

function find<const Kind extends HistoryEvent[0]>(
  events: readonly HistoryEvent[],
  kind: Kind,
): EventOf<Kind> | undefined {
  return events.find((event): event is EventOf<Kind> => event[0] === kind);
}

function isThrown(event: HistoryEvent): event is EventOf<'s' | 'r'> {
  return event[0] === 's' || event[0] === 'r';
}
