// A second, naive interpreter of processes, written from the words of BPMN 2.0 alone: tests hold the engine against it.
import { actActivity, finishActivity, iterationFinished, openBody } from './activities.ts';
import { catchers, hearSignal, type Payload } from './catching.ts';
import { completeAndLeave, fullSets, heldAt, isJoin, isReleased } from './flows.ts';
import { type Handling, handle } from './people.ts';
import { beginningsOf, incomingOf, isActivity, nodeNamed, type RefNode, type RefProcess } from './plan.ts';
import {
  type Area,
  allAreas,
  allTokens,
  drop,
  newArea,
  nodeOf,
  RefFailure,
  type RefLimits,
  type RefRun,
  type RefToken,
  sent,
  type Turn,
  write,
} from './run-state.ts';
import { throwAll, throwByHand, throwOn } from './throwing.ts';
import { undone } from './undoing.ts';

/** The run after the command, or why it is taken back. */
export type RefOutcome = RefRun | string;

export function refStart(process: RefProcess, variables: Payload, limits: RefLimits): RefOutcome {
  const empty = { words: [], arriving: [], acting: [], finished: [], emptied: [], tasks: [], endElements: [] };
  const root = newArea(null, null, { ...variables });
  const run: RefRun = { process, limits, root, ...empty, arrivals: 0, entered: 1, endState: null, errorCode: null };
  return attempt(run, (copy) => {
    for (const { id } of beginningsOf(process, null)) sent(copy, copy.root, id);
  });
}

/** Completes the open task at this index. */
export function refComplete(before: RefRun, index: number, variables: Payload): RefOutcome {
  return attempt(before, (run) => {
    const token = run.tasks[index]!;
    if (token.people.delegated === 'PENDING') throw new RefFailure('TASK_DELEGATED');
    for (const [name, value] of Object.entries(variables)) write(token.inner ?? token.area, name, value);
    finishActivity(run, token);
  });
}

/** Throws from the open task at this index; what nobody catches takes the command back where it is an error. */
export function refThrow(before: RefRun, index: number, kind: 'error' | 'escalation', code: string): RefOutcome {
  return attempt(before, (run) => {
    const isCaught = throwByHand(run, run.tasks[index]!, kind, code);
    if (!isCaught && kind === 'error') throw new RefFailure('UNCAUGHT_ERROR');
  });
}

export function refHandle(before: RefRun, index: number, handling: Handling): RefOutcome {
  return attempt(before, (run) => handle(run, index, handling));
}

export function refSignal(before: RefRun, name: string, payload: Payload): RefOutcome {
  return attempt(before, (run) => hearSignal(run, name, payload));
}

function attempt(before: RefRun, command: (run: RefRun) => void): RefOutcome {
  const { process, ...state } = before;
  const run: RefRun = { ...structuredClone(state), process, words: [], arrivals: 0 };
  try {
    command(run);
    toRest(run);
    return run;
  } catch (error) {
    if (error instanceof RefFailure) return error.code;
    throw error;
  }
}

function toRest(run: RefRun): void {
  settle(run);
  do {
    while (run.arriving.length > 0 || run.acting.length > 0) round(run);
  } while (releaseJoins(run));
  if (run.root.tokens.length === 0) {
    run.endState = run.endState ?? 'COMPLETED';
    run.words.push('end');
  } else if (isStuck(run)) throw new RefFailure('STUCK_TOKENS');
}

function isStuck(run: RefRun): boolean {
  const rests = allTokens(run).filter(({ phase }) => phase === 'waiting');
  const couldWake = catchers(run).some(({ event }) => event.triggers.some(({ kind }) => kind === 'signal'));
  return rests.length === 0 && !couldWake;
}

function round(run: RefRun): void {
  const place = ({ via }: RefToken) => run.process.flows.findIndex(({ id }) => id === via);
  const arriving = run.arriving.sort((a, b) => place(a) - place(b));
  run.arriving = [];
  run.arrivals += arriving.length;
  if (run.arrivals > run.limits.arrivals) throw new RefFailure('LIMIT');
  const alive = arriving.filter((token) => token.alive);
  for (const token of alive) enter(run, token);
  for (const token of alive) beginCollected(run, token.area, nodeOf(run, token));
  const turns = run.acting.sort((a, b) => documentPlace(run, a) - documentPlace(run, b));
  run.acting = [];
  settle(run);
  for (const turn of turns) {
    if (turn.token === null) actJoin(run, turn);
    else if (turn.token.alive && turn.token.phase === 'entered' && turn.token.node === turn.node) act(run, turn.token);
    settle(run);
  }
}

