// The history of one step as text: what happened, flattened into one JSON array.
import type { Command } from '../commands.ts';
import type { HistoryEvent } from '../history.ts';

export type CommandKind = Command['kind'];

/** All events of one step; the rows of an instance in order of their revisions are its history. */
export interface HistoryRecord {
  /** Epoch milliseconds of the command. */
  readonly at: number;
  readonly actor: string | null;
  readonly command: CommandKind;
  readonly events: readonly HistoryEvent[];
}

/** First entry of what `encodeHistory` writes. A reader for each older version stays for ever. */
export const HISTORY_VERSION = 1;

const COMMAND_LETTERS: Readonly<Record<CommandKind, string>> = {
  start: 's',
  'complete-task': 'c',
  'claim-task': 'k',
  'unclaim-task': 'u',
  'set-variables': 'v',
};

const COMMANDS = new Map(Object.entries(COMMAND_LETTERS).map(([kind, letter]) => [letter, kind as CommandKind]));

/** Version, time, actor and command stand before the events. */
const HEADER_WIDTH = 4;

/** Entries of an event, its letter included. `V` is a `v` with the value before, `T` a `t` with candidates or owner. */
const EVENT_WIDTHS: Readonly<Record<HistoryEvent[0] | 'V' | 'T', number>> = {
  i: 1,
  a: 4,
  c: 2,
  f: 2,
  v: 3,
  V: 4,
  x: 3,
  t: 4,
  T: 7,
  u: 4,
  d: 3,
  e: 2,
};

/** Flat, because two brackets and a comma for each of millions of events are a tenth of all that is written. */
export function encodeHistory(record: HistoryRecord): string {
  const entries: unknown[] = [HISTORY_VERSION, record.at, record.actor, COMMAND_LETTERS[record.command]];
  for (const event of record.events) encodeEvent(entries, event);
  return JSON.stringify(entries);
}

function encodeEvent(entries: unknown[], event: HistoryEvent): void {
  if (event[0] === 'v' && event.length === 4) {
    entries.push('V', event[1], event[2], event[3]);
  } else if (event[0] === 't') {
    const [, task, activity, assignee, users, groups, owner] = event;
    if (users.length === 0 && groups.length === 0 && owner === null) entries.push('t', task, activity, assignee);
    else entries.push('T', task, activity, assignee, users, groups, owner);
  } else {
    for (const entry of event) entries.push(entry);
  }
}

/** Throws on text of a version that this program does not know, and on text that is damaged. */
export function decodeHistory(text: string): HistoryRecord {
  const entries = JSON.parse(text) as unknown[];
  const [version, at, actor, letter] = entries;
  if (version !== HISTORY_VERSION) {
    throw new Error(`History version ${version} is unknown; this program reads version ${HISTORY_VERSION}`);
  }
  const command = COMMANDS.get(letter as string);
  if (command === undefined) throw new Error(`History has the unknown command ${letter}`);
  return { at: at as number, actor: actor as string | null, command, events: decodeEvents(entries) };
}

function decodeEvents(entries: readonly unknown[]): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (let index = HEADER_WIDTH; index < entries.length; ) {
    const kind = entries[index] as keyof typeof EVENT_WIDTHS;
    const width = Object.hasOwn(EVENT_WIDTHS, kind) ? EVENT_WIDTHS[kind] : 0;
    if (width === 0 || index + width > entries.length) throw new Error(`History is damaged at entry ${index}`);
    events.push(decodeEvent(kind, entries.slice(index, index + width)));
    index += width;
  }
  return events;
}

function decodeEvent(kind: keyof typeof EVENT_WIDTHS, entries: unknown[]): HistoryEvent {
  if (kind === 'V') entries[0] = 'v';
  if (kind === 'T') entries[0] = 't';
  if (kind === 't') entries.push([], [], null);
  // What was written by the encoder above: the tuple types are its own.
  return entries as unknown as HistoryEvent;
}
