// Serves the streams of one instance and of the caller's tasks: one reader of the history a process for each kind.

import type { TaskPeople } from '@keelson/bpmn-core';
import type {
  EventSink,
  EventStream,
  instanceEndStates,
  instanceStreamEvents,
  taskStreamEvents,
} from '@keelson/contract';
import type { Cursor } from '../../../../kernel/database/commit-horizon.ts';
import type { TailedItem, TailSink } from '../../../../kernel/live/tail.ts';
import { createTailFollowing } from '../../../../kernel/live/tail-following.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { isInstanceId, taskId } from '../../interface/part-id.ts';
import { eventDeliveryStore } from '../event-delivery/event-delivery.store.ts';
import type { HistoryService } from '../history.service.ts';
import { type WatchedTask, watchedTasks } from './watched-tasks.ts';
import {
  type CommitRow,
  followCommits,
  followTaskCommits,
  LAST_PLACE,
  presentPlace,
  type TaskCommitRow,
} from './watching.store.ts';

/** Bytes of an event on the wire, about, and of each task in it. */
const EVENT_BYTES = 200;
const TASK_BYTES = 80;
// A place is a transaction, an instance and a revision. A forged one only reads what its caller may hear anyway.
const PLACE = /^(\d{1,20})\.([0-9a-f-]{36}\d{10})$/;
const XID_MAX = 2n ** 64n - 1n;
/** Bound of the transactions that are read again: older history would be sorted for every page. */
const BEHIND_MAX = 200_000n;

type Commit = CommitRow & TailedItem;
type TaskCommit = TaskCommitRow & TailedItem & { readonly tasks: readonly WatchedTask[] };

/** Reads the id that a client has seen last; null for what is none of ours, and for what is too far behind the present. */
export function placeIn(id: string, present: Cursor): Cursor | null {
  const [, xid, order] = PLACE.exec(id) ?? [];
  if (xid === undefined || order === undefined || BigInt(xid) > XID_MAX) return null;
  return BigInt(present.xid) - BigInt(xid) > BEHIND_MAX ? null : { xid, order };
}

const idOf = ({ xid, order }: Cursor): string => `${xid}.${order}`;
const placeOf = ({ followXid, followOrder }: { readonly followXid: string; readonly followOrder: string }): Cursor => ({
  xid: followXid,
  order: followOrder,
});

export function createWatching({
  database,
  log,
  metrics,
  service,
}: Pick<Kernel, 'database' | 'log' | 'metrics'> & { readonly service: Pick<HistoryService, 'isVisible'> }) {
  const shared = { log, lastOrder: LAST_PLACE, position: () => presentPlace(database) };
  const commits = createTailFollowing<Commit>({
    ...shared,
    async readOn(cursor) {
      const { rows, ...page } = await followCommits(database, cursor);
      return { ...page, items: rows.map((row) => ({ ...row, place: placeOf(row), bytes: EVENT_BYTES })) };
    },
  });
  const tasks = createTailFollowing<TaskCommit>({
    ...shared,
    async readOn(cursor) {
      const { rows, ...page } = await followTaskCommits(database, cursor);
      const found = await watchedTasks(rows, (searches) => eventDeliveryStore.earlier(database, searches));
      const items = rows.map((row, index) => {
        const touched = found[index] ?? [];
        return { ...row, tasks: touched, place: placeOf(row), bytes: EVENT_BYTES + TASK_BYTES * touched.length };
      });
      return { ...page, items };
    },
  });
  metrics.gauge({
    name: 'engine_streams',
    help: 'Open streams of instances and tasks.',
    collect: (gauge) => gauge.set(commits.count() + tasks.count()),
  });
  const startOf = async ({ context: { lastEventId } }: Act) => {
    const present = await presentPlace(database);
    return lastEventId === null ? present : placeIn(lastEventId, present);
  };

  return {
    async watchInstance(act: Act, id: string): Promise<EventStream<typeof instanceStreamEvents>> {
      if (!isInstanceId(id) || !(await service.isVisible(act.caller, id)))
        return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
      const start = await startOf(act);
      return { open: (sink) => commits.open(instanceSink(sink, id), start) };
    },
    /** Opens a stream of changed tasks; `isOwn` says whose are sent. */
    async watchTasks(act: Act, isOwn: (people: TaskPeople) => boolean): Promise<EventStream<typeof taskStreamEvents>> {
      const start = await startOf(act);
      return { open: (sink) => tasks.open(taskSink(sink, act.caller.tenantIdentifier, isOwn), start) };
    },
    async follow(): Promise<void> {
      await Promise.all([commits.follow(), tasks.follow()]);
    },
  };
}

export type Watching = ReturnType<typeof createWatching>;

function instanceSink(sink: EventSink<typeof instanceStreamEvents>, id: string): TailSink<Commit> {
  return {
    ...placesOf(sink),
    send({ instanceId, revision, at, endState }, place) {
      if (instanceId !== id) return false;
      const ended = endState as (typeof instanceEndStates)[number] | null;
      const data = { processInstanceId: id, version: revision, time: at.toISOString(), endState: ended };
      sink.send({ event: 'change', id: place, data });
      return true;
    },
    gap: (_last, place) => sink.send({ event: 'resync', id: place, data: {} }),
  };
}

function taskSink(
  sink: EventSink<typeof taskStreamEvents>,
  tenant: string,
  isOwn: (people: TaskPeople) => boolean,
): TailSink<TaskCommit> {
  return {
    ...placesOf(sink),
    send({ tenantIdentifier, instanceId, revision, at, tasks }, place) {
      if (tenantIdentifier !== tenant) return false;
      const own = tasks.filter(({ people }) => people.some(isOwn));
      if (own.length === 0) return false;
      const changed = own.map(({ number, change }) => ({ taskId: taskId(instanceId, number), change }));
      const data = { processInstanceId: instanceId, version: revision, time: at.toISOString(), tasks: changed };
      sink.send({ event: 'tasks', id: place, data });
      return true;
    },
    gap: (_last, place) => sink.send({ event: 'resync', id: place, data: {} }),
  };
}

const placesOf = (sink: Pick<EventSink, 'mark' | 'end'>) => ({
  mark: (id: string) => sink.mark(id),
  end: () => sink.end(),
  idOf,
});
