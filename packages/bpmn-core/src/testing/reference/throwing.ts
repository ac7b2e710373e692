// What throw and end events of the reference interpreter do, trigger by trigger.
import { beginHandler, boundariesOf, fireBoundary, handlersOf, hearSignal } from './catching.ts';
import { completeAndLeave } from './flows.ts';
import { nodeNamed, type RefNode, type RefTrigger, startOf } from './plan.ts';
import { type Area, drop, interrupt, nodeOf, type RefRun, type RefToken, terminateAll } from './run-state.ts';
import { reachOf, takeUndos, undoAll } from './undoing.ts';

/** Throws what is left to throw, and goes on when nothing has to be waited for. */
export function throwAll(run: RefRun, token: RefToken): void {
  const { triggers, type } = nodeOf(run, token);
  while (token.thrown < triggers.length) {
    const trigger = triggers[token.thrown++]!;
    if (trigger.kind === 'signal') hearSignal(run, trigger.name, {});
    else if (trigger.kind === 'escalation') searchEscalation(run, token, trigger.code!);
    else if (trigger.kind === 'compensation') undo(run, token, trigger);
    else {
      endBranch(run, token, trigger);
      return;
    }
    if (!token.alive || token.phase === 'throwing') return;
  }
  if (type === 'endEvent') reachEnd(run, token);
  else completeAndLeave(run, token);
}

/** Lets a token throw on, as all that it threw is undone. */
export function throwOn(run: RefRun, token: RefToken): void {
  token.phase = 'entered';
  const { triggers } = nodeOf(run, token);
  if (triggers[token.thrown - 1]!.kind !== 'cancel') throwAll(run, token);
  else leaveByCancel(run, token);
}

function reachEnd(run: RefRun, token: RefToken): void {
  run.words.push(`-${token.node}`);
  if (token.area === run.root && !run.endElements.includes(token.node)) run.endElements.push(token.node);
  drop(run, token);
}

function undo(run: RefRun, token: RefToken, trigger: RefTrigger & { kind: 'compensation' }): void {
  const area = reachOf(run, token, trigger.activity);
  const waits = undoAll(run, area, takeUndos(area, trigger.activity), trigger.waits ? token : null);
  if (waits && trigger.waits) token.phase = 'throwing';
}

function endBranch(run: RefRun, token: RefToken, trigger: RefTrigger): void {
  const { area } = token;
  if (trigger.kind === 'cancel') {
    interrupt(run, area, token);
    if (undoAll(run, area, takeUndos(area, null), token)) token.phase = 'throwing';
    else leaveByCancel(run, token);
    return;
  }
  reachEnd(run, token);
  if (trigger.kind === 'terminate') {
    terminateAll(run, area);
    if (area === run.root) run.endState = 'TERMINATED';
  } else if (trigger.kind === 'error' && !findCatcher(run, token, 'error', trigger.code!)) {
    terminateAll(run, run.root);
    run.endState = 'ERROR';
    run.errorCode = trigger.code;
  }
}

function leaveByCancel(run: RefRun, token: RefToken): void {
  reachEnd(run, token);
  const host = wholeOf(token.area.owner!);
  const boundary = boundariesOf(run, host).find(({ triggers }) => triggers[0]!.kind === 'cancel')!;
  fireBoundary(run, boundary, host, {});
}

function searchEscalation(run: RefRun, token: RefToken, code: string): void {
  findCatcher(run, token, 'escalation', code);
}

/** Answers the loop of an iteration, or the activity itself. */
function wholeOf(owner: RefToken): RefToken {
  return owner.kind === 'iteration' ? owner.area.owner! : owner;
}

/** Throws for a person from an open task: its own boundary events are asked first. False where nobody catches it. */
export function throwByHand(run: RefRun, task: RefToken, kind: 'error' | 'escalation', code: string): boolean {
  const own = best(boundariesOf(run, task), kind, code);
  if (own === undefined) return findCatcher(run, task, kind, code);
  fireBoundary(run, own, task, {});
  return true;
}

/** Goes outward from the thrower: event sub-processes of the area, boundary events of the activity that it is, the next area. */
function findCatcher(run: RefRun, thrower: RefToken, kind: 'error' | 'escalation', code: string): boolean {
  let area: Area = thrower.area;
  let isFromHandler = false;
  for (;;) {
    const starts = isFromHandler ? [] : handlersOf(run, area).map(({ id }) => startOf(run.process, id));
    const start = best(starts, kind, code);
    if (start !== undefined) {
      beginHandler(run, start.inside!, area, {});
      return true;
    }
    if (area.owner === null) return false;
    const owner = wholeOf(area.owner);
    const boundary = best(boundariesOf(run, owner), kind, code);
    if (boundary !== undefined) {
      fireBoundary(run, nodeNamed(run.process, boundary.id), owner, {});
      return true;
    }
    isFromHandler = owner.kind === 'handler';
    area = owner.area;
  }
}

/** Answers the first event that names the code, else the first that catches all. */
function best(events: readonly RefNode[], kind: 'error' | 'escalation', code: string): RefNode | undefined {
  const hears = (wanted: string | null) =>
    events.find(({ triggers }) => triggers.some((trigger) => trigger.kind === kind && trigger.code === wanted));
  return hears(code) ?? hears(null);
}
