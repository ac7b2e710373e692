// Reads everything back after the load and holds it against what was acknowledged.
import type { SvcBpmnActivityModel, SvcBpmnProcessInstanceModel, SvcBpmnTaskModel } from '@keelson/contract';
import type { Person } from '../support/people.ts';
import { type Case, PROCESS_KEY } from './load.ts';

const PAGE_SIZE = 200;

type Page<M> = { readonly data: readonly M[]; readonly totalElements: number };

async function all<M>(read: (pageable: { pageNumber: number; pageSize: number }) => Promise<Page<M>>): Promise<M[]> {
  const rows: M[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { data, totalElements } = await read({ pageNumber, pageSize: PAGE_SIZE });
    rows.push(...data);
    if (data.length === 0 || rows.length >= totalElements) return rows;
  }
}

export interface Books {
  readonly instances: readonly SvcBpmnProcessInstanceModel[];
  readonly tasks: readonly SvcBpmnTaskModel[];
  activitiesOf(instanceId: string): Promise<readonly SvcBpmnActivityModel[]>;
  /** Lists the kinds of the entries of the timeline that belong to this element. */
  entriesOf(instanceId: string, elementId: string): Promise<readonly string[]>;
}

export async function readBooks({ sure }: Person): Promise<Books> {
  const processDefinitionKeys = [PROCESS_KEY];
  const states = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
  return {
    instances: await all(
      async (pageable) =>
        (await sure.bpmnEngine.processInstance_queryPage({ body: { pageable, processDefinitionKeys, states } })).body,
    ),
    tasks: await all(
      async (pageable) => (await sure.bpmnEngine.task_queryPage({ body: { pageable, processDefinitionKeys } })).body,
    ),
    activitiesOf: (processInstanceId) =>
      all(async (pageable) => (await sure.bpmnEngine.queryActivities({ body: { pageable, processInstanceId } })).body),
    async entriesOf(id, elementId) {
      const { data } = (await sure.bpmnEngine.getTimeline({ params: { id } })).body;
      return data.filter((entry) => entry.elementId === elementId).map(({ kind }) => kind);
    },
  };
}

/** Says what does not agree with the acknowledgements, a sentence each. */
export async function differences(cases: readonly Case[], books: Books): Promise<readonly string[]> {
  const found: string[] = [];
  const byKey = Map.groupBy(books.instances, ({ businessKey }) => businessKey ?? '');
  const tasksOf = Map.groupBy(books.tasks, ({ processInstanceId }) => processInstanceId);
  const known = new Set(cases.map(({ businessKey }) => businessKey));
  for (const key of byKey.keys()) if (!known.has(key)) found.push(`an instance that nobody asked for: ${key}`);
  for (const { businessKey, instanceId, completed } of cases) {
    const instances = byKey.get(businessKey) ?? [];
    if (instances.length > 1) found.push(`${businessKey} exists ${instances.length} times`);
    if (instanceId === null) continue;
    if (instances[0]?.id !== instanceId) {
      found.push(`${businessKey} was acknowledged and is not there`);
      continue;
    }
    const open = (tasksOf.get(instanceId) ?? []).map(({ taskDefinitionKey }) => taskDefinitionKey);
    const expected = completed ? 'second' : 'first';
    if (open.join() !== expected) found.push(`${businessKey} has the open tasks ${open.join()} instead of ${expected}`);
    const activities = await books.activitiesOf(instanceId);
    const first = activities.filter(({ elementId }) => elementId === 'first').map(({ state }) => state);
    if (first.join() !== (completed ? 'COMPLETED' : 'ACTIVE'))
      found.push(`${businessKey} has been at first: ${first.join()}`);
    const entries = await books.entriesOf(instanceId, 'first');
    if (new Set(entries).size !== entries.length) found.push(`${businessKey} has repeated entries: ${entries.join()}`);
  }
  return found;
}
