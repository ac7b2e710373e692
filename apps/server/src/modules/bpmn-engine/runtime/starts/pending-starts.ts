// Starts instances by messages, signals and timers; a start that needs several triggers waits for the others.
import type { Variables } from '@keelson/bpmn-core';
import type { Database } from '../../../../kernel/database/database.ts';
import type { Burst } from '../burst/burst.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { StartPayload } from '../events/message.types.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';
import type { JobStore } from '../waits/job.store.ts';
import { businessKeyMatch } from '../waits/match-key.ts';
import { pendingStartStore } from './pending-start.store.ts';
import { NotStartable, startableVersion } from './startable-version.ts';

/** Adds to the commit of a start that its job is done. */
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
  /** Begins an instance by the triggers that have come; false where nothing may start. */
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
      findDefinition: () => startableVersion(definitions, row),
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
