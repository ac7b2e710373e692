// Continues the element of a process that waits for a run, whichever way the run has ended.
import { reportRunFailures } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { BpmnEngineApi, CallResult } from '../../bpmn-engine/api.ts';
import { findExecutionOf, listExportsOf, type RunEnded } from '../run/feature.ts';
import { takeProcessCall } from './process-call.store.ts';

const CANCELLED = { code: 'REPORT_CANCELLED', message: 'The run was cancelled.' };

async function resultOf(tx: Transaction, ended: RunEnded): Promise<CallResult> {
  const { executionUuid, tenantIdentifier, status, errorCode, truncated } = ended;
  if (status !== 'SUCCEEDED') {
    return errorCode === null ? CANCELLED : { code: errorCode, message: reportRunFailures[errorCode].en };
  }
  const run = await findExecutionOf(tx, executionUuid, tenantIdentifier);
  const files = run === null ? [] : await listExportsOf(tx, [run.id]);
  const outputs = files.map(({ uuid, outputFormat, byteCount, content }) => ({
    uuid,
    outputFormat,
    byteCount,
    sha256: content?.toString('hex') ?? null,
  }));
  return { value: { executionUuid, status, rowCount: run?.rowCount ?? null, truncated, outputs } };
}

/** Creates the handler, which runs in the transaction that removes the event: the element continues exactly once. */
export function createCallEnd(engine: () => Pick<BpmnEngineApi, 'settleCall'>) {
  return async (tx: Transaction, ended: RunEnded): Promise<void> => {
    const jobId = await takeProcessCall(tx, ended);
    if (jobId !== null) await engine().settleCall(tx, jobId, await resultOf(tx, ended));
  };
}
