// Abstract and manual task: no work for an engine, so they complete at once and only history shows them.
import type { Burst, WorkToken } from '../burst.ts';
import { completeActivity, leaveActivity } from '../leaving.ts';
import type { FlowNode } from '../model/process-model.ts';
import { type Behaviour, collectOrBegin } from './behaviour.ts';

export const task: Behaviour = { enter: collectOrBegin, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  completeActivity(burst, token);
  leaveActivity(burst, node, token);
}
