// Intermediate catch event: arms its triggers on arrival and waits; a link catch is passed through.
import { beginElement } from '../activity.ts';
import { armEvent } from '../arming.ts';
import type { Burst, WorkToken } from '../burst.ts';
import { completeElement, leaveByAllFlows } from '../leaving.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Behaviour } from './behaviour.ts';

export const intermediateCatchEvent: Behaviour = { enter, act };

function enter(burst: Burst, node: FlowNode, token: WorkToken): void {
  beginElement(burst, node, token);
  armEvent(burst, node, { scope: token.scope, token });
}

/** Whoever is here still waits, unless there is nothing to wait for. */
function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.event!.triggers.some(({ kind }) => kind !== 'link')) return;
  completeElement(burst, token);
  leaveByAllFlows(burst, node, token);
}
