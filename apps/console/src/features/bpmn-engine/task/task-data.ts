// Reads a task with its values and where it can be sent back to, and says what changes with it.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export type Task = Awaited<ReturnType<typeof api.bpmnEngine.getTask>>['body'];
export type ReturnTarget = NonNullable<Task['possibleReturns']>[number];

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id],
    queryFn: async () => (await api.bpmnEngine.getTask({ params: { id } })).body,
  });
}

export function formQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id, 'form'],
    queryFn: async () => (await api.bpmnEngine.getTaskForm({ params: { id } })).body,
  });
}

export function variablesQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id, 'variables'],
    queryFn: async () => (await api.bpmnEngine.getVariables({ params: { taskId: id } })).body,
  });
}

/** The newest are shown; who wants the rest asks the interface. */
const REMARKS_SHOWN = 200;

export type Comment = Awaited<ReturnType<typeof api.bpmnEngine.getTaskComments>>['body']['data'][number];
export type Attachment = Awaited<ReturnType<typeof api.bpmnEngine.getTaskAttachments>>['body']['data'][number];

export function commentsQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id, 'comments'],
    queryFn: async () =>
      (await api.bpmnEngine.getTaskComments({ params: { id }, query: { pageSize: REMARKS_SHOWN } })).body,
  });
}

export function attachmentsQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id, 'attachments'],
    queryFn: async () =>
      (await api.bpmnEngine.getTaskAttachments({ params: { id }, query: { pageSize: REMARKS_SHOWN } })).body,
  });
}

/** Reads the earlier steps that the work can go back to. */
export function returnsQuery(id: string) {
  return queryOptions({
    queryKey: ['task', id, 'returns'],
    queryFn: async () => {
      const { body } = await api.bpmnEngine.task_queryPage({ body: { ids: [id], withReturns: true } });
      return body.data[0]?.possibleReturns ?? [];
    },
  });
}

/** Finds the next task of the person; null where there is none. */
export async function findNextTask(): Promise<string | null> {
  const body = {
    mine: true,
    pageable: { pageSize: 1, sort: { properties: ['priority'], direction: 'DESC' } },
  } as const;
  return (await api.bpmnEngine.task_queryPage({ body })).body.data[0]?.id ?? null;
}

/** Finds an open task of the person in an instance; null where there is none. */
export async function findTaskOf(processInstanceId: string): Promise<string | null> {
  const { body } = await api.bpmnEngine.task_queryPage({ body: { mine: true, processInstanceId } });
  return body.data[0]?.id ?? null;
}

/** Makes all that shows tasks or instances ask anew. */
export async function refreshTasks(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['task'] }),
    queries.invalidateQueries({ queryKey: ['tasks'] }),
    queries.invalidateQueries({ queryKey: ['instance'] }),
    queries.invalidateQueries({ queryKey: ['instances'] }),
  ]);
}
