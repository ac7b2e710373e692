// Activities of the reference interpreter begin and end here: tasks, sub-processes, loops and their iterations.
import { holds, leave } from './flows.ts';
import { beginningsOf, eventSubProcessesOf, type RefLoop, type RefNode, startOf } from './plan.ts';
import {
  type Area,
  drop,
  newArea,
  nobody,
  nodeOf,
  opened,
  type RefRun,
  type RefToken,
  sent,
  terminateAll,
  type Undo,
} from './run-state.ts';

export function actActivity(run: RefRun, token: RefToken): void {
  const node = nodeOf(run, token);
  if (node.loop !== null && token.kind !== 'iteration') beginLoop(run, token, node);
  else if (node.type === 'task') finishActivity(run, token);
  else if (node.type === 'userTask') {
    token.phase = 'waiting';
    token.people = nobody();
    run.tasks.push(token);
  } else beginBody(run, token);
}

/** Opens the body of a sub-process that is entered, so that its event sub-processes listen before anything acts. */
export function openBody(run: RefRun, token: RefToken): void {
  const node = nodeOf(run, token);
  const isLoop = node.loop !== null && token.kind !== 'iteration';
  if (isLoop || (node.type !== 'subProcess' && node.type !== 'transaction')) return;
  token.inner = token.inner ?? newArea(node.id, token, {});
  token.inner.body = node.id;
  Object.assign(token.inner.variables, node.data);
}

/** Begins the body, unless one of its event sub-processes has taken its place already. */
function beginBody(run: RefRun, token: RefToken): void {
  token.phase = 'inside';
  const inner = token.inner!;
  if (inner.interrupted) return;
  for (const { id } of beginningsOf(run.process, inner.body)) sent(run, inner, id);
}

/** Opens an event sub-process, whatever made it begin. */
export function openHandler(run: RefRun, id: string, area: Area): void {
  const inner = opened(run, area, id, { kind: 'handler' });
  sent(run, inner, startOf(run.process, id).id);
}

/** Finishes an activity that has done its work; what follows depends on why it ran. */
export function finishActivity(run: RefRun, token: RefToken): void {
  run.words.push(`-${token.node}`);
  remember(run, token);
  token.inner = null;
  run.tasks = run.tasks.filter((open) => open !== token);
  if (token.kind === 'flow') leave(run, token);
  else {
    token.phase = 'done';
    run.finished.push(token);
  }
}

function remember(run: RefRun, token: RefToken): void {
  if (token.kind === 'undo') return;
  const undo = undoOf(run, nodeOf(run, token), token);
  if (undo !== null) token.area.done.push(undo);
}

function undoOf(run: RefRun, node: RefNode, token: RefToken): Undo | null {
  const variables = { ...token.inner?.variables };
  const parts = token.inner?.done ?? [];
  const inside = { number: run.entered++, node: node.id, parts, variables };
  const isWholeLoop = node.loop !== null && token.kind !== 'iteration';
  if (!isWholeLoop && node.undoneBy !== null) return { ...inside, by: 'handler' };
  if (!isWholeLoop && undoingSubProcess(run, node.id) !== undefined) return { ...inside, by: 'eventSubProcess' };
  return parts.length === 0 ? null : { ...inside, by: 'parts' };
}

export function undoingSubProcess(run: RefRun, body: string): RefNode | undefined {
  return eventSubProcessesOf(run.process, body).find(
    ({ id }) => startOf(run.process, id).triggers[0]!.kind === 'compensation',
  );
}

function beginLoop(run: RefRun, token: RefToken, node: RefNode): void {
  const loop = node.loop!;
  token.phase = 'inside';
  token.inner = newArea(null, token, {});
  token.inner.loop = { begun: 0, completed: 0 };
  count(token.inner, loop);
  if (loop.kind === 'standard') {
    const goes = !loop.testBefore || loop.condition === null || holds(token.inner, loop.condition);
    if (goes && loop.maximum > 0) iterate(run, token.inner);
    else finishActivity(run, token);
  } else if (loop.count === 0) finishActivity(run, token);
  else for (let begins = loop.sequential ? 1 : loop.count; begins > 0; begins--) iterate(run, token.inner);
}

function iterate(run: RefRun, area: Area): void {
  const { node } = area.owner!;
  const index = area.loop!.begun++;
  const token = sent(run, area, node, { kind: 'iteration', index });
  token.inner = newArea(null, token, { loopCounter: index });
}

/** Sets the variables of the loop that its conditions read. */
function count(area: Area, loop: RefLoop): void {
  const { completed } = area.loop!;
  const counted = loop.kind === 'standard' ? { loopCounter: completed } : { nrOfCompletedInstances: completed };
  Object.assign(area.variables, counted);
}

export function iterationFinished(run: RefRun, token: RefToken): void {
  const { area } = token;
  const outer = area.owner!;
  const loop = nodeOf(run, outer).loop!;
  drop(run, token);
  area.loop!.completed++;
  count(area, loop);
  const isTrue = loop.condition !== null && holds(area, loop.condition);
  if (loop.kind === 'standard') {
    const again = (loop.condition === null || isTrue) && area.loop!.completed < loop.maximum;
    if (again) iterate(run, area);
  } else if (isTrue) terminateAll(run, area);
  else if (area.loop!.begun < loop.count) iterate(run, area);
}
