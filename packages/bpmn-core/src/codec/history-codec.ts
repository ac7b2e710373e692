// The history of one step becomes text: what happened, flattened into one JSON array.
import type { Command } from '../contract/commands/commands.ts';
import type { HistoryEvent } from '../contract/history.ts';

export type CommandKind = Command['kind'];

/** All events of one step; the records of an instance in order of their revisions are its history. */
export interface HistoryRecord {
  /** Time of the command in epoch milliseconds, of the last one where the events are of several. */
  readonly at: number;
  readonly actor: string | null;
  readonly command: CommandKind;
  readonly events: readonly HistoryEvent[];
}

/** Version that `encodeHistory` writes as the first entry. A reader for each older version stays for ever. */
export const HISTORY_VERSION = 1;

const COMMAND_LETTERS: Readonly<Record<CommandKind, string>> = {
  start: 's',
  'complete-task': 'c',
  'claim-task': 'k',
  'unclaim-task': 'u',
  'update-task': 'U',
  'delegate-task': 'E',
  'resolve-task': 'B',
  'update-instance': 'f',
  'rename-user': 'n',
  'release-tasks': 'l',
  'set-variables': 'v',
  message: 'm',
  signal: 'g',
  timer: 't',
  trigger: 'r',
  work: 'w',
  job: 'j',
  'redo-work': 'o',
  'begun-call': 'C',
  'raise-incident': 'I',
  'throw-error': 'T',
  'throw-escalation': 'S',
  'evaluate-conditions': 'e',
  'retry-incident': 'i',
  'skip-incident': 'p',
  'activate-ad-hoc': 'd',
  'complete-ad-hoc': 'D',
  suspend: 'z',
  activate: 'a',
  cancel: 'x',
  compensate: 'b',
  return: 'R',
  withdraw: 'W',
  jump: 'J',
  modify: 'M',
  migrate: 'G',
};

const COMMANDS = new Map(Object.entries(COMMAND_LETTERS).map(([kind, letter]) => [letter, kind as CommandKind]));

/** Number of entries before the events: version, time, actor and command. */
const HEADER_WIDTH = 4;

/** Each event has so many entries, its letter included. A capital is the same event with more: value before, scope, candidates, code, token; `F` is `e` with all that is known of the end. */
const EVENT_WIDTHS: Readonly<Record<HistoryEvent[0] | 'A' | 'V' | 'L' | 'T' | 'E' | 'F' | 'B', number>> = {
  '@': 2,
  i: 1,
  a: 4,
  A: 5,
  c: 2,
  k: 3,
  W: 5,
  f: 2,
  z: 2,
  v: 3,
  V: 4,
  x: 3,
  l: 4,
  L: 5,
  y: 4,
  t: 4,
  T: 7,
  u: 4,
  U: 4,
  N: 3,
  Y: 3,
  I: 3,
  d: 3,
  q: 2,
  w: 4,
  o: 2,
  n: 2,
  m: 3,
  g: 3,
  s: 3,
  r: 3,
  b: 3,
  B: 5,
  D: 3,
  p: 4,
  P: 5,
  M: 3,
  h: 2,
  e: 2,
  E: 3,
  F: 5,
};

/** Plain letters whose event may be longer than usual, which the capital says. */
const LONGER: ReadonlySet<string> = new Set(['a', 'v', 'l', 'e', 'b']);

/** The entries are flat, because two brackets and a comma for each of millions of events are a tenth of all that is written. */
export function encodeHistory(record: HistoryRecord): string {
  const entries: unknown[] = [HISTORY_VERSION, record.at, record.actor, COMMAND_LETTERS[record.command]];
  for (const event of record.events) encodeEvent(entries, event);
  return JSON.stringify(entries);
}

function encodeEvent(entries: unknown[], event: HistoryEvent): void {
  if (event[0] === 't') {
    const [, task, activity, assignee, users, groups, owner] = event;
    if (users.length === 0 && groups.length === 0 && owner === null) entries.push('t', task, activity, assignee);
    else entries.push('T', task, activity, assignee, users, groups, owner);
    return;
  }
  if (event[0] === 'e' && event.length === EVENT_WIDTHS.F) {
    entries.push('F', ...event.slice(1));
    return;
  }
  const isLonger = LONGER.has(event[0]) && event.length > EVENT_WIDTHS[event[0]];
  entries.push(isLonger ? event[0].toUpperCase() : event[0]);
  for (let index = 1; index < event.length; index++) entries.push(event[index]);
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
  if (kind === 'F') entries[0] = 'e';
  const plain = kind.toLowerCase();
  if (kind !== plain && (LONGER.has(plain) || kind === 'T')) entries[0] = plain;
  if (kind === 't') entries.push([], [], null);
  // What was written by the encoder above: the tuple types are its own.
  return entries as unknown as HistoryEvent;
}
