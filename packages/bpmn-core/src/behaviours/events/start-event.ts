// Start event: names the starter where the model asks for it and lets the token go; what triggered it has been dealt with.
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { setVariable } from '../../instance/scope.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveByAllFlows } from '../../tokens/leaving.ts';
import { userTask } from '../tasks/user-task.ts';

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
