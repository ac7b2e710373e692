// Random processes of any shape: cycles, joins that cannot fire, flows across, nests of sub-processes, handlers everywhere.
import fc from 'fast-check';
import { isActivity, type RefLoop, type RefNode, type RefProcess, type RefTrigger, type RefType } from '../plan.ts';
import { Drawing } from './drawing.ts';
import { type Catching, catching, condition, data, ending, heardBy, loop, maybe, thrown, undoing } from './parts.ts';

interface Sketch {
  readonly type: RefType;
  /** Which of the sub-processes before it the element is placed in, or the process. */
  readonly place: number;
  readonly throws: readonly RefTrigger[];
  readonly ends: RefTrigger | null;
  readonly loop: RefLoop | null;
  readonly quantities: readonly [number, number];
  readonly boundaries: readonly Catching[];
  readonly undoneBy: 'task' | 'userTask' | 'subProcess' | null;
  readonly data: Readonly<Record<string, number>>;
  readonly implicit: boolean;
  /** Whether a flow leads to it from what was placed before, so that much is reached. */
  readonly follows: boolean;
}

type Edge = readonly [from: number, to: number, when: Condition, luck: number];
type Condition = { readonly variable: string; readonly equals: number } | null;

const PLACED: readonly RefType[] = [
  'task',
  'task',
  'userTask',
  'userTask',
  'endEvent',
  'intermediateThrowEvent',
  'intermediateThrowEvent',
  'intermediateCatchEvent',
  'exclusiveGateway',
  'parallelGateway',
  'inclusiveGateway',
  'inclusiveGateway',
  'eventBasedGateway',
  'subProcess',
  'subProcess',
  'transaction',
  'eventSubProcess',
];
const BODIES: readonly RefType[] = ['subProcess', 'transaction', 'eventSubProcess'];

const sketch: fc.Arbitrary<Sketch> = fc.record({
  type: fc.constantFrom(...PLACED),
  place: fc.nat(5),
  throws: fc.array(fc.oneof(thrown, undoing), { minLength: 1, maxLength: 2 }),
  ends: maybe(fc.oneof(ending, undoing)),
  loop: maybe(loop),
  quantities: fc.tuple(fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 2), fc.constantFrom(1, 1, 1, 1, 1, 2)),
  boundaries: fc.array(catching, { maxLength: 2 }),
  undoneBy: maybe(fc.constantFrom('task' as const, 'userTask' as const, 'subProcess' as const)),
  data,
  implicit: fc.boolean(),
  follows: fc.constantFrom(true, true, true, false),
});
const edge = fc.tuple(fc.nat(30), fc.nat(30), maybe(condition), fc.nat(2));

export const graphProcesses: fc.Arbitrary<RefProcess> = fc
  .record({
    sketches: fc.array(sketch, { minLength: 4, maxLength: 18, size: 'max' }),
    edges: fc.array(edge, { maxLength: 20, size: 'max' }),
    implicit: fc.boolean(),
  })
  .map(({ sketches, edges, implicit }) => {
    const drawing = new Drawing();
    begin(drawing, null, implicit);
    const last = new Map<string | null, string>();
    for (const each of sketches) place(drawing, each, last);
    for (const each of edges) connect(drawing, each);
    return drawing;
  });

/** Places what a body begins with. */
function begin(drawing: Drawing, inside: string | null, implicit: boolean): void {
  const first = implicit ? drawing.add('parallelGateway', inside) : drawing.add('startEvent', inside);
  drawing.next('userTask', first, inside);
}

function place(drawing: Drawing, given: Sketch, last: Map<string | null, string>): void {
  const bodies = [null, ...drawing.nodes.filter(({ type }) => BODIES.includes(type)).map(({ id }) => id)];
  const inside = bodies[given.place % bodies.length]!;
  const before = last.get(inside) ?? beginningOf(drawing, inside);
  const id = placeAt(drawing, given, inside);
  if (id === null) return;
  last.set(inside, id);
  const isFree = mayLeave(drawing.nodes.find((node) => node.id === before)!);
  if (given.follows && isFree) drawing.join(before, id);
}

/** Answers the task behind what begins the body. */
function beginningOf({ nodes }: Drawing, body: string | null): string {
  return nodes.find(({ type, inside, undoes }) => type === 'userTask' && inside === body && !undoes)!.id;
}

