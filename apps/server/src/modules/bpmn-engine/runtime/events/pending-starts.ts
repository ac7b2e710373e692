// Starts instances by messages, signals and timers; a start that needs several triggers waits for the others.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnCorrelationModel } from '@keelson/contract';
import type { Database } from '../../../../kernel/database/database.ts';
import type { IdempotencyClaim } from '../../../../kernel/records/idempotency.ts';
import type { Burst } from '../burst/burst.ts';
import type { Definition } from '../definitions/definition.types.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';
import type { JobRow, JobStore } from '../waits/job.store.ts';
import { businessKeyMatch } from '../waits/match-key.ts';
import type { Message, StartPayload } from './messages.ts';
import { pendingStartStore } from './pending-start.store.ts';
import type { SubscriptionRow } from './subscription.store.ts';

class NotStartable extends Error {}

/** Adds to the commit of a start what says that its job is done. */
type Proceed = (burst: Pick<Burst, 'rows'>) => void;

export function createPendingStarts({
  database,
  definitions,
  runtime,
  store,
}: {
  readonly database: Database;
  readonly definitions: DefinitionCache;
  readonly runtime: InstanceRuntime;
  readonly store: JobStore;
}) {
  /** Throws where the version was suspended or removed since: then nothing starts. */
  async function definitionOf({
    tenant_identifier: tenant,
    definition_id: id,
  }: Pick<JobRow, 'tenant_identifier' | 'definition_id'>): Promise<Definition> {
    const definition = await definitions.findById(tenant, id ?? '');
    if (definition === null || definition.suspended) throw new NotStartable();
    return definition;
  }

  /** Begins an instance by what has come; answers false where nothing may start. */
  async function begin(job: ClaimedJob, start: StartPayload, proceed: Proceed): Promise<boolean> {
    try {
      await beginByJob(job, start, proceed);
      return true;
    } catch (error) {
      if (error instanceof NotStartable) return false;
      throw error;
    }
  }

  async function beginByJob({ row }: ClaimedJob, start: StartPayload, proceed: Proceed): Promise<void> {
    await runtime.startByJob({
      findDefinition: () => definitionOf(row),
      facts: {
        tenantIdentifier: row.tenant_identifier,
        startUserId: null,
        businessKey: start.businessKey,
        name: null,
        startElementId: row.element_id,
        priority: null,
        dueAt: null,
      },
      variables: start.variables,
      actor: null,
      trigger: start.trigger,
      accompany: proceed,
      answer: () => undefined,
    });
  }

  /** Notes a trigger; answers what all of them brought once the last has come, null before. */
  function gather({ row, leaseToken }: ClaimedJob, start: StartPayload): Promise<Variables | null> {
    return database.transaction(async (tx) => {
      const { tenant_identifier: tenant, definition_id: definitionId, element_id: elementId } = row;
      const place = { tenant, definitionId, elementId, match: businessKeyMatch(start.businessKey) };
      const received = await pendingStartStore.receive(tx, place, start);
      if (received.triggers < start.needed) {
        await store.remove(tx, row, leaseToken);
        return null;
      }
      return received.variables;
    });
  }

  return {
    begin,
    /** Begins an instance by a message from outside; null where nothing may start by it any more. */
    async beginNow(
      message: Message,
      row: SubscriptionRow,
      {
        claim,
        actor,
        accompany,
      }: { readonly claim: IdempotencyClaim; readonly actor: string; readonly accompany: Proceed },
    ): Promise<SvcBpmnCorrelationModel[] | null> {
      const { tenantIdentifier, businessKey, payload: variables } = message;
      const { definition_id: definitionId, element_id: startElementId, trigger_index: trigger } = row;
      const none = { name: null, priority: null, dueAt: null };
      try {
        return await runtime.start({
          findDefinition: () => definitionOf({ tenant_identifier: tenantIdentifier, definition_id: definitionId }),
          facts: { ...none, tenantIdentifier, startUserId: actor, businessKey, startElementId },
          variables,
          actor,
          trigger,
          accompany,
          claim,
          answer: ({ state }) => [{ kind: 'START', processInstanceId: state.facts.id, executionId: null }],
        });
      } catch (error) {
        if (error instanceof NotStartable) return null;
        throw error;
      }
    },
    /** Receives a trigger that a message or signal brought. */
    async receive(job: ClaimedJob, start: StartPayload): Promise<void> {
      const { row, leaseToken } = job;
      const variables = start.needed > 1 ? await gather(job, start) : start.variables;
      if (variables === null) return;
      const place = {
        tenant: row.tenant_identifier,
        definitionId: row.definition_id,
        elementId: row.element_id,
        match: businessKeyMatch(start.businessKey),
      };
      const proceed: Proceed = (burst) => {
        burst.rows.push((changes) => {
          changes.add(runtime.waitWriters.jobDone, [row.id, row.number, leaseToken]);
          if (start.needed > 1) changes.add(runtime.waitWriters.pendingDelete, Object.values(place));
        });
      };
      if (!(await begin(job, { ...start, variables }, proceed))) await store.remove(database, row, leaseToken);
    },
  };
}

export type PendingStarts = ReturnType<typeof createPendingStarts>;
