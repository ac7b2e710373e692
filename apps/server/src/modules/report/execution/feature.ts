// Wires the operations by which people run reports and fetch results.
import { createExecuteService, type ExecuteGround } from './execute.service.ts';
import { createExecutionHandlers } from './execution.routes.ts';
import { createExecutionService, type ExecutionGround } from './execution.service.ts';
import { createOutputService, type OutputGround } from './output.service.ts';
import { createPrepareRun, type PrepareRunGround } from './queueing/prepare-run.ts';
import { createReachRuns, type ReachGround } from './reach-runs.ts';
import { createRunStreamService, type RunStreamGround } from './stream/run-stream.service.ts';

export {
  type PreparedRun,
  type PrepareRun,
  type Runner,
  requireFormat,
  requireTimeZone,
} from './queueing/prepare-run.ts';
export { queueRun } from './queueing/queue-run.ts';
export { createStillAllowed } from './still-allowed.ts';

type Made = 'reach' | 'executions' | 'executing' | 'prepareRun';
type ExecutionFeatureGround = ReachGround &
  PrepareRunGround &
  Omit<ExecutionGround, Made> &
  Omit<ExecuteGround, Made> &
  Omit<OutputGround, Made> &
  Omit<RunStreamGround, Made>;

export function createExecutionFeature(ground: ExecutionFeatureGround) {
  const reach = createReachRuns(ground);
  const executions = createExecutionService({ ...ground, reach });
  const prepareRun = createPrepareRun(ground);
  const executing = createExecuteService({ ...ground, executions, prepareRun });
  const outputs = createOutputService({ ...ground, reach, executions, executing });
  const streams = createRunStreamService({ ...ground, reach });
  return { handlers: createExecutionHandlers({ executing, executions, outputs, streams }), prepareRun };
}