/** Places an element; null where it is nothing that a flow could lead to. */
function placeAt(drawing: Drawing, given: Sketch, inside: string | null): string | null {
  if (given.type === 'eventSubProcess') placeHandler(drawing, given, inside);
  else if (given.type === 'eventBasedGateway') {
    const gateway = drawing.add(given.type, inside);
    for (const name of ['p', 'q']) {
      drawing.next('intermediateCatchEvent', gateway, inside, { triggers: [{ kind: 'signal', name }] });
    }
    return gateway;
  } else if (['task', 'userTask', 'subProcess', 'transaction'].includes(given.type)) {
    return placeActivity(drawing, given, inside);
  } else return drawing.add(given.type, inside, { triggers: triggersOf(drawing, given, inside) });
  return null;
}

function triggersOf(drawing: Drawing, { type, throws, ends, place: which }: Sketch, inside: string | null) {
  if (type === 'intermediateCatchEvent') return [{ kind: 'signal' as const, name: which % 2 === 0 ? 'p' : 'q' }];
  if (type === 'endEvent') {
    if (drawing.isTransaction(inside) && which % 2 === 0) return [{ kind: 'cancel' as const }];
    const isLost = ends?.kind === 'cancel' && !drawing.isTransaction(inside);
    return ends === null || isLost ? [] : [ends];
  }
  if (type !== 'intermediateThrowEvent') return [];
  const activity = which % 3 === 0 ? drawing.undoable(inside, which) : null;
  return throws.map((trigger) => (trigger.kind === 'compensation' ? { ...trigger, activity } : trigger));
}

function placeHandler(drawing: Drawing, { boundaries, ends }: Sketch, inside: string | null): void {
  const undoes = ends?.kind === 'compensation' && inside !== null && !drawing.hasUndoing(inside);
  const [caught = { trigger: { kind: 'signal', name: 'q' }, also: null, interrupting: false } satisfies Catching] =
    boundaries;
  const undoing: Catching = {
    trigger: { kind: 'compensation', activity: null, waits: true },
    also: null,
    interrupting: true,
  };
  const id = drawing.add('eventSubProcess', inside);
  const start = drawing.add('startEvent', id, heardBy(undoes ? undoing : caught));
  drawing.next('userTask', start, id);
}

function placeActivity(drawing: Drawing, given: Sketch, inside: string | null): string {
  const { type, quantities, undoneBy } = given;
  const handler = undoneBy === null ? null : drawing.add(undoneBy, inside, { undoes: true });
  if (undoneBy === 'subProcess') begin(drawing, handler, true);
  const [startQuantity, completionQuantity] = quantities;
  const fields = { startQuantity, completionQuantity, loop: given.loop, undoneBy: handler };
  const isBody = BODIES.includes(type);
  const id = drawing.add(type, inside, { ...fields, data: isBody ? given.data : {} });
  for (const each of given.boundaries) drawing.add('boundaryEvent', inside, { ...heardBy(each), host: id });
  if (type === 'transaction') drawing.add('boundaryEvent', inside, { triggers: [{ kind: 'cancel' }], host: id });
  if (isBody) begin(drawing, id, given.implicit);
  return id;
}

/** Connects two elements of one body, where the standard allows it; a second flow between two is never the default. */
function connect(drawing: Drawing, [from, to, when, luck]: Edge): void {
  const sources = drawing.nodes.filter((node) => mayLeave(node));
  const source = sources[from % sources.length]!;
  const targets = drawing.nodes.filter((node) => node.inside === source.inside && mayEnter(drawing, node));
  const target = targets[to % Math.max(targets.length, 1)];
  if (target === undefined) return;
  const isTwin = drawing.flows.some((flow) => flow.source === source.id && flow.target === target.id);
  const isChoice = isActivity(source) || ['exclusiveGateway', 'inclusiveGateway'].includes(source.type);
  const hasDefault = drawing.flows.some((flow) => flow.source === source.id && flow.isDefault);
  const isDefault = isChoice && luck === 0 && !hasDefault && !isTwin;
  drawing.join(source.id, target.id, isDefault || !isChoice ? null : when, isDefault);
}

function mayLeave({ type, undoes }: RefNode): boolean {
  return !undoes && !['endEvent', 'eventSubProcess', 'eventBasedGateway'].includes(type);
}

/** Whether a flow may lead to a node: what begins a body stays free, and so do the events behind an event-based gateway. */
function mayEnter(drawing: Drawing, { id, type, undoes, inside }: RefNode): boolean {
  if (undoes || ['startEvent', 'boundaryEvent', 'eventSubProcess'].includes(type)) return false;
  if (drawing.nodes.find((node) => node.inside === inside)?.id === id) return false;
  return !drawing.flows.some(({ source, target }) => target === id && source.startsWith('g'));
}
