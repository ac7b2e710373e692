// Reads failures of one cause, and orders the batches that try all of them again.
import { api } from '../../../lib/api.ts';

export type Cause = Awaited<ReturnType<typeof api.bpmnEngine.groupIncidents>>['body'][number];

export interface Selection {
  readonly processDefinitionKey: string;
  readonly elementId: string;
  readonly code: string;
}

/** Names the failures of a cause; null where the server has no words for exactly these. */
export function selectionOf({ processDefinitionKey, elementId, code }: Cause): Selection | null {
  if (processDefinitionKey === null || elementId === null || code === null) return null;
  return { processDefinitionKey, elementId, code };
}

/** Writes a cause into the address of the list of failures. */
export function searchOf({ processDefinitionKey, elementId, code }: Cause): Readonly<Record<string, string>> {
  const parts = Object.entries({ process: processDefinitionKey, element: elementId, code });
  return Object.fromEntries(parts.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}

/** Reads from an address which failures are asked for. */
export function filtersOf({ process, element, code }: Readonly<Record<string, string>>) {
  return {
    ...(process === undefined ? {} : { processDefinitionKey: process }),
    ...(element === undefined ? {} : { elementId: element }),
    ...(code === undefined ? {} : { code }),
  };
}

/** A batch takes no more ids than this. */
const IDS_MAX = 10_000;
const PAGE_SIZE = 200;

/** Counts what a batch can try again, and what is left for a person: external tasks, and jobs beyond the bound of a batch. */
export async function findAgain(selection: Selection): Promise<{ readonly inBatch: number; readonly byHand: number }> {
  const { createBatch, queryIncidents } = api.bpmnEngine;
  const pageable = { pageSize: 1 };
  const [waiting, jobs, all] = await Promise.all([
    createBatch({ body: { type: 'RETRY_INCIDENTS', incidentQuery: selection, dryRun: true } }),
    queryIncidents({ body: { ...selection, types: ['FAILED_JOB'], pageable } }),
    queryIncidents({ body: { ...selection, pageable } }),
  ]);
  const inBatch = waiting.body.total + Math.min(jobs.body.totalElements, IDS_MAX);
  return { inBatch, byHand: Math.max(0, all.body.totalElements - inBatch) };
}

/** Reads the jobs that failed so. */
async function jobsOf(selection: Selection): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let pageNumber = 0; found.size < IDS_MAX; pageNumber++) {
    const pageable = { pageNumber, pageSize: PAGE_SIZE };
    const { body } = await api.bpmnEngine.queryIncidents({ body: { ...selection, types: ['FAILED_JOB'], pageable } });
    for (const { jobId } of body.data) if (jobId !== null) found.add(jobId);
    if (body.data.length < PAGE_SIZE) break;
  }
  return [...found].slice(0, IDS_MAX);
}

type Order = Parameters<typeof api.bpmnEngine.createBatch>[0]['body'];

/** Answers the id of the batch; none where nothing would be in it. */
async function orderBatch(body: Order, key: string): Promise<readonly string[]> {
  const { createBatch } = api.bpmnEngine;
  if ((await createBatch({ body: { ...body, dryRun: true } })).body.total === 0) return [];
  const { id } = (await createBatch({ body, headers: { 'idempotency-key': key } })).body;
  return id === null ? [] : [id];
}

/** Answers the ids of the batches: what waits in its instances is another one than what failed as jobs. */
export async function orderAgain(
  selection: Selection,
  [ofWaiting, ofJobs]: readonly [string, string],
): Promise<readonly string[]> {
  const ids = [...(await jobsOf(selection))];
  return [
    ...(await orderBatch({ type: 'RETRY_INCIDENTS', incidentQuery: selection }, ofWaiting)),
    ...(ids.length === 0 ? [] : await orderBatch({ type: 'SET_RETRIES', ids, arguments: { retries: 1 } }, ofJobs)),
  ];
}

/** Names the instances that stand at a failed element: the server finds them by that, whatever code stopped them. */
function moveOf({ processDefinitionKey, elementId }: Selection, targetDefinitionId: string): Order {
  return {
    type: 'MIGRATE',
    query: { processDefinitionKeys: [processDefinitionKey], currentElementId: elementId, hasIncident: true },
    arguments: { targetDefinitionId },
  };
}

export async function countMoved(selection: Selection, targetDefinitionId: string): Promise<number> {
  const body = { ...moveOf(selection, targetDefinitionId), dryRun: true };
  return (await api.bpmnEngine.createBatch({ body })).body.total;
}

/** Answers the id of the batch. */
export function orderMove(selection: Selection, targetDefinitionId: string, key: string): Promise<readonly string[]> {
  return orderBatch(moveOf(selection, targetDefinitionId), key);
}
