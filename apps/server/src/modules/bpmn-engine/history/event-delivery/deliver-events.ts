// Delivers to the handlers of other modules what a pass of the projector has found, of each instance in its order.
import type { EndState } from '@keelson/bpmn-core';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Deliver as DeliverOf, DeliverToModules } from '../../../../kernel/module-events/module-delivery.ts';
import type { ModuleHandlers } from '../../../../kernel/module-events/module-handlers.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { incidentId } from '../../interface/part-id.ts';
import type { DefinitionCache } from '../../runtime/definitions/definition-cache.ts';
import { readRecord } from '../../runtime/state/instance-history.ts';
import { type EndError, NO_ERROR } from '../../runtime/state/live-instance.ts';
import type { PassWays } from '../pass-ways.store.ts';
import type { EngineEvent, IncidentRaisedEvent, InstanceEndedEvent } from './engine-event.types.ts';
import {
  eventDeliveryStore,
  type HistoryRow,
  type Pass,
  type RaisedRow,
  type RowPlace,
} from './event-delivery.store.ts';
import { type Chapter, createTaskBooks, type TaskBooks } from './task-books.ts';
import { taskEventsOf } from './task-events.ts';

type Deliver = DeliverOf<EngineEvent>;

/** Bound of the records that are read at once: each may hold variables of some megabytes. */
const RECORDS_AT_ONCE = 50;

/** A row of the history, or an incident. */
interface Item extends RowPlace {
  readonly raised: RaisedRow | null;
}

/** What a pass reads by. */
interface Reading {
  readonly tx: Transaction;
  readonly ways: PassWays;
  readonly books: TaskBooks;
}

type Names = ReadonlyMap<string, string | null>;

export function createEventDelivery({
  handlers,
  deliverToModules,
  definitions,
  events,
}: Pick<Kernel, 'events'> & {
  readonly handlers: ModuleHandlers<EngineEvent>;
  readonly deliverToModules: DeliverToModules<EngineEvent>;
  readonly definitions: Pick<DefinitionCache, 'compiled'>;
}) {
  const wantsTasks = () => handlers.wants('task.created', 'task.assigned', 'task.completed');

  async function deliverTasks(deliver: Deliver, books: TaskBooks, chapter: Chapter, names: Names): Promise<void> {
    const { instance_id: id, definition_id: definitionId, definition_key: definitionKey } = chapter.row;
    const model = definitionKey === null ? null : (await definitions.compiled(definitionId)).model;
    const openName = (task: number) => names.get(keyOf(id, task));
    for (const event of taskEventsOf(chapter, { book: books.bookOf(id), model, openName })) {
      await deliver(event);
    }
  }

  async function deliverSome({ tx, ways, books }: Reading, deliver: Deliver, items: readonly Item[]): Promise<void> {
    const wantsTasksNow = wantsTasks();
    await ways.narrow();
    const chapters = await readChapters(tx, items);
    const read = [...chapters.values()];
    if (wantsTasksNow) await books.fill(tx, read);
    const names = wantsTasksNow ? await readOpenNames(tx, read) : new Map();
    await ways.widen();
    for (const { instance_id: id, revision, raised } of items) {
      if (raised !== null) await deliver(incidentOf(raised));
      const chapter = raised === null ? chapters.get(keyOf(id, revision)) : undefined;
      if (chapter === undefined) continue;
      if (wantsTasksNow) await deliverTasks(deliver, books, chapter, names);
      if (chapter.row.ended_at !== null) await deliver(endOf(chapter));
    }
  }

  return {
    /**
     * Answers where a pass ends: as early as it must so that the events of each instance are delivered in order; perhaps where it began.
     */
    async endOf(tx: Transaction, { since, to }: Pass): Promise<string> {
      if (!handlers.hasAny()) return to;
      for (let end = to; ; ) {
        const cut = await eventDeliveryStore.cut(tx, { since, to: end });
        if (cut === null) return end;
        if (BigInt(cut) <= BigInt(since)) return since;
        end = cut;
      }
    },
    async deliver(tx: Transaction, pass: Pass, ways: PassWays): Promise<void> {
      const raised = await eventDeliveryStore.takeRaised(tx, pass.to);
      for (const row of raised) await recordIncident(events, tx, row);
      if (!handlers.hasAny()) return;
      const wanted = { ends: handlers.wants('instance.ended'), tasks: patternOf(handlers) };
      const places = wanted.ends || wanted.tasks !== null ? await eventDeliveryStore.places(tx, pass, wanted) : [];
      const items = inOrder(places, handlers.wants('incident.raised') ? raised : []);
      await ways.widen();
      await deliverToModules(tx, async (deliver) => {
        const books = createTaskBooks();
        for (let from = 0; from < items.length; from += RECORDS_AT_ONCE) {
          await deliverSome({ tx, ways, books }, deliver, items.slice(from, from + RECORDS_AT_ONCE));
        }
      });
    },
  };
}

