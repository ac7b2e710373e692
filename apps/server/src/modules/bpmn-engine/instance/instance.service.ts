// Starts, finds and lists process instances, and sets their variables.
import type { Value, Variables } from '@keelson/bpmn-core';
import { instanceSortStandard, resolvePageable, type SvcBpmnProcessInstanceQueryModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { HistoryService } from '../history/history.service.ts';
import { checkVariable, pickVariables } from '../interface/check-variables.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';
import type { AlsoWrite } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { InstancePageRow, InstanceQueryStore } from './instance.store.ts';
import { type StartNeeds, type StartOptions, startById, startByKey } from './start.service.ts';

export type InstanceSearch = SvcBpmnProcessInstanceQueryModel;

/** An instance for an answer: running ones carry their state, ended ones their row. */
export interface FoundInstance {
  readonly live: LiveInstance | null;
  readonly row: InstancePageRow | null;
  readonly variables: Variables | null;
}

interface Needs extends StartNeeds {
  readonly clock: Clock;
  readonly store: InstanceQueryStore;
  readonly history: HistoryService;
}

export function createInstanceService(needs: Needs) {
  return {
    startByKey: (caller: Caller, key: string, options: StartOptions, alsoWrite?: AlsoWrite) =>
      startByKey(needs, caller, key, options, alsoWrite),
    startById: (caller: Caller, id: string, options: StartOptions, alsoWrite?: AlsoWrite) =>
      startById(needs, caller, id, options, alsoWrite),
    /** Running or ended; 404 for whoever neither started it nor holds `BPMN_INSTANCE_VIEW`. */
    get: (caller: Caller, instanceId: string, withVariables: readonly string[] | null) =>
      getInstance(needs, caller, instanceId, withVariables),
    page: (caller: Caller, search: InstanceSearch) => pageInstances(needs, caller, search),
    /** `executionId` may be an instance id; the variable is set where it is visible, else on the instance. */
    setVariable: (caller: Caller, executionId: string, name: string, value: Value) =>
      setVariable(needs, caller, executionId, name, value),
  };
}

export type InstanceService = ReturnType<typeof createInstanceService>;

async function getInstance(
  needs: Needs,
  caller: Caller,
  instanceId: string,
  withVariables: readonly string[] | null,
): Promise<FoundInstance> {
  const found = await findVisible(needs, caller, instanceId);
  if (withVariables === null) return found;
  const all = found.live === null ? await needs.history.variablesAtEnd(instanceId) : found.live.state.variables;
  return { ...found, variables: pickVariables(all, withVariables) };
}

async function findVisible(
  { runtime, store, history }: Needs,
  caller: Caller,
  instanceId: string,
): Promise<FoundInstance> {
  const live = isInstanceId(instanceId) ? await runtime.find(instanceId) : null;
  if (live !== null) {
    const { facts } = live.state;
    if (!isVisible(caller, facts.tenantIdentifier, facts.startUserId)) return notFound();
    return { live, row: null, variables: null };
  }
  if (!isInstanceId(instanceId)) return notFound();
  await history.catchUp();
  const row = await store.findEnded(instanceId);
  if (row === null || !isVisible(caller, row.tenant_identifier, row.start_user_id)) return notFound();
  return { live: null, row, variables: null };
}

async function pageInstances(needs: Needs, caller: Caller, search: InstanceSearch) {
  const { store, history } = needs;
  const request = resolvePageable(search.pageable, instanceSortStandard);
  const states = search.states ?? ['ACTIVE', 'SUSPENDED'];
  const ended = states.includes('ENDED');
  const lag = ended ? await history.catchUp() : null;
  const { rows, total } = await store.page(
    {
      ...search,
      tenantIdentifier: caller.tenantIdentifier,
      ownOf: caller.holds('BPMN_INSTANCE_VIEW') ? null : caller.username,
      states,
      or: search.or ?? [],
    },
    request,
  );
  const instances = await Promise.all(rows.map((row) => withState(needs, row, search.withVariables ?? null)));
  return { instances, total, request, lag };
}

async function withState(
  { runtime, history }: Needs,
  row: InstancePageRow,
  withVariables: readonly string[] | null,
): Promise<FoundInstance> {
  const live = row.state === null ? null : await runtime.decode({ ...row, state: row.state });
  if (withVariables === null) return { live, row, variables: null };
  const all = live === null ? await history.variablesAtEnd(row.id) : live.state.variables;
  return { live, row, variables: pickVariables(all, withVariables) };
}

async function setVariable(
  { clock, runtime, history, limits }: Needs,
  caller: Caller,
  executionId: string,
  name: string,
  value: Value,
): Promise<void> {
  checkVariable(name, value, limits.variableBytes(caller.tenantIdentifier));
  const part = parsePartId(executionId, 'e');
  const instanceId = part?.instanceId ?? executionId;
  const missing = () => fail('EXECUTION_NOT_FOUND');
  if (!isInstanceId(instanceId)) missing();
  const live = await runtime.run(instanceId, ({ state }) => {
    if (state.facts.tenantIdentifier !== caller.tenantIdentifier) return missing();
    if (part !== null && !state.tokens.some((token) => token.number === part.number)) return missing();
    const tasks = part === null ? [] : state.tasks.filter((task) => task.token === part.number);
    const assigned = tasks.some((task) => task.assignee === caller.username);
    if (!caller.holds('BPMN_INSTANCE_MANAGE') && !assigned) fail('ACCESS_DENIED');
    return { kind: 'set-variables', at: clock.now(), actor: caller.username, variables: { [name]: value } };
  });
  if (live !== null) return;
  if (await history.isVisible(caller, instanceId))
    fail('INSTANCE_ENDED', { parameters: { processInstanceId: instanceId } });
  missing();
}

function isVisible(caller: Caller, tenantIdentifier: string, startUserId: string | null): boolean {
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) return false;
  return startUserId === caller.username || caller.holds('BPMN_INSTANCE_VIEW');
}

function notFound(): never {
  return fail('INSTANCE_NOT_FOUND');
}
