// Abstract and manual task: no work for an engine, so they complete at once, unless a manual task waits to be triggered.
import type { Burst, WorkToken } from '../../instance/burst.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity, finishActivity } from '../../tokens/activity.ts';
import { awaitTrigger } from '../../tokens/arming.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';

export const task: Behaviour = { enter: enterActivity, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.waits) awaitTrigger(burst, node, token);
  else finishActivity(burst, node, token);
}
