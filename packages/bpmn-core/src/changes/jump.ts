// Goes on from an open task at other elements of the instance: the task is cancelled, they begin.
import type { JumpCommand } from '../contract/commands/change-commands.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, findToken, type Scope, type WorkToken } from '../instance/burst.ts';
import { outward } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import type { FlowNode } from '../model/process-model.ts';
import { beginAt, cancelByHand, cancelEmptied, cannotBegin, cannotCancel, scopeFor } from './modification.ts';
import { conclude, newPlanning, type Planning } from './planning.ts';

export function jump(situation: Situation, command: JumpCommand): StepResult {
  const task = situation.state.tasks.find((open) => open.number === command.task);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
  const burst = resume(situation, command);
  const planning = newPlanning();
  const token = findToken(burst, task.token)!;
  const refusal = cannotCancel(burst, token);
  if (refusal !== null) planning.reasons.push(refusal);
  else cancelByHand(burst, planning, token);
  if (command.targetElementIds.length === 0) planning.reasons.push('There is no element to go to');
  for (const id of command.targetElementIds) {
    const problem = goTo(burst, planning, token, id);
    if (problem !== null) planning.reasons.push(problem);
  }
  cancelEmptied(burst, planning);
  return conclude(situation, burst, planning, 'MODIFICATION_NOT_POSSIBLE', command.dryRun === true);
}

function goTo(burst: Burst, planning: Planning, from: WorkToken, id: string): string | null {
  const node = burst.model.nodes.find((each) => each.id === id);
  if (node === undefined) return `There is no element ${id}`;
  const refusal = cannotBegin(node);
  if (refusal !== null) return refusal;
  const around = aroundBoth(burst, from, node);
  const scope = scopeFor(burst, planning, node, around);
  if (typeof scope === 'string') return scope;
  beginAt(burst, planning, scope, node, scope === around ? originIn(from, around) : 0);
  return null;
}

/** Finds the innermost scope around the task in which the element lies, at whatever depth. */
function aroundBoth({ root, model }: Burst, { scope }: WorkToken, node: FlowNode): Scope {
  const lies = new Set<unknown>();
  for (let at = node.scope; at >= 0; at = model.scopes[at]!.parent) lies.add(model.scopes[at]);
  for (const each of outward(scope)) if (each.model !== null && lies.has(each.model)) return each;
  return root;
}

/** Answers the return point that the new token comes from, so that a return from there finds what was completed before the task. */
function originIn(token: WorkToken, scope: Scope): number {
  let at = token;
  while (at.scope !== scope) at = at.scope.token!;
  return at.origin;
}
