// Draws blocks as block-structured processes of every element that the reference interpreter knows.
import fc from 'fast-check';
import type { RefCondition, RefProcess, RefTrigger, RefType } from '../plan.ts';
import { Drawing } from './drawing.ts';
import {
  type Around,
  blocks,
  catching,
  type Handling,
  heardBy,
  type Inner,
  plainBlocks,
  type RefBlock,
  type Split,
} from './parts.ts';

/** Draws processes of blocks between a start and an end event, with the handlers of the process itself. */
export const blockProcesses: fc.Arbitrary<RefProcess> = fc
  .record({
    parts: fc.array(blocks, { minLength: 1, maxLength: 3 }),
    undoes: fc.boolean(),
    handlers: fc.array(
      fc.tuple(catching, blocks).map(([given, body]) => ({ ...given, body })),
      { maxLength: 1 },
    ),
  })
  .map(({ parts, undoes, handlers }) => {
    const drawing = drawn(parts, undoes ? [{ kind: 'compensation', activity: null, waits: true }] : []);
    for (const handler of handlers) drawHandler(drawing, handler, null);
    return drawing;
  });

/** Draws processes that end by themselves once their tasks are completed. */
export const endingProcesses: fc.Arbitrary<RefProcess> = plainBlocks.map((block) => drawn([block], []));

function drawn(parts: readonly RefBlock[], triggers: readonly RefTrigger[]): Drawing {
  const drawing = new Drawing();
  const start = drawing.add('startEvent', null);
  const last = parts.reduce((from, part) => draw(drawing, part, from, null), start);
  drawing.next('endEvent', last, null, { triggers });
  return drawing;
}

function draw(drawing: Drawing, block: RefBlock, from: string, inside: string | null): string {
  switch (block.kind) {
    case 'task':
    case 'userTask':
      return drawActivity(drawing, block.kind, block.around, from, inside);
    case 'subProcess':
    case 'transaction': {
      const id = drawActivity(drawing, block.kind, block.around, from, inside, block.inner.data);
      drawInner(drawing, block.parts, block.inner, id);
      return id;
    }
    case 'sequence':
      return block.parts.reduce((last, part) => draw(drawing, part, last, inside), from);
    case 'events':
      return drawEvents(drawing, block.parts, from, inside);
    case 'cycle': {
      const merge = drawing.next('exclusiveGateway', from, inside);
      const decision = drawing.next('exclusiveGateway', draw(drawing, block.body, merge, inside), inside);
      drawing.join(decision, merge, block.again);
      const on = drawing.add('task', inside);
      drawing.join(decision, on, null, true);
      return on;
    }
    case 'throw':
    case 'catch':
      return drawing.next(`intermediate${block.kind === 'throw' ? 'Throw' : 'Catch'}Event`, from, inside, {
        triggers: aimed(drawing, block, inside),
      });
    case 'end':
      return drawEnd(drawing, endingOf(drawing, block, inside), from, inside);
    default:
      return drawSplit(drawing, block, from, inside);
  }
}

/** Aims a compensation at an activity that is drawn already, or at none. */
function aimed(drawing: Drawing, block: RefBlock & { kind: 'throw' | 'catch' | 'end' }, inside: string | null) {
  const activity = block.which === null ? null : drawing.undoable(inside, block.which);
  return block.triggers.map((trigger) => (trigger.kind === 'compensation' ? { ...trigger, activity } : trigger));
}

/** Draws an end; every second one right in a transaction cancels it. */
function endingOf(
  drawing: Drawing,
  block: RefBlock & { kind: 'throw' | 'catch' | 'end' },
  inside: string | null,
): RefTrigger {
  if (drawing.isTransaction(inside) && block.which !== null) return { kind: 'cancel' };
  return aimed(drawing, block, inside)[0]!;
}

