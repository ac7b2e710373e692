// Runs reports for callers: once for each key, within a person's bound of open runs.
import {
  reportRunsOpenMax,
  type SvcRToolReportExecutionModel,
  type SvcRToolReportExecutionRequestModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { type Execution, findExecutionOf, type RunFeature } from '../run/feature.ts';
import type { ExecutionService } from './execution.service.ts';
import type { PrepareRun } from './queueing/prepare-run.ts';
import { queueRun } from './queueing/queue-run.ts';

export interface ExecuteGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly runs: Pick<RunFeature, 'wake'>;
  readonly executions: Pick<ExecutionService, 'newModelOf'>;
  readonly prepareRun: PrepareRun;
}

export type ExecuteService = ReturnType<typeof createExecuteService>;

export function createExecuteService({ database, clock, runs, executions, prepareRun }: ExecuteGround) {
  /** Answers the queued run, also where it is sent again under its key. */
  async function execute(
    act: Act,
    uuid: string,
    { parameterMap, ...asked }: SvcRToolReportExecutionRequestModel,
  ): Promise<SvcRToolReportExecutionModel> {
    const isKey = act.caller.kind === 'api-key';
    const source = isKey ? 'API' : 'USER';
    if (isKey && (asked.notify ?? 'NONE') !== 'NONE') {
      invalid({ field: 'notify', code: 'NOT_ALLOWED', message: 'An API key cannot be notified.' });
    }
    const queued = await act.once(async (claim) => {
      const prepared = await prepareRun(act, uuid, { ...asked, source, valuesFor: () => parameterMap ?? {} });
      return database.transaction(async (tx) => {
        await queueRun(tx, prepared, {
          now: new Date(clock.now()),
          openMax: reportRunsOpenMax,
          record: (...event) => act.record(...event),
        });
        const { uuid: run, tenantIdentifier } = prepared.run;
        const inserted = await findExecutionOf(tx, run, tenantIdentifier);
        const model = executions.newModelOf(act, inserted!);
        await claim.save(tx, model);
        return model;
      });
    });
    runs.wake();
    return queued;
  }

  return {
    execute,
    /** As `execute`, for a caller that waits for the run here. */
    async queue(act: Act, uuid: string, asked: SvcRToolReportExecutionRequestModel): Promise<Execution> {
      const { uuid: queued } = await execute(act, uuid, asked);
      const found = await findExecutionOf(database, queued, act.caller.tenantIdentifier);
      if (found === null) throw new Error('a run has gone that was just queued');
      return found;
    },
  };
}
