// Shapes of random processes: blocks that nest, and their flat form for the engine and for the reference interpreter.
import { NO_FLOW } from '../model/indexes.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';
import { computed, type NodeDraft, processModel } from './model-builder.ts';
import type { PlainCondition, PlainFlow, PlainNode, PlainProcess } from './reference-interpreter.ts';

/** A piece of process with one way in and one way out. */
export type Block =
  | { readonly kind: 'task' | 'userTask' }
  | { readonly kind: 'sequence'; readonly parts: readonly Block[] }
  | { readonly kind: 'parallel'; readonly parts: readonly Block[] }
  | { readonly kind: 'choice'; readonly parts: readonly Block[]; readonly variable: string }
  | { readonly kind: 'loop'; readonly body: Block; readonly again: PlainCondition };

interface Drawing {
  readonly nodes: PlainNode[];
  readonly flows: PlainFlow[];
}

/** The process of a block between a start and an end event. */
export function processOfBlock(block: Block): PlainProcess {
  const drawing: Drawing = { nodes: [], flows: [] };
  const start = addNode(drawing, 'startEvent');
  const last = draw(drawing, block, start, null, false);
  connect(drawing, last, addNode(drawing, 'endEvent'), null, false);
  return drawing;
}

function draw(drawing: Drawing, block: Block, from: string, when: PlainCondition | null, isDefault: boolean): string {
  switch (block.kind) {
    case 'task':
    case 'userTask':
      return entered(drawing, block.kind, from, when, isDefault);
    case 'sequence':
      return drawSequence(drawing, block.parts, from, when, isDefault);
    case 'parallel':
    case 'choice':
      return drawSplit(drawing, block, entered(drawing, gatewayOf(block.kind), from, when, isDefault));
    case 'loop': {
      const merge = entered(drawing, 'exclusiveGateway', from, when, isDefault);
      const last = draw(drawing, block.body, merge, null, false);
      const decision = entered(drawing, 'exclusiveGateway', last, null, false);
      connect(drawing, decision, merge, block.again, false);
      return entered(drawing, 'task', decision, null, true);
    }
  }
}

function gatewayOf(kind: 'parallel' | 'choice'): PlainNode['type'] {
  return kind === 'parallel' ? 'parallelGateway' : 'exclusiveGateway';
}

function drawSequence(
  drawing: Drawing,
  parts: readonly Block[],
  from: string,
  when: PlainCondition | null,
  isDefault: boolean,
): string {
  let last = entered(drawing, 'task', from, when, isDefault);
  for (const part of parts) last = draw(drawing, part, last, null, false);
  return last;
}

/** Every branch begins and ends with a task of its own, so that no two flows join the same gateways. */
function drawSplit(drawing: Drawing, block: Block & { readonly kind: 'parallel' | 'choice' }, split: string): string {
  const ends = block.parts.map((part, index) => {
    const isDefault = block.kind === 'choice' && index === 0;
    const when = block.kind === 'choice' && !isDefault ? { variable: block.variable, equals: index } : null;
    return draw(drawing, { kind: 'sequence', parts: [part] }, split, when, isDefault);
  });
  const merge = addNode(drawing, gatewayOf(block.kind));
  for (const end of ends) connect(drawing, end, merge, null, false);
  return merge;
}

function entered(
  drawing: Drawing,
  type: PlainNode['type'],
  from: string,
  when: PlainCondition | null,
  isDefault: boolean,
): string {
  const node = addNode(drawing, type);
  connect(drawing, from, node, when, isDefault);
  return node;
}

function addNode(drawing: Drawing, type: PlainNode['type']): string {
  const id = `${type}${drawing.nodes.length}`;
  drawing.nodes.push({ id, type, startQuantity: 1, completionQuantity: 1 });
  return id;
}

function connect(
  drawing: Drawing,
  source: string,
  target: string,
  when: PlainCondition | null,
  isDefault: boolean,
): void {
  drawing.flows.push({ id: `${source}-${target}`, source, target, when, isDefault });
}

/** The process as the engine takes it. Flow ids must be `source-target`, with `#2`, ... for repeats. */
export function modelOfProcess(process: PlainProcess): ProcessModel {
  const model = processModel({
    nodes: Object.fromEntries(process.nodes.map((node) => [node.id, [node.type, quantitiesOf(node)] as const])),
    flows: process.flows.map((flow) => [flow.source, flow.target, conditionOf(flow.when)] as const),
  });
  return { ...model, nodes: model.nodes.map((node) => withDefault(process, node)) };
}

function quantitiesOf({ startQuantity, completionQuantity }: PlainNode): NodeDraft {
  return { startQuantity, completionQuantity };
}

function conditionOf(when: PlainCondition | null) {
  if (when === null) return null;
  return computed(`${when.variable} == ${when.equals}`, (context) => context.variable(when.variable) === when.equals);
}

function withDefault(process: PlainProcess, node: FlowNode): FlowNode {
  const defaultFlow = node.outgoing.find((flow) => process.flows[flow]!.isDefault);
  return { ...node, defaultFlow: defaultFlow ?? NO_FLOW };
}
