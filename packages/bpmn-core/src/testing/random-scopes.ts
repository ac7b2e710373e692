// Random block-structured processes with sub-processes and every kind of split, for what goes back and forth in them.
import fc from 'fast-check';
import type { MultiInstanceModel } from '../model/activity-model.ts';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import { computed, constant, type FlowDraft, type NodeDraft, processModel } from './model-builder.ts';

/** Variables that lead every process on to its end: no loop goes round again, each choice takes its default. */
export const ON = { again: false, way: 9 };

export type ScopedBlock =
  | { readonly kind: 'task' | 'userTask' }
  | {
      readonly kind: 'sequence' | 'parallel' | 'inclusive' | 'choice' | 'subProcess' | 'each';
      readonly parts: readonly ScopedBlock[];
    }
  | { readonly kind: 'loop'; readonly body: ScopedBlock };

type Split = Exclude<ScopedBlock, { readonly kind: 'task' | 'userTask' | 'loop' }>['kind'];

/** Draws blocks. Loops go round while `again` is true; choices and inclusive splits take the flow whose number is `way`, and more. */
export function scopedBlocks(splits: readonly Split[], withLoops: boolean): fc.Arbitrary<ScopedBlock> {
  return fc.letrec<{ block: ScopedBlock; split: ScopedBlock; leaf: ScopedBlock }>((tie) => ({
    leaf: fc.constantFrom<ScopedBlock>({ kind: 'task' }, { kind: 'userTask' }, { kind: 'userTask' }),
    split: fc.record({
      kind: fc.constantFrom(...splits),
      parts: fc.array(tie('block'), { minLength: 2, maxLength: 3 }),
    }) as fc.Arbitrary<ScopedBlock>,
    block: fc.oneof(
      { maxDepth: 3 },
      { arbitrary: tie('leaf'), weight: 2 },
      { arbitrary: tie('split'), weight: 3 },
      ...(withLoops
        ? [{ arbitrary: fc.record({ kind: fc.constant('loop' as const), body: tie('block') }), weight: 1 }]
        : []),
    ),
  })).split;
}

/** A multi-instance that makes all instances at once. */
const TWICE: MultiInstanceModel = {
  kind: 'multiInstance',
  sequential: false,
  cardinality: constant(2),
  collection: null,
  elementVariable: null,
  elementIndexVariable: null,
  outputCollection: null,
  outputElement: null,
  completionCondition: null,
  behavior: 'All',
  behaviorEvent: null,
  complexBehaviors: [],
  async: false,
};

interface Drawing {
  readonly nodes: Record<string, readonly [NodeType, NodeDraft]>;
  readonly flows: FlowDraft[];
}

/**
 * Makes a model in which the blocks lie between a user task at the beginning and one at the end, so that there is always something to go
 * back from and to.
 */
export function modelOfBlock(block: ScopedBlock): ProcessModel {
  return processModel(draftOfBlock(block));
}

/** Makes the same with elements that do nothing before all others, so that every index is another. */
export function shiftedModelOfBlock(block: ScopedBlock): ProcessModel {
  const { nodes, flows } = draftOfBlock(block);
  const shift = { idle: 'subProcess', one: ['task', { in: 'idle' }], two: ['task', { in: 'idle' }] } as const;
  return processModel({ nodes: { ...shift, ...nodes }, flows: [['one', 'two'], ...flows] });
}

function draftOfBlock(block: ScopedBlock): Drawing {
  const drawing: Drawing = { nodes: {}, flows: [] };
  const start = add(drawing, 'startEvent', undefined);
  const first = next(drawing, 'userTask', start, undefined);
  const last = draw(drawing, block, first, undefined);
  next(drawing, 'userTask', last, undefined);
  return drawing;
}

function draw(drawing: Drawing, block: ScopedBlock, from: string, scope: string | undefined): string {
  switch (block.kind) {
    case 'task':
    case 'userTask':
      return next(drawing, block.kind, from, scope);
    case 'sequence':
      return block.parts.reduce((last, part) => draw(drawing, part, last, scope), from);
    case 'subProcess':
    case 'each': {
      const sub = next(drawing, 'subProcess', from, scope);
      if (block.kind === 'each') drawing.nodes[sub] = ['subProcess', { ...drawing.nodes[sub]![1], loop: TWICE }];
      for (const part of block.parts) draw(drawing, part, add(drawing, 'task', sub), sub);
      return sub;
    }
    case 'loop': {
      const merge = next(drawing, 'exclusiveGateway', from, scope);
      const last = draw(drawing, block.body, next(drawing, 'userTask', merge, scope), scope);
      const decision = next(drawing, 'exclusiveGateway', last, scope);
      drawing.flows.push([decision, merge, computed('again', (context) => context.variable('again') === true)]);
      const on = add(drawing, 'task', scope);
      drawing.flows.push([decision, on, computed('on', (context) => context.variable('again') !== true)]);
      return on;
    }
    default:
      return drawSplit(drawing, block.kind, block.parts, from, scope);
  }
}

function drawSplit(
  drawing: Drawing,
  kind: 'parallel' | 'inclusive' | 'choice',
  parts: readonly ScopedBlock[],
  from: string,
  scope: string | undefined,
): string {
  const type = kind === 'choice' ? 'exclusiveGateway' : (`${kind}Gateway` as const);
  const split = next(drawing, type, from, scope);
  const ends = parts.map((part, index) => {
    const begin = add(drawing, 'task', scope);
    const isAlways = kind === 'parallel' || (kind === 'inclusive' && index === 0);
    const way = computed(`way ${index}`, (context) => index === parts.length - 1 || context.variable('way') === index);
    drawing.flows.push(isAlways ? [split, begin] : [split, begin, way]);
    return next(drawing, 'task', draw(drawing, part, begin, scope), scope);
  });
  const merge = add(drawing, type, scope);
  for (const end of ends) drawing.flows.push([end, merge]);
  return merge;
}

function next(drawing: Drawing, type: NodeType, from: string, scope: string | undefined): string {
  const id = add(drawing, type, scope);
  drawing.flows.push([from, id]);
  return id;
}

function add(drawing: Drawing, type: NodeType, scope: string | undefined): string {
  const id = `${type}${Object.keys(drawing.nodes).length}`;
  drawing.nodes[id] = [type, scope === undefined ? {} : { in: scope }];
  return id;
}
