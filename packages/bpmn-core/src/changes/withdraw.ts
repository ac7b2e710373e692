// Takes back a task that the actor completed, as long as nothing after it has been done that others have seen.
import type { WithdrawCommand } from '../contract/commands/change-commands.ts';
import type { ReturnPoint, SubProcessPoint } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { descendantsOf } from '../instance/return-points.ts';
import { inward } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { goBack, type WayBack } from './going-back.ts';
import { conclude, newPlanning } from './planning.ts';

export function withdrawTask(situation: Situation, command: WithdrawCommand): StepResult {
  const burst = resume(situation, command);
  const planning = newPlanning();
  const way = findCompletion(burst, command.task);
  if (way === null) planning.reasons.push('The task is open, or is not the last completion of its element here');
  else {
    planning.reasons.push(...refusalsOf(burst, way, command));
    if (planning.reasons.length === 0) goBack(burst, planning, way, { assignee: command.actor, compensate: false });
  }
  return conclude(situation, burst, planning, 'WITHDRAW_NOT_POSSIBLE', command.dryRun === true);
}

function findCompletion(burst: Burst, task: number): WayBack | null {
  for (const scope of inward(burst.root)) {
    const way = findIn(scope, scope.points, [], task);
    if (way !== null) return way;
  }
  return null;
}

function findIn(
  scope: Scope,
  points: readonly ReturnPoint[],
  outer: readonly SubProcessPoint[],
  task: number,
): WayBack | null {
  for (const point of points) {
    if (point.kind === 'task' && point.task === task && task !== 0) return { scope, outer, task: point };
    const inside = point.kind === 'subProcess' ? findIn(scope, point.points, [...outer, point], task) : null;
    if (inside !== null) return inside;
  }
  return null;
}

function refusalsOf(burst: Burst, { scope, outer, task }: WayBack, { actor, locked = [] }: WithdrawCommand): string[] {
  const reasons: string[] = [];
  const idOf = ({ node }: ReturnPoint) => burst.model.nodes[node]!.id;
  if (actor === null || task.completer !== actor) reasons.push(`${idOf(task)} was completed by somebody else`);
  let points = scope.points;
  for (const point of [...outer, task]) {
    const numbers = descendantsOf(points, point.number);
    const after = points.filter(({ number }) => numbers.has(number));
    const later = after.find((each) => each !== point && each.kind !== 'join');
    if (later !== undefined) reasons.push(`${idOf(later)} was completed after it`);
    else if (after.some(({ sealed }) => sealed)) {
      reasons.push(`After ${idOf(point)} a task was completed or a message was sent`);
    }
    if (point.kind === 'subProcess') points = point.points;
  }
  const numbers = descendantsOf(scope.points, (outer[0] ?? task).number);
  const ended = [...scope.tokens].filter(({ role, origin }) => role === 'flow' && numbers.has(origin));
  if (ended.some((token) => holdsOneOf(token, new Set(locked)))) reasons.push('A worker has locked a task after it');
  return reasons;
}

function holdsOneOf(token: WorkToken, waits: ReadonlySet<number>): boolean {
  for (const { number } of token.waits ?? []) if (waits.has(number)) return true;
  return [...(token.inner?.tokens ?? [])].some((inside) => holdsOneOf(inside, waits));
}
