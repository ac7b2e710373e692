// Start event: names the starter where the model asks for it and lets the token go; what triggered it has been dealt with.
import { beginElement } from '../activity.ts';
import type { Burst, WorkToken } from '../burst.ts';
import { completeElement, leaveByAllFlows } from '../leaving.ts';
import type { FlowNode } from '../model/process-model.ts';
import { setVariable } from '../scope.ts';
import type { Behaviour } from './behaviour.ts';
import { userTask } from './user-task.ts';

export const startEvent: Behaviour = { enter: beginElement, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (token.assignee !== null) {
    // Somebody has gone back to the form that the instance began with: it is his task now.
    userTask.act(burst, node, token);
    return;
  }
  if (node.initiatorVariable !== null) setVariable(burst, token.scope, node.initiatorVariable, burst.facts.startUserId);
  completeElement(burst, token);
  leaveByAllFlows(burst, node, token);
}
