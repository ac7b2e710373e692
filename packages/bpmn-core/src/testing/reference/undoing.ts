// Compensation in the reference interpreter: what was completed is undone, the last first, one after another.
import { openHandler, undoingSubProcess } from './activities.ts';
import { nodeNamed } from './plan.ts';
import { type Area, drop, opened, type RefRun, type RefToken, sent, type Undo, type UndoRow } from './run-state.ts';

/** Lists what a compensation thrown there reaches: where the activity lies, else inside an event sub-process what is around it. */
export function reachOf(run: RefRun, { area }: RefToken, activity: string | null): Area {
  const isHandling = area.owner?.kind === 'handler';
  const isOfHere = activity !== null && nodeNamed(run.process, activity).inside === area.body;
  return isHandling && !isOfHere ? area.owner!.area : area;
}

/** Takes out what is to be undone, the last first. */
export function takeUndos(area: Area, activity: string | null): Undo[] {
  const taken = area.done.filter(({ node }) => activity === null || node === activity);
  area.done = area.done.filter((undo) => !taken.includes(undo));
  return taken.reverse();
}

/** Undoes everything; false when there is nothing to wait for. */
export function undoAll(run: RefRun, area: Area, rest: Undo[], waiter: RefToken | null): boolean {
  if (rest.length === 0) return false;
  beginNext(run, { area, rest, waiter });
  return true;
}

function beginNext(run: RefRun, row: UndoRow): void {
  const undo = row.rest.shift()!;
  const { undoneBy } = nodeNamed(run.process, undo.node);
  if (undo.by === 'handler') sent(run, row.area, undoneBy!, { kind: 'undo', undo, row });
  else reopen(run, undo, row);
}

/** Opens the completed sub-process, or loop of them, as it was. */
function reopen(run: RefRun, undo: Undo, row: UndoRow): void {
  const inner = opened(run, row.area, undo.node, { kind: 'undo', undo, row });
  Object.assign(inner.variables, undo.variables);
  inner.reopened = true;
  inner.done = [...undo.parts];
  if (undo.by === 'eventSubProcess') openHandler(run, undoingSubProcess(run, undo.node)!.id, inner);
  else undoAll(run, inner, takeUndos(inner, null), inner.owner);
}

/** Answers who waited for all of it, when this was the last. */
export function undone(run: RefRun, token: RefToken): RefToken | null {
  const row = token.row!;
  drop(run, token);
  if (row.rest.length > 0) beginNext(run, row);
  else return row.waiter;
  return null;
}
