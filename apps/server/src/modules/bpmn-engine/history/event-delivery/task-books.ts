// Knows of each task in the events who may do it and what it is called, read from the history of its instance.
import type { HistoryEvent, HistoryRecord, NodeIndex, TaskPeople } from '@keelson/bpmn-core';
import type { Transaction } from '../../../../kernel/database/database.ts';
import { readRecord, taskPeopleAfter } from '../../runtime/state/instance-history.ts';
import type { TaskEvent } from './engine-event.types.ts';
import { eventDeliveryStore, type FoundRecord, type HistoryRow, type Search } from './event-delivery.store.ts';

/** One row of the history, read. */
export interface Chapter {
  readonly row: HistoryRow;
  readonly record: HistoryRecord;
  /** Fields that are the same in every event of the row. */
  readonly common: Pick<
    TaskEvent,
    'tenantIdentifier' | 'instanceId' | 'definitionId' | 'definitionKey' | 'businessKey'
  >;
}

export interface KnownTask {
  readonly people: TaskPeople;
  readonly activity: number;
  /** Name of the task; undefined as long as nobody has named it anew. */
  readonly name: string | null | undefined;
}

/** Element that an activity began at, and the row that says so. */
interface Place {
  readonly node: NodeIndex;
  readonly revision: number;
}

/** A migration of an instance: what ran goes on in these elements. */
interface Move {
  readonly revision: number;
  readonly nodes: ReadonlyMap<NodeIndex, NodeIndex>;
}

/** What the rows so far say of one instance. */
export interface TaskBook {
  readonly tasks: Map<number, KnownTask>;
  readonly places: Map<number, Place>;
  /** Migrations in their order, of later rows, too; null as long as nobody has looked for them. */
  moves: readonly Move[] | null;
}

/** Revision behind every row of an instance; revisions are int4. */
const ANY_REVISION = 2_147_483_647;

/** Answers a task after an event; undefined as long as it is not there. */
function taskAfter(task: KnownTask | undefined, number: number, event: HistoryEvent): KnownTask | undefined {
  const people = taskPeopleAfter(task?.people ?? null, number, event);
  if (people === null) return undefined;
  if (event[0] === 't' && event[1] === number) return { people, activity: event[2], name: undefined };
  if (task === undefined) return undefined;
  const name = event[0] === 'U' && event[1] === number && event[2].name !== undefined ? event[2].name : task.name;
  return { ...task, people, name };
}

/** Answers the element of an activity as of a row: in the model by which the instance ran then. */
export function nodeOf({ places, moves }: TaskBook, activity: number, revision: number): NodeIndex | undefined {
  const place = places.get(activity);
  if (place === undefined) return undefined;
  let { node } = place;
  for (const move of moves ?? []) {
    if (move.revision > place.revision && move.revision <= revision) node = move.nodes.get(node) ?? node;
  }
  return node;
}

/** Enters an event of a row into the book of its instance. */
export function readEvent({ tasks, places }: TaskBook, event: HistoryEvent, revision: number): void {
  if (event[0] === 'a') places.set(event[1], { node: event[2], revision });
  else if (event[0] === 't' || event[0] === 'u' || event[0] === 'U') put(tasks, event[1], event);
  else if (event[0] === 'N') for (const number of tasks.keys()) put(tasks, number, event);
}

function put(tasks: TaskBook['tasks'], number: number, event: HistoryEvent): void {
  const task = taskAfter(tasks.get(number), number, event);
  if (task !== undefined) tasks.set(number, task);
}

