// Queues runs for other modules, in the name of a person and in their transactions.
import { SvcRToolReportExecutionRequestModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import { createValidators, type Validator } from '../../../kernel/http/input/validation.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { type PrepareRun, queueRun, type Runner } from '../execution/feature.ts';
import { findExecutionOf, lockQueue, type RunFeature } from '../run/feature.ts';
import type { OfferedRunRequest, PreparedOrder, RunSender } from './offered.types.ts';

export interface OfferedGround extends Pick<Kernel, 'clock' | 'database' | 'events'> {
  readonly runs: Pick<RunFeature, 'wake'>;
  readonly prepareRun: PrepareRun;
  /** Finds the report of a code in a tenant without checking rights; null where there is none. */
  readonly findReportUuid: (tenantIdentifier: string, code: string) => Promise<string | null>;
  /** Finds a person with the present authorities; null for one who may not sign in. */
  readonly findRunner: (by: RunSender) => Promise<Runner | null>;
}

const EXECUTE = 'REPORT_EXECUTE';
/** Open runs of a person, as many as schedules may have: runs of processes wait, and are not refused at once. */
const OPEN_MAX = 100;

export type OfferedRuns = ReturnType<typeof createOfferedRuns>;

/** Makes the check of requests, compiled at the first use, since few processes run reports at their start. */
function createCheck() {
  let validator: Validator | null = null;
  return (request: object): void => {
    validator ??= createValidators().compile(SvcRToolReportExecutionRequestModel);
    const problems = validator.check(request);
    if (problems !== null) invalid(...problems);
  };
}

export function createOfferedRuns(ground: OfferedGround) {
  const { clock, database, events, runs, prepareRun, findReportUuid, findRunner } = ground;
  const check = createCheck();

  async function reportOf({ tenantIdentifier }: RunSender, { reportUuid, reportCode }: OfferedRunRequest) {
    if ((reportUuid === undefined) === (reportCode === undefined)) {
      const message = 'Exactly one of reportUuid and reportCode names the report.';
      return invalid({ field: 'reportUuid', code: 'NOT_ALLOWED', message });
    }
    if (reportUuid !== undefined) return reportUuid;
    const found = await findReportUuid(tenantIdentifier, reportCode!);
    return found ?? failNotFound('REPORT_NOT_FOUND', { code: reportCode! });
  }

  return {
    /** Says whether a run of this identifier was asked for before, in whatever state it is. */
    isKnown: async (tenantIdentifier: string, uuid: string): Promise<boolean> =>
      (await findExecutionOf(database, uuid, tenantIdentifier)) !== null,

    async prepare(by: RunSender, request: OfferedRunRequest): Promise<PreparedOrder> {
      const { reportUuid: _, reportCode: __, uuid, parameterMap, ...asked } = request;
      check({ ...asked, ...(parameterMap === undefined ? {} : { parameterMap }) });
      const runner = await findRunner(by);
      if (runner === null || !runner.caller.holds(EXECUTE)) return fail('ACCESS_DENIED', { missing: [EXECUTE] });
      const report = await reportOf(by, request);
      const prepared = await prepareRun(runner, report, {
        ...asked,
        source: 'API',
        valuesFor: () => parameterMap ?? {},
        ...(uuid === undefined ? {} : { uuid }),
      });
      return { ...prepared, by };
    },

    async write(tx: Transaction, prepared: PreparedOrder): Promise<boolean> {
      const { run, by } = prepared;
      await lockQueue(tx, run);
      if ((await findExecutionOf(tx, run.uuid, run.tenantIdentifier)) !== null) return false;
      const { tenantIdentifier, username } = by;
      const actor = { username, tenantIdentifier, ipAddress: null, requestId: null };
      await queueRun(tx, prepared, {
        now: new Date(clock.now()),
        openMax: OPEN_MAX,
        record: (inTx, event, subject, detail) => events.record(inTx, event, actor, subject, detail),
      });
      tx.afterCommit(runs.wake);
      return true;
    },
  };
}
