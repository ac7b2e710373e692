// Goes back from an open task to a user task before it, or to the form that the instance began with.
import type { ReturnCommand } from '../contract/commands/change-commands.ts';
import { BARE_HOST } from '../contract/host.ts';
import type { InstanceState, ReturnPoint } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, findToken, type Scope, type WorkToken } from '../instance/burst.ts';
import { openBurst } from '../instance/open-burst.ts';
import { ancestorsOf } from '../instance/return-points.ts';
import { resume, type Situation } from '../instance/situation.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';
import { goBack, goBackToStart, type WayBack } from './going-back.ts';
import { conclude, newPlanning, type Planning } from './planning.ts';

/** A place to go back to, as people see it. */
export interface ReturnTarget {
  readonly elementId: string;
  readonly name: string | null;
}

type Found = WayBack | { readonly start: FlowNode };

export function returnToTask(situation: Situation, command: ReturnCommand): StepResult {
  const task = situation.state.tasks.find((open) => open.number === command.task);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
  const burst = resume(situation, command);
  const planning = newPlanning();
  const found = findWay(burst, findToken(burst, task.token)!, command.targetElementId);
  if (typeof found === 'string') planning.reasons.push(found);
  else follow(burst, planning, found, command);
  return conclude(situation, burst, planning, 'RETURN_NOT_POSSIBLE', command.dryRun === true);
}

function follow(burst: Burst, planning: Planning, found: Found, { compensate = false, reassign }: ReturnCommand): void {
  if ('start' in found) {
    goBackToStart(burst, planning, found.start, { assignee: burst.facts.startUserId, compensate });
    return;
  }
  const { assignee } = found.task;
  goBack(burst, planning, found, { assignee: reassign === 'candidates' ? null : assignee, compensate });
}

/** Lists where a return from this task can go, the nearest first. */
export function returnTargets(model: ProcessModel, state: InstanceState, number: number): ReturnTarget[] {
  const task = state.tasks.find((open) => open.number === number);
  if (task === undefined) return [];
  const nobody = { at: 0, actor: null, answers: [], isTimeUp: null, incidents: new Map() };
  const burst = openBurst({ model, host: BARE_HOST, ...nobody }, state.facts, state);
  const ways = waysBack(burst, findToken(burst, task.token)!);
  const nodes = ways.map((way) => ('start' in way ? way.start : burst.model.nodes[way.task.node]!));
  return nodes.map(({ id, name }) => ({ elementId: id, name }));
}

function findWay(burst: Burst, token: WorkToken, targetId: string | undefined): Found | string {
  const ways = waysBack(burst, token);
  if (targetId === undefined) return ways[0] ?? 'No user task was completed on the way to this one';
  const target = burst.model.nodes.find(({ id }) => id === targetId);
  if (target === undefined) return `There is no element ${targetId}`;
  const way = ways.find((each) => ('start' in each ? each.start : burst.model.nodes[each.task.node]) === target);
  return way ?? refusalOf(burst, token, target);
}

function refusalOf({ root, model }: Burst, token: WorkToken, { id, type, index, form, scope }: FlowNode): string {
  if (type === 'startEvent') {
    return form === null || scope !== 0 ? `${id} has no form to go back to` : `The instance did not begin with ${id}`;
  }
  if (type !== 'userTask') return `${id} is no user task`;
  const own = model.nodes[token.node]!.id;
  if (isRemembered(root, index)) return `${own} does not come of the last completion of ${id}`;
  return `${id} was not completed in the scope of ${own} or one around it, or too long ago`;
}

function isRemembered(scope: Scope, node: number): boolean {
  const inPoints = (points: readonly ReturnPoint[]): boolean =>
    points.some((point) => point.node === node || (point.kind === 'subProcess' && inPoints(point.points)));
  return inPoints(scope.points) || [...scope.tokens].some(({ inner }) => inner !== null && isRemembered(inner, node));
}

/**
 * Lists the ways back from a task: from its scope outward, the completions that it came of, the latest first; the form at the start is
 * last.
 */
function waysBack(burst: Burst, token: WorkToken): Found[] {
  const ways: Found[] = [];
  let at: WorkToken | null = token;
  let outermost = token;
  for (; at !== null; at = at.scope.token) {
    outermost = at;
    if (at.role === 'flow') ways.push(...waysInto(at.scope, ancestorsOf(at.scope.points, at.origin), []));
  }
  const start = burst.model.nodes.find(({ id }) => id === burst.facts.startElementId);
  const hasForm = start !== undefined && start.type === 'startEvent' && start.form !== null;
  if (hasForm && outermost.role === 'flow' && burst.facts.startUserId !== null) ways.push({ start });
  return ways;
}

/** Finds the ways into points that stand latest first. */
function waysInto(scope: Scope, points: readonly ReturnPoint[], outer: WayBack['outer']): WayBack[] {
  return points.flatMap((point) => {
    if (point.kind === 'task') return [{ scope, outer, task: point }];
    return point.kind === 'join' ? [] : waysInto(scope, point.points.toReversed(), [...outer, point]);
  });
}
