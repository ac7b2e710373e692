// Joins that look at tokens elsewhere are asked again when everything rests, because what moved or ended may free them.
import { behaviours } from '../behaviours/behaviours.ts';
import { attempt } from '../catching/attempt.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { inward } from '../instance/scope.ts';
import type { FlowNode } from '../model/process-model.ts';

const ENTER = { stage: 'enter' } as const;

/** Lets joins go on that no token can reach any more, each settled before the next is looked at; true when one did. */
export function releaseJoins(burst: Burst, settle: (burst: Burst) => void): boolean {
  let released = false;
  for (const scope of [...inward(burst.root)]) {
    if (scope.token?.alive === false) continue;
    released = releaseIn(burst, scope, settle) || released;
  }
  return released;
}

function releaseIn(burst: Burst, scope: Scope, settle: (burst: Burst) => void): boolean {
  if (scope.model === null || (scope.heldOnFlow === null && scope.gateways.length === 0)) return false;
  let released = false;
  for (const index of scope.model.nodes) {
    const node = burst.model.nodes[index]!;
    if (!releaseAt(burst, scope, node)) continue;
    released = true;
    settle(burst);
  }
  return released;
}

function releaseAt(burst: Burst, scope: Scope, node: FlowNode): boolean {
  const { release } = behaviours[node.type];
  if (release === undefined) return false;
  const token = firstHeld(scope, node);
  // A complex gateway may reset where nothing is left to take in.
  if (token === undefined) return release(burst, node, scope);
  let released = false;
  attempt(
    burst,
    token,
    () => {
      released = release(burst, node, scope);
    },
    ENTER,
  );
  return released;
}

function firstHeld(scope: Scope, { incoming }: FlowNode): WorkToken | undefined {
  for (const flow of incoming) {
    const token = scope.heldOnFlow?.get(flow)?.[0];
    if (token !== undefined) return token;
  }
  return undefined;
}
