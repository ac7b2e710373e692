// Lets processes run reports and wait for their end: `report.run`, in the name of the person behind the definition.
import type { Database } from '../../../kernel/database/database.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import type { ActionDefinition } from '../../bpmn-engine/api.ts';
import type { OfferedRuns } from './offered.ts';
import type { OfferedRunRequest } from './offered.types.ts';
import { addProcessCall } from './process-call.store.ts';

/** Fields of the operation `execute`, and those that name the report; the run's identifier is that of the call. */
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

/** Seconds after which a person's full queue is tried again, as an HTTP client would. */
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
      // Parameters of any form are checked against the model of the operation.
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
