// Activities wait for their inputs, and every change of a variable looks again (BPMN 2.0, 10.4.2).
import { attempt } from '../catching/attempt.ts';
import type { Wait } from '../contract/instance-state.ts';
import { inputsAreThere } from '../data/data.ts';
import type { Burst } from '../instance/burst.ts';
import { closeWait, hasIncident, ownerOf } from '../instance/waits.ts';

/** Begins an activity that waits for its inputs, once they are there. */
export function lookAtInputs(burst: Burst, wait: Wait): void {
  const token = ownerOf(burst, wait).token!;
  if (hasIncident(token, wait.node)) return;
  const node = burst.model.nodes[wait.node]!;
  const look = () => {
    if (!inputsAreThere(burst, node, token)) return;
    closeWait(burst, wait, 'FULFILLED');
    burst.acting.push(token);
  };
  attempt(burst, token, look, { stage: 'condition', node: wait.node });
}
