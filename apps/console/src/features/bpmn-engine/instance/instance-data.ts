// Reads an instance with its model, its tasks, its failures, its values and what happened in it.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export type Instance = Awaited<ReturnType<typeof api.bpmnEngine.getProcessInstance>>['body'];
export type Incident = Awaited<ReturnType<typeof api.bpmnEngine.queryIncidents>>['body']['data'][number];

const ROWS_MAX = 200;

export function instanceQuery(id: string) {
  return queryOptions({
    queryKey: ['instance', id],
    queryFn: async () => (await api.bpmnEngine.getProcessInstance({ params: { id } })).body,
  });
}

/** Reads the file of a version, which never changes. */
export function modelQuery(definitionId: string) {
  return queryOptions({
    queryKey: ['model', definitionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { bytes } = await api.bpmnEngine.getBpmnModelArrayByProcessDefinitionId({
        params: { id: definitionId },
        headers: { accept: 'application/xml' },
      });
      return new TextDecoder().decode(bytes ?? new Uint8Array());
    },
  });
}

export function activitiesQuery(processInstanceId: string) {
  return queryOptions({
    queryKey: ['instance', processInstanceId, 'activities'],
    queryFn: async () => {
      const body = { processInstanceId, pageable: { pageSize: ROWS_MAX } };
      return (await api.bpmnEngine.queryActivities({ body })).body.data;
    },
  });
}

export function tasksQuery(processInstanceId: string) {
  return queryOptions({
    queryKey: ['instance', processInstanceId, 'tasks'],
    queryFn: async () => {
      const body = { processInstanceId, pageable: { pageSize: ROWS_MAX } };
      return (await api.bpmnEngine.task_queryPage({ body })).body.data;
    },
  });
}

export function incidentsQuery(processInstanceId: string) {
  return queryOptions({
    queryKey: ['instance', processInstanceId, 'incidents'],
    queryFn: async () => {
      const body = { processInstanceId, pageable: { pageSize: ROWS_MAX } };
      return (await api.bpmnEngine.queryIncidents({ body })).body.data;
    },
  });
}

export function valuesQuery(executionId: string) {
  return queryOptions({
    queryKey: ['instance', executionId, 'values'],
    queryFn: async () => {
      const { body } = await api.bpmnEngine.getExecutionVariables({ params: { id: executionId } });
      return Object.fromEntries(body.map(({ name, value }) => [name, value]));
    },
  });
}

export type Past = Awaited<ReturnType<typeof api.bpmnEngine.replayProcessInstance>>['body'];

/** Reads what an instance was at a moment. */
export function pastQuery(id: string, at: string) {
  return queryOptions({
    queryKey: ['instance', id, 'past', at],
    queryFn: async () => (await api.bpmnEngine.replayProcessInstance({ params: { id }, query: { at } })).body,
  });
}

export function timelineQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['instance', id, 'timeline'],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = pageParam === undefined ? {} : { cursor: pageParam };
      return (await api.bpmnEngine.getTimeline({ params: { id }, query })).body;
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}

/** Makes all that shows instances or tasks ask anew. */
export async function refreshInstance(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['instance', 'instances', 'incidents', 'task', 'tasks'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );
}