function drawSplit(drawing: Drawing, block: Split, from: string, inside: string | null): string {
  const type: RefType = block.kind === 'choice' ? 'exclusiveGateway' : `${block.kind}Gateway`;
  const split = drawing.next(type, from, inside);
  const ends = block.parts.map((part, index) => {
    const begin = drawing.add('task', inside);
    const isDefault = index === 0 && (block.kind === 'choice' || (block.kind === 'inclusive' && block.on === 'x'));
    drawing.join(split, begin, index === 0 ? null : wayOf(block, index), isDefault);
    return drawing.next('task', draw(drawing, part, begin, inside), inside);
  });
  const merge = drawing.add(type, inside);
  for (const end of ends) drawing.join(end, merge);
  return merge;
}

function wayOf({ kind, on }: Split, index: number): RefCondition | null {
  if (kind === 'parallel') return null;
  return kind === 'choice' ? { variable: on, equals: index } : { variable: index === 1 ? 'x' : 'y', equals: 1 };
}

function drawEvents(drawing: Drawing, parts: readonly RefBlock[], from: string, inside: string | null): string {
  const gateway = drawing.next('eventBasedGateway', from, inside);
  const ends = parts.map((part, index) => {
    const name = index === 0 ? 'p' : 'q';
    const caught = drawing.next('intermediateCatchEvent', gateway, inside, { triggers: [{ kind: 'signal', name }] });
    return drawing.next('task', draw(drawing, part, caught, inside), inside);
  });
  const merge = drawing.add('exclusiveGateway', inside);
  for (const end of ends) drawing.join(end, merge);
  return merge;
}

/** Draws an end of some flows, while the others go on. A cancel is for transactions alone. */
function drawEnd(drawing: Drawing, trigger: RefTrigger, from: string, inside: string | null): string {
  const isLost = trigger.kind === 'cancel' && !drawing.isTransaction(inside);
  const split = drawing.next('inclusiveGateway', from, inside);
  const end = drawing.add('endEvent', inside, { triggers: isLost ? [] : [trigger] });
  drawing.join(split, end, { variable: 'x', equals: 1 });
  const on = drawing.add('task', inside);
  drawing.join(split, on, null, trigger.kind === 'error');
  return on;
}

function drawActivity(
  drawing: Drawing,
  type: RefType,
  { loop: looped, undoneBy, undoThrows, boundaries, collects, sends }: Around,
  from: string,
  inside: string | null,
  values: Readonly<Record<string, number>> = {},
): string {
  const handler = undoneBy === null ? null : drawUndo(drawing, undoneBy, undoThrows, inside);
  const id = drawing.next(type, from, inside, {
    loop: looped,
    undoneBy: handler,
    startQuantity: collects,
    completionQuantity: sends,
    data: values,
  });
  for (const given of boundaries) {
    const boundary = drawing.add('boundaryEvent', inside, { ...heardBy(given), host: id });
    drawing.next('userTask', boundary, inside);
  }
  if (type === 'transaction') {
    const boundary = drawing.add('boundaryEvent', inside, { triggers: [{ kind: 'cancel' }], host: id });
    drawing.next('task', boundary, inside);
  }
  return id;
}

function drawUndo(
  drawing: Drawing,
  type: 'task' | 'userTask' | 'subProcess',
  throws: RefTrigger,
  inside: string | null,
): string {
  const handler = drawing.add(type, inside, { undoes: true });
  if (type === 'subProcess') {
    const task = drawing.add('task', handler);
    drawEnd(drawing, throws, drawing.next('userTask', task, handler), handler);
  }
  return handler;
}

function drawInner(drawing: Drawing, parts: readonly RefBlock[], inner: Inner, id: string): void {
  const start = drawing.add(inner.implicit ? 'task' : 'startEvent', id);
  for (const part of parts) draw(drawing, part, start, id);
  for (const handler of inner.handlers) drawHandler(drawing, handler, id);
}

function drawHandler(drawing: Drawing, given: Handling, inside: string | null): void {
  if (given.trigger.kind === 'compensation' && drawing.hasUndoing(inside)) return;
  const id = drawing.add('eventSubProcess', inside);
  draw(drawing, given.body, drawing.add('startEvent', id, heardBy(given)), id);
}
