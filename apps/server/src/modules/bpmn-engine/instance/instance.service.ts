// Finds and pages process instances, running and ended.
import type { Variables } from '@keelson/bpmn-core';
import {
  instanceSortStandard,
  type instanceStates,
  resolvePageable,
  type SvcBpmnProcessInstanceQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { HistoryApi } from '../history/feature.ts';
import { pickVariables } from '../interface/check-variables.ts';
import { isReadable } from '../interface/is-reachable.ts';
import { isInstanceId } from '../interface/part-id.ts';

import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { InstancePageRow, InstancePageStore } from './instance.store.ts';
import { instanceQuery } from './instance-query.ts';

/** An instance for an answer: a running one with its state, an ended one with its row. */
export interface FoundInstance {
  readonly live: LiveInstance | null;
  readonly row: InstancePageRow | null;
  readonly variables: Variables | null;
}

/** Authorities that see all instances of the tenant in a page, and the states that it shows where none is named. */
interface InstanceView {
  readonly seesAll: readonly string[];
  readonly states: readonly InstanceState[];
}
type InstanceState = (typeof instanceStates)[number];

export const RUNNING_VIEW: InstanceView = { seesAll: ['BPMN_INSTANCE_VIEW'], states: ['ACTIVE', 'SUSPENDED'] };
export const PAST_VIEW: InstanceView = {
  seesAll: ['BPMN_INSTANCE_VIEW', 'BPMN_HISTORY_VIEW'],
  states: ['ACTIVE', 'SUSPENDED', 'ENDED'],
};

export function createInstanceService({
  runtime,
  definitions,
  store,
  history,
}: {
  readonly runtime: InstanceRuntime;
  readonly definitions: Pick<DefinitionCache, 'findSearchable'>;
  readonly store: InstancePageStore;
  readonly history: HistoryApi;
}) {
  async function findVisible(caller: Caller, id: string): Promise<FoundInstance> {
    const live = isInstanceId(id) ? await runtime.find(id) : null;
    if (live !== null) {
      if (!isReadable(caller, live.state.facts)) return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
      return { live, row: null, variables: null };
    }
    if (!isInstanceId(id)) return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
    await history.catchUp();
    const row = await store.findEnded(id);
    if (
      row === null ||
      !isReadable(caller, { tenantIdentifier: row.tenant_identifier, startUserId: row.start_user_id })
    )
      return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
    return { live: null, row, variables: null };
  }

  async function withState(row: InstancePageRow, names: readonly string[] | null): Promise<FoundInstance> {
    const live = row.state === null ? null : await runtime.decode({ ...row, state: row.state });
    return { live, row, variables: names === null ? null : await variablesOf(row.id, live, names) };
  }

  async function variablesOf(id: string, live: LiveInstance | null, names: readonly string[]): Promise<Variables> {
    return pickVariables(live === null ? await history.variablesAtEnd(id) : live.state.variables, names);
  }

  return {
    /** Finds a running or ended instance; 404 for whoever neither started it nor holds `BPMN_INSTANCE_VIEW`. */
    async get(
      { caller }: Act,
      { id, withVariables }: { readonly id: string; readonly withVariables: readonly string[] | null },
    ): Promise<FoundInstance> {
      const found = await findVisible(caller, id);
      return withVariables === null ? found : { ...found, variables: await variablesOf(id, found.live, withVariables) };
    },

    /** Pages instances: all of the tenant for whoever holds one of the authorities, else those that the caller started. */
    async page({ caller }: Act, search: SvcBpmnProcessInstanceQueryModel, { seesAll, states: standard }: InstanceView) {
      const { pageable, withVariables = null, ...filters } = search;
      const request = resolvePageable(pageable, instanceSortStandard);
      const states = filters.states ?? standard;
      const lag = states.includes('ENDED') ? await history.catchUp() : null;
      const ownOf = seesAll.some((authority) => caller.holds(authority)) ? null : foldName(caller.username);
      const query = await instanceQuery(definitions, filters, {
        tenantIdentifier: caller.tenantIdentifier,
        ownOf,
        states,
      });
      const { rows, total } = await store.page(query, request);
      const found = await Promise.all(rows.map((row) => withState(row, withVariables)));
      return { found, total, request, lag };
    },
  };
}

export type InstanceService = ReturnType<typeof createInstanceService>;
