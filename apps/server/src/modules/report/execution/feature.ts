// Puts the feature together by which people run reports and take what they make.
import { createExecuteService, type ExecuteGround } from './execute.service.ts';
import { createExecutionHandlers } from './execution.routes.ts';
import { createExecutionService, type ExecutionGround } from './execution.service.ts';
import { createOutputService, type OutputGround } from './output.service.ts';
import { createReachRuns, type ReachGround } from './reach-runs.ts';

export { createStillAllowed } from './still-allowed.ts';

type Made = 'reach' | 'executions' | 'executing';
type ExecutionFeatureGround = ReachGround &
  Omit<ExecutionGround, Made> &
  Omit<ExecuteGround, Made> &
  Omit<OutputGround, Made>;

export function createExecutionFeature(ground: ExecutionFeatureGround) {
  const reach = createReachRuns(ground);
  const executions = createExecutionService({ ...ground, reach });
  const executing = createExecuteService({ ...ground, executions });
  const outputs = createOutputService({ ...ground, reach, executions, executing });
  return { handlers: createExecutionHandlers({ executing, executions, outputs }) };
}