/**
 * Writes the pattern of the records that a handler wants; null where none wants events of tasks. It also finds what only looks like one:
 * whoever reads the record knows. Changes of tasks are read for events that follow from them, all others are not.
 */
function patternOf({ wants }: Pick<ModuleHandlers<EngineEvent>, 'wants'>): string | null {
  const created = wants('task.created');
  const assigned = wants('task.assigned');
  const completed = wants('task.completed');
  if (!created && !assigned && !completed) return null;
  const begun = created ? ['[tT]",[0-9]'] : assigned ? ['[tT]",[0-9]+,[0-9]+,"'] : [];
  return `"(${[...begun, ...(completed ? ['d",[0-9]'] : []), '[uU]",[0-9]', 'N",\\['].join('|')})`;
}

const keyOf = (instanceId: string, number: number): string => `${instanceId} ${number}`;

/** Orders the items of a pass: an incident stands behind the row of its commit; one of an instance that had ended stands last. */
function inOrder(places: readonly RowPlace[], raised: readonly RaisedRow[]): readonly Item[] {
  const items = [
    ...places.map((place): Item => ({ ...place, raised: null })),
    ...raised.map((row): Item => {
      const { instance_id: instanceId, id, revision } = row;
      return { instance_id: instanceId ?? id, revision: revision ?? Number.MAX_SAFE_INTEGER, raised: row };
    }),
  ];
  const rank = ({ raised: row }: Item) => (row === null ? 0 : 1);
  const compared = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return items.sort(
    (one, other) =>
      compared(one.instance_id, other.instance_id) || one.revision - other.revision || rank(one) - rank(other),
  );
}

async function readChapters(tx: Transaction, items: readonly Item[]): Promise<ReadonlyMap<string, Chapter>> {
  const places = items.filter(({ raised }) => raised === null);
  const rows = places.length === 0 ? [] : await eventDeliveryStore.rows(tx, places);
  const found = new Map(rows.map((row) => [keyOf(row.instance_id, row.revision), row]));
  const chapters = new Map<string, Chapter>();
  for (const { instance_id: id, revision } of places) {
    const row = found.get(keyOf(id, revision));
    // The rows of a tenant that is deleted may be gone meanwhile.
    if (row !== undefined) chapters.set(keyOf(id, revision), chapterOf(row));
  }
  return chapters;
}

function chapterOf(row: HistoryRow): Chapter {
  const common = {
    tenantIdentifier: row.tenant_identifier,
    instanceId: row.instance_id,
    definitionId: row.definition_id,
    definitionKey: row.definition_key,
    businessKey: row.business_key,
  };
  return { row, record: readRecord(row.record), common };
}

async function readOpenNames(tx: Transaction, chapters: readonly Chapter[]): Promise<Names> {
  const tasks = chapters.flatMap(({ row, record }) =>
    record.events.flatMap((event) =>
      event[0] === 't' || event[0] === 'u' ? [{ instanceId: row.instance_id, number: event[1] }] : [],
    ),
  );
  const rows = tasks.length === 0 ? [] : await eventDeliveryStore.openNames(tx, tasks);
  return new Map(rows.map(({ instance_id: id, number, name }) => [keyOf(id, number), name]));
}

function endOf({ row, common }: Chapter): InstanceEndedEvent {
  const { code, message } = row.end_error === null ? NO_ERROR : (JSON.parse(row.end_error) as EndError);
  return {
    ...common,
    kind: 'instance.ended',
    id: `${row.instance_id}:${row.revision}:instance.ended`,
    at: row.ended_at as Date,
    endState: row.end_state as EndState,
    errorCode: code,
    errorMessage: message,
    startUserId: row.start_user_id,
  };
}

async function recordIncident(events: Kernel['events'], tx: Transaction, row: RaisedRow): Promise<void> {
  const { tenant_identifier: tenantIdentifier, type, code, element_id: elementId } = row;
  const actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
  await events.record(tx, bpmnEngineEvents.incidentOpened, actor, incidentId(row.id, row.number), {
    type,
    code,
    elementId,
    processInstanceId: row.instance_id,
    processDefinitionId: row.definition_id,
  });
}

function incidentOf(row: RaisedRow): IncidentRaisedEvent {
  const id = incidentId(row.id, row.number);
  return {
    kind: 'incident.raised',
    id: `${id}:${row.xid}:incident.raised`,
    at: row.raised_at,
    tenantIdentifier: row.tenant_identifier,
    instanceId: row.instance_id,
    definitionId: row.definition_id,
    definitionKey: row.definition_key,
    businessKey: row.business_key,
    incidentId: id,
    type: row.type,
    code: row.code,
    message: row.message,
    elementId: row.element_id,
  };
}
