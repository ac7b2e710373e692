// Knows whose the tasks are that some rows of the history create, change or close: before each row and after it.
import type { TaskPeople } from '@keelson/bpmn-core';
import type { taskChanges } from '@keelson/contract';
import { readRecord, taskPeopleAfter } from '../../runtime/state/instance-history.ts';
import type { FoundRecord, Search } from '../event-delivery/event-delivery.store.ts';
import type { TaskCommitRow } from './watching.store.ts';

export interface WatchedTask {
  readonly number: number;
  readonly change: (typeof taskChanges)[number];
  /** People whose task it was before the row, and people whose it is after it. */
  readonly people: readonly TaskPeople[];
}

type Record = ReturnType<typeof readRecord>;
type Earlier = (searches: readonly Search[]) => Promise<readonly FoundRecord[]>;

const keyOf = (instanceId: string, task: number): string => `${instanceId} ${task}`;

function changesOf({ events }: Record): ReadonlyMap<number, WatchedTask['change']> {
  const changes = new Map<number, WatchedTask['change'] | null>();
  for (const event of events) {
    if (event[0] === 't') changes.set(event[1], 'CREATED');
    else if (event[0] === 'u' || event[0] === 'U') changes.set(event[1], changes.get(event[1]) ?? 'CHANGED');
    else if (event[0] === 'd' || event[0] === 'q') {
      // One that is created and closed by the same commit was never there for anybody.
      const isHidden = changes.get(event[1]) === 'CREATED';
      changes.set(event[1], isHidden ? null : event[0] === 'd' ? 'COMPLETED' : 'CANCELLED');
    }
  }
  return new Map([...changes].flatMap(([task, change]) => (change === null ? [] : [[task, change] as const])));
}

/** Finds the changed tasks of each row, in the order of the rows. */
export async function watchedTasks(
  rows: readonly TaskCommitRow[],
  earlier: Earlier,
): Promise<readonly (readonly WatchedTask[])[]> {
  const read = rows.map((row) => ({ row, record: readRecord(row.record) }));
  const chapters = read.map((each) => ({ ...each, changes: changesOf(each.record) }));
  // A transaction may have had its number long before it moved the instance: its revision says when it did.
  const inOrder = [...chapters].sort((one, other) => one.row.revision - other.row.revision);
  const people = await peopleBefore(inOrder, earlier);
  const found = new Map<TaskCommitRow, WatchedTask[]>();
  for (const { row, record, changes } of inOrder) {
    const tasks: WatchedTask[] = [];
    for (const [number, change] of changes) {
      const key = keyOf(row.instanceId, number);
      const before = people.get(key) ?? null;
      const after = record.events.reduce<TaskPeople | null>(
        (now, event) => taskPeopleAfter(now, number, event),
        before,
      );
      if (after !== null) people.set(key, after);
      tasks.push({ number, change, people: [before, after].filter((each) => each !== null) });
    }
    found.set(row, tasks);
  }
  return rows.map((row) => found.get(row) ?? []);
}

interface Chapter {
  readonly row: TaskCommitRow;
  readonly changes: ReadonlyMap<number, WatchedTask['change']>;
}

/** Finds the people of tasks that the chapters do not create themselves, as earlier rows have them. */
async function peopleBefore(chapters: readonly Chapter[], earlier: Earlier): Promise<Map<string, TaskPeople>> {
  const people = new Map<string, TaskPeople>();
  const seen = new Set<string>();
  const missing: (Search & { readonly task: number })[] = [];
  for (const { row, changes } of chapters) {
    for (const [task, change] of changes) {
      const key = keyOf(row.instanceId, task);
      if (seen.has(key)) continue;
      seen.add(key);
      const pattern = `"([tT]",${task},|[uU]",${task},|N",\\[)`;
      if (change !== 'CREATED') missing.push({ instanceId: row.instanceId, before: row.revision, pattern, task });
    }
  }
  if (missing.length === 0) return people;
  const sought = Map.groupBy(missing, ({ instanceId }) => instanceId);
  const records = new Map<string, Record>();
  for (const { instance_id: id, revision, record } of await earlier(missing)) {
    const place = keyOf(id, revision);
    if (records.has(place)) continue;
    const events = readRecord(record);
    records.set(place, events);
    for (const { task, before } of sought.get(id) ?? []) {
      if (revision >= before) continue;
      const key = keyOf(id, task);
      for (const event of events.events) {
        const after = taskPeopleAfter(people.get(key) ?? null, task, event);
        if (after !== null) people.set(key, after);
      }
    }
  }
  return people;
}
