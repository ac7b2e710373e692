// Resolves incidents: what failed is tried again, passed over, or ended with its instance.
import type { Variables } from '@keelson/bpmn-core';
import {
  incidentGroupingStandard,
  incidentGroupsMax,
  type SvcBpmnIncidentGroupQueryModel,
  type SvcBpmnResolveIncidentModel,
} from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { externalTaskId, incidentId, jobId, parseRowId } from '../interface/part-id.ts';
import type { RunningCommand } from '../runtime/burst/burst.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { IncidentPlace, IncidentRow, IncidentStore } from './incident.store.ts';
import type { JobService } from './job.service.ts';

type Action = SvcBpmnResolveIncidentModel['action'];

interface Resolution {
  readonly action: Action;
  readonly variables: Variables;
}

/** Gives an external task that failed another attempt. */
export type RetryExternal = (act: Act, ids: readonly string[], retries: number) => Promise<unknown>;

export function createIncidentService({
  clock,
  store,
  jobs,
  engine,
  retryExternal,
}: Pick<Kernel, 'clock'> & {
  readonly store: IncidentStore;
  readonly jobs: JobService;
  readonly engine: EngineRuntime;
  readonly retryExternal: RetryExternal;
}) {
  const { runtime, limits } = engine;

  function placeOf({ tenantIdentifier }: Caller, id: string): IncidentPlace {
    const part = parseRowId(id, 'i');
    if (part === null) return notFound(id);
    return { id: part.instanceId, number: part.number, tenantIdentifier };
  }

  async function cancel({ caller }: Act, id: string, instanceId: string): Promise<void> {
    const decide = (): RunningCommand => ({ kind: 'cancel', at: clock.now(), actor: caller.username });
    const done = await runtime.run(instanceId, { decide, answer: () => true, interrupts: true });
    if (done === null) notFound(id);
  }

  async function retryRow(act: Act, id: string, row: IncidentRow, { action, variables }: Resolution): Promise<void> {
    if (action === 'SKIP') return notResolvable(id, action);
    if (Object.keys(variables).length > 0 && row.instance_id !== null) {
      const { caller } = act;
      const set = { kind: 'set-variables', at: clock.now(), actor: caller.username, variables } as const;
      await runtime.run(row.instance_id, { decide: () => set, answer: () => undefined });
    }
    if (action === 'SET_VARIABLES') return;
    if (row.type === 'FAILED_EXTERNAL_TASK') await retryExternal(act, [externalTaskId(row.id, row.number)], 1);
    else await jobs.update(act, jobId(row.id, row.number), { retries: 1, due: new Date(clock.now()).toISOString() });
  }

  return {
    async resolve(act: Act, id: string, { action, variables: given }: SvcBpmnResolveIncidentModel): Promise<undefined> {
      const { caller } = act;
      const variables = (given ?? {}) as Variables;
      checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
      const row = (await store.find(placeOf(caller, id))) ?? notFound(id);
      if (row.resolved_at !== null) return notResolvable(id, action);
      if (action === 'CANCEL') {
        if (row.instance_id === null) return notResolvable(id, action);
        await cancel(act, id, row.instance_id);
      } else if (row.type === 'FAILED_JOB' || row.type === 'FAILED_EXTERNAL_TASK') {
        await retryRow(act, id, row, { action, variables });
      } else await resolveWait({ runtime, clock }, act, row, { action, variables });
    },

    /** Counts incidents of the tenant by what they have in common. */
    async groups({ caller }: Act, { by, ...query }: SvcBpmnIncidentGroupQueryModel) {
      const { tenantIdentifier } = caller;
      const found = await store.groups(
        { ...query, tenantIdentifier },
        by ?? incidentGroupingStandard,
        incidentGroupsMax + 1,
      );
      if (found.length > incidentGroupsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: incidentGroupsMax } });
      return found;
    },

    async annotate({ caller }: Act, id: string, annotation: string | null): Promise<undefined> {
      if (!(await store.annotate(placeOf(caller, id), annotation))) notFound(id);
    },
  };
}

export type IncidentService = ReturnType<typeof createIncidentService>;

/** Resolves an incident that is a wait of the instance's own state. */
async function resolveWait(
  { runtime, clock }: { readonly runtime: InstanceRuntime; readonly clock: Clock },
  { caller }: Act,
  row: IncidentRow,
  { action, variables }: Resolution,
): Promise<void> {
  const id = incidentId(row.id, row.number);
  const at = clock.now();
  const actor = caller.username;
  const instanceId = row.instance_id ?? '';
  const kind = action === 'SKIP' ? 'skip-incident' : 'retry-incident';
  let isRefused = false;
  await runtime.run(
    instanceId,
    {
      decide({ state }) {
        const wait = state.waits.find((open) => open.number === row.number && open.kind === 'incident');
        isRefused = wait === undefined;
        if (wait === undefined) return null;
        if (action === 'SET_VARIABLES') return { kind: 'set-variables', at, actor, variables, token: wait.token };
        return { kind, at, actor, wait: wait.number, variables };
      },
      answer: () => undefined,
    },
    { NOT_POSSIBLE: () => notResolvable(id, action), WAIT_NOT_OPEN: () => notResolvable(id, action) },
  );
  if (isRefused) notResolvable(id, action);
}

function notFound(id: string): never {
  return failNotFound('INCIDENT_NOT_FOUND', { incidentId: id });
}

function notResolvable(id: string, action: Action): never {
  return fail('INCIDENT_NOT_RESOLVABLE', { parameters: { id, action } });
}