/** Holds the books of one pass, by instance. */
export function createTaskBooks() {
  const books = new Map<string, TaskBook>();

  function bookOf(instanceId: string): TaskBook {
    const book = books.get(instanceId) ?? { tasks: new Map(), places: new Map(), moves: null };
    books.set(instanceId, book);
    return book;
  }

  async function search(tx: Transaction, searches: readonly Search[], take: (found: FoundRecord) => void) {
    if (searches.length === 0) return;
    for (const found of await eventDeliveryStore.earlier(tx, searches)) take(found);
  }

  return {
    bookOf,
    /** Completes the books by what the chapters leave out: tasks that were created before them, and the elements of activities. */
    async fill(tx: Transaction, chapters: readonly Chapter[]): Promise<void> {
      const missing = missingTasks(chapters, bookOf);
      await search(tx, missing, ({ instance_id: id, revision, record }) => {
        const { tasks, places } = bookOf(id);
        const sought = missing.filter(({ instanceId, before }) => instanceId === id && revision < before);
        for (const event of readRecord(record).events) {
          if (event[0] === 'a') places.set(event[1], { node: event[2], revision });
          for (const { task } of sought) {
            if (event[0] === 'N' || event[1] === task) put(tasks, task, event);
          }
        }
      });
      await search(tx, missingActivities(chapters, bookOf), ({ instance_id: id, revision, record }) => {
        const { places } = bookOf(id);
        for (const event of readRecord(record).events) {
          if (event[0] === 'a') places.set(event[1], { node: event[2], revision });
        }
      });
      await findMoves(tx, chapters, bookOf);
    },
  };
}

export type TaskBooks = ReturnType<typeof createTaskBooks>;

/** Finds the migrations of instances, of which few have any. */
async function findMoves(tx: Transaction, chapters: readonly Chapter[], bookOf: TaskBooks['bookOf']): Promise<void> {
  const migrated = chapters.filter(({ row }) => row.migrated).map(({ row }) => row.instance_id);
  const unread = [...new Set(migrated)].filter((id) => bookOf(id).moves === null);
  if (unread.length === 0) return;
  const found = (await eventDeliveryStore.migrations(tx, unread)).flatMap(({ instance_id: id, revision, record }) =>
    readRecord(record).events.flatMap((event) =>
      event[0] === 'M' ? [{ id, revision, nodes: pairsOf(event[2]) }] : [],
    ),
  );
  for (const id of unread) bookOf(id).moves = found.filter((move) => move.id === id);
}

function pairsOf(nodes: readonly NodeIndex[]): ReadonlyMap<NodeIndex, NodeIndex> {
  const pairs = new Map<NodeIndex, NodeIndex>();
  for (let at = 0; at < nodes.length; at += 2) pairs.set(nodes[at]!, nodes[at + 1]!);
  return pairs;
}

/** Lists the tasks of which neither their book nor the chapters before say anything. */
function missingTasks(
  chapters: readonly Chapter[],
  bookOf: TaskBooks['bookOf'],
): readonly (Search & { readonly task: number })[] {
  const seen = new Set<string>();
  const missing: (Search & { readonly task: number })[] = [];
  for (const { row, record } of chapters) {
    const { instance_id: instanceId, revision: before } = row;
    for (const [kind, task] of record.events) {
      if (kind !== 't' && kind !== 'u' && kind !== 'U' && kind !== 'd') continue;
      const key = `${instanceId} ${task}`;
      if (seen.has(key) || bookOf(instanceId).tasks.has(task)) continue;
      seen.add(key);
      if (kind !== 't') {
        missing.push({ instanceId, task, before, pattern: `"([tT]",${task},|[uU]",${task},|N",\\[)` });
      }
    }
  }
  return missing;
}

/** Lists the activities of tasks whose element nothing has named so far. */
function missingActivities(chapters: readonly Chapter[], bookOf: TaskBooks['bookOf']): readonly Search[] {
  const entered = new Set<string>();
  const needed = new Map<string, readonly [instanceId: string, activity: number]>();
  for (const { row, record } of chapters) {
    const id = row.instance_id;
    const { tasks, places } = bookOf(id);
    const need = (activity: number) => places.has(activity) || needed.set(`${id} ${activity}`, [id, activity]);
    for (const { activity } of tasks.values()) need(activity);
    for (const event of record.events) {
      if (event[0] === 'a') entered.add(`${id} ${event[1]}`);
      else if (event[0] === 't') need(event[2]);
    }
  }
  return [...needed]
    .filter(([key]) => !entered.has(key))
    .map(([, [instanceId, activity]]) => ({ instanceId, before: ANY_REVISION, pattern: `"[aA]",${activity},` }));
}
