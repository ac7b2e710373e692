// Brings results to calls that were ordered from other modules: as a job of the transaction that has the result.
import type { Value } from '@keelson/bpmn-core';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { settleJob } from './job.store.ts';

/** Outcome of a call that was ordered: its result, or the failure CALL_FAILED with a code and a sentence for people. */
export type CallResult = { readonly value: Value } | { readonly code: string; readonly message: string };

const JOB_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-j(\d{1,9})$/;

/**
 * Hands in the result of a call: writes one row of the job, waits for no instance and needs no other connection; the process goes on after
 * the commit.
 */
export type SettleCall = (tx: Transaction, jobId: string, result: CallResult) => Promise<void>;

export function createSettleCall({
  clock,
  wakeJobs,
}: Pick<Kernel, 'clock'> & { readonly wakeJobs: () => void }): SettleCall {
  return async (tx, jobId, result) => {
    const [, id, number] = JOB_ID.exec(jobId) ?? [];
    if (id === undefined) return;
    if (await settleJob(tx, { id, number: Number(number) }, JSON.stringify(result), clock.now())) {
      tx.afterCommit(wakeJobs);
    }
  };
}