function documentPlace(run: RefRun, { node }: Turn): number {
  return run.process.nodes.findIndex(({ id }) => id === node);
}

function enter(run: RefRun, token: RefToken): void {
  const node = nodeOf(run, token);
  if (isJoin(run, node)) {
    const before = node.type === 'parallelGateway' ? fullSets(run, token.area, node) : -1;
    token.phase = 'held';
    const isReady = node.type === 'inclusiveGateway' || fullSets(run, token.area, node) > before;
    if (isReady) run.acting.push({ node: node.id, area: token.area, token: null });
  } else if (node.startQuantity > 1 && token.kind === 'flow') token.phase = 'held';
  else begin(run, token);
}

function begin(run: RefRun, token: RefToken): void {
  run.words.push(`+${token.node}`);
  token.phase = 'entered';
  token.since = run.entered++;
  openBody(run, token);
  run.acting.push({ node: token.node, area: token.area, token });
}

function beginCollected(run: RefRun, area: Area, node: RefNode): void {
  if (!isActivity(node) || node.startQuantity === 1) return;
  for (;;) {
    const [first, ...rest] = heldAt(area, node).slice(0, node.startQuantity);
    if (first === undefined || rest.length < node.startQuantity - 1) return;
    for (const token of rest) drop(run, token);
    begin(run, first);
  }
}

/** Lets a join act: a parallel one goes on once for each set that a token completes, an inclusive one as often as it is activated. */
function actJoin(run: RefRun, { node: id, area }: Turn): void {
  const node = nodeNamed(run.process, id);
  if (node.type === 'inclusiveGateway') release(run, area, node);
  else if (fullSets(run, area, node) > 0) passJoin(run, area, node);
}

function release(run: RefRun, area: Area, node: RefNode): boolean {
  let released = false;
  for (; isReleased(run, area, node); released = true) passJoin(run, area, node);
  return released;
}

/** Takes one token of each flow that has one, and goes on as one. */
function passJoin(run: RefRun, area: Area, node: RefNode): void {
  const held = heldAt(area, node);
  const taken = incomingOf(run.process, node.id).flatMap((flow) => held.find(({ via }) => via === flow.id) ?? []);
  const [first, ...rest] = taken;
  for (const token of rest) drop(run, token);
  run.words.push(`+${node.id}`);
  completeAndLeave(run, first!);
}

function releaseJoins(run: RefRun): boolean {
  let released = false;
  for (const area of allAreas(run)) {
    for (const node of run.process.nodes.filter(({ type }) => type === 'inclusiveGateway')) {
      if (!isJoin(run, node) || area.owner?.alive === false || !release(run, area, node)) continue;
      released = true;
      settle(run);
    }
  }
  return released;
}

function act(run: RefRun, token: RefToken): void {
  const node = nodeOf(run, token);
  if (isActivity(node)) actActivity(run, token);
  else if (node.type === 'intermediateCatchEvent' || node.type === 'eventBasedGateway') token.phase = 'waiting';
  else if (node.type === 'endEvent' || node.type === 'intermediateThrowEvent') throwAll(run, token);
  else completeAndLeave(run, token);
}

/** Does what an act brings about before the next one: iterations, handlers and undone ones go on, empty areas are complete. */
function settle(run: RefRun): void {
  for (;;) {
    const token = run.finished.shift();
    const area = token === undefined ? run.emptied.shift() : undefined;
    if (token !== undefined) goOn(run, token);
    else if (area !== undefined) complete(run, area);
    else return;
  }
}

function goOn(run: RefRun, token: RefToken): void {
  if (!token.alive) return;
  if (token.kind === 'iteration') iterationFinished(run, token);
  else if (token.kind === 'handler') drop(run, token);
  else {
    const waiter = undone(run, token);
    if (waiter?.alive !== true) return;
    if (isActivity(nodeOf(run, waiter))) finishActivity(run, waiter);
    else throwOn(run, waiter);
  }
}

function complete(run: RefRun, area: Area): void {
  const { owner, tokens } = area;
  if (owner === null || !owner.alive || owner.inner !== area || tokens.length > 0) return;
  const isUndoing = owner.undo !== null && owner.undo.by === 'parts';
  if (!isUndoing) finishActivity(run, owner);
}
