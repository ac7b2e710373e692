// Lets processes run reports and wait for their end: `report.run`, in the name of whoever is behind the definition.
import type { Database } from '../../../kernel/database/database.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import type { ActionDefinition } from '../../bpmn-engine/api.ts';
import type { OfferedRuns } from './offered.ts';
import type { OfferedRunRequest } from './offered.types.ts';
import { addProcessCall } from './process-call.store.ts';

/** Are those of the operation `execute` and what names the report; the run's identifier is that of the call. */
const optional = [
  'reportUuid',
  'reportCode',
  'outputFormat',
  'parameterMap',
  'locale',
  'timeZone',
  'rowLimit',
  'freshData',
  'fileName',
  'retentionHours',
] as const;

/** A person whose queue is full is asked for again, as whoever calls over HTTP would ask again. */
const QUEUE_RETRY_SECONDS = 5;

export function createRunAction({
  database,
  offered,
}: {
  readonly database: Database;
  readonly offered: OfferedRuns;
}): ActionDefinition {
  return {
    name: 'report.run',
    required: [],
    optional,
    authority: 'REPORT_EXECUTE',
    kind: 'order',
    async order({ person, parameters, jobId }) {
      const uuid = namedUuid('report.run', jobId);
      const { tenantIdentifier } = person;
      if (await offered.isKnown(tenantIdentifier, uuid)) return;
      // Parameters are whatever the model says: they are held against the model of the operation.
      const request = JSON.parse(JSON.stringify(parameters)) as OfferedRunRequest;
      const prepared = await offered.prepare(person, { ...request, uuid });
      try {
        await database.transaction(async (tx) => {
          const isNew = await offered.write(tx, prepared);
          if (isNew) await addProcessCall(tx, { executionUuid: uuid, tenantIdentifier, jobId });
        });
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'REPORT_QUEUE_FULL') throw error;
        fail('RATE_LIMITED', { retryAfterSeconds: QUEUE_RETRY_SECONDS });
      }
    },
  };
}
