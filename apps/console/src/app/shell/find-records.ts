// Finds instances, tasks and people by what somebody has of them: an id, a business key, a part of a name.
import { address } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import type { OperationName } from '../../lib/session.ts';

export interface FoundRecord {
  readonly kind: 'instance' | 'task' | 'person' | 'request';
  readonly key: string;
  readonly label: string;
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
}

type Can = (operation: OperationName) => boolean;

/** Characters from which on is searched: one is found in nearly everything. */
const TEXT_MIN = 2;
/** Pattern of ids of the engine and of records, and numbers of requests. */
const ID = /^[\w.:-]{8,64}$/;
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const PEOPLE_SHOWN = 5;
const INSTANCES_SHOWN = 5;

const nameOf = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join(' · ');

async function findInstances(text: string, can: Can): Promise<readonly FoundRecord[]> {
  if (!can('bpmnEngine.processInstance_queryPage')) return [];
  const states = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
  const asked = [{ businessKey: text }, ...(ID.test(text) ? [{ ids: [text] }] : [])];
  const answers = await Promise.all(
    asked.map((by) =>
      api.bpmnEngine.processInstance_queryPage({ body: { ...by, states, pageable: { pageSize: INSTANCES_SHOWN } } }),
    ),
  );
  return answers
    .flatMap(({ body }) => body.data)
    .map(({ id, processDefinitionName, processDefinitionKey, businessKey }) => ({
      kind: 'instance',
      key: id,
      label: nameOf(processDefinitionName ?? processDefinitionKey, businessKey),
      path: address('instance', { id }),
    }));
}

async function findTasks(text: string, can: Can): Promise<readonly FoundRecord[]> {
  if (!can('bpmnEngine.task_queryPage') || !ID.test(text)) return [];
  const { data } = (await api.bpmnEngine.task_queryPage({ body: { ids: [text] } })).body;
  return data.map(({ id, name, taskDefinitionKey, businessKey }) => ({
    kind: 'task',
    key: id,
    label: nameOf(name ?? taskDefinitionKey, businessKey),
    path: address('task', { id }),
  }));
}

async function findPeople(text: string, can: Can): Promise<readonly FoundRecord[]> {
  if (!can('authentication.getUser')) return [];
  const found = UUID.test(text)
    ? await api.authentication.getUser({ params: { uuid: text } }).then(
        ({ body }) => [body],
        // It is the id of something else.
        () => [],
      )
    : (await api.authentication.lookUpUsers({ body: { searchText: text } })).body.slice(0, PEOPLE_SHOWN);
  return found.map(({ uuid, username, displayName }) => ({
    kind: 'person',
    key: uuid,
    label: nameOf(displayName, username),
    path: address('user', { uuid }),
  }));
}

/**
 * Offers the events of a request; whether there are any is found out where they are shown, as that may take a while.
 */
function offerRequest(text: string, can: Can): readonly FoundRecord[] {
  if (!can('loggerProducer.searchEvents') || !ID.test(text) || !/\d/.test(text)) return [];
  const search = { text: `request:${text}`, range: '30d' };
  return [{ kind: 'request', key: `request ${text}`, label: text, path: address('events'), search }];
}

export async function findRecords(text: string, can: Can): Promise<readonly FoundRecord[]> {
  if (text.length < TEXT_MIN) return [];
  const found = await Promise.all([findInstances(text, can), findTasks(text, can), findPeople(text, can)]);
  return [...found.flat(), ...offerRequest(text, can)];
}
