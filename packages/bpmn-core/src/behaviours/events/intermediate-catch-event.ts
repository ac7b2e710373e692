// Intermediate catch event: arms its triggers on arrival and waits; a link catch is passed through.
import type { Burst, WorkToken } from '../../instance/burst.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { beginElement } from '../../tokens/activity.ts';
import { armEvent } from '../../tokens/arming.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveByAllFlows } from '../../tokens/leaving.ts';

export const intermediateCatchEvent: Behaviour = { enter, act };

function enter(burst: Burst, node: FlowNode, token: WorkToken): void {
  beginElement(burst, node, token);
  armEvent(burst, node, { scope: token.scope, token });
}

/** Leaves the event at once where it has no trigger to wait for; else the token stays until one occurs. */
function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.event!.triggers.some(({ kind }) => kind !== 'link')) return;
  completeElement(burst, token);
  leaveByAllFlows(burst, node, token);
}
