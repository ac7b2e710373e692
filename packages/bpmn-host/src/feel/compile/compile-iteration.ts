// Contexts, loops, quantifiers and filters bind names while they run.
import { FeelRange } from 'feelin';
import { charge, chargeItems, fail } from '../values/budget.ts';
import { entryOf, reached } from '../values/properties.ts';
import { bind, type FeelEvaluation, type Frame, type Run } from '../values/scope.ts';
import { type FeelNode, nameOf } from '../values/syntax-tree.ts';
import { type FeelValue, isContext, isList, ownEntry, putEntry } from '../values/values.ts';
import { type BoundNames, type Compile, childOf, constant, stringIn } from './compiling.ts';

/** Compiles a context: an entry sees those before it; a name that is there twice makes it null. */
export function compileContext(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const names = new Set(bound);
  const entries = node.children.slice(1, -1).map((entry) => {
    const key = childOf(childOf(entry, 0), 0);
    const name = key.name === 'StringLiteral' ? stringIn(key.text) : nameOf(key);
    names.add(name);
    return { name, run: compile(childOf(entry, 1), new Set(names)) };
  });
  if (new Set(entries.map(({ name }) => name)).size < entries.length) return constant(null);
  return (frame) => {
    const context: Record<string, FeelValue> = {};
    const inner = bind(frame, (name) => ownEntry(context, name));
    for (const { name, run } of entries) putEntry(context, name, run(inner));
    return context;
  };
}

interface Generator {
  readonly name: string;
  /** Runs the generator with what those before it have bound. */
  readonly items: (frame: Frame) => readonly FeelValue[] | null;
}

function compileGenerators(
  node: FeelNode,
  bound: BoundNames,
  compile: Compile,
): readonly [readonly Generator[], BoundNames] {
  const names = new Set(bound);
  const generators = node.children.map((child): Generator => {
    const items = compileItems(childOf(child, 2), new Set(names), compile);
    const name = nameOf(childOf(child, 0));
    names.add(name);
    return { name, items };
  });
  return [generators, names];
}

function compileItems(node: FeelNode, bound: BoundNames, compile: Compile): Generator['items'] {
  const [from, , to] = node.children;
  const start = compile(from ?? childOf(node, 0), bound);
  if (to === undefined) return (frame) => itemsOf(frame, start(frame));
  const end = compile(to, bound);
  return (frame) => numbersBetween(frame, start(frame), end(frame), true, true);
}

function itemsOf(frame: Frame, value: FeelValue): readonly FeelValue[] | null {
  if (value === null || isList(value)) return value;
  if (!(value instanceof FeelRange)) return [value];
  return numbersBetween(frame, value.start, value.end, value['start included'], value['end included']);
}

/** Lists the numbers between two, downwards where the end is smaller. Each is paid for before it is made. */
function numbersBetween(
  { evaluation: { budget } }: Frame,
  start: FeelValue,
  end: FeelValue,
  startIncluded: boolean,
  endIncluded: boolean,
): readonly FeelValue[] | null {
  if (start === null || end === null) return null;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end))
    fail(budget, 'only whole numbers can be counted through');
  const [from, to] = [start as number, end as number];
  const direction = from <= to ? 1 : -1;
  const count = Math.abs(to - from) + 1;
  charge(budget, count);
  const numbers: number[] = [];
  for (let index = startIncluded ? 0 : 1; index < count - (endIncluded ? 0 : 1); index++) {
    numbers.push(from + index * direction);
  }
  return numbers;
}

/** Calls `visit` for every combination until it says stop; false when a generator gives null. */
function visitAll(
  generators: readonly Generator[],
  frame: Frame,
  visit: (frame: Frame) => boolean,
  index = 0,
): 'done' | 'stopped' | 'null' {
  const generator = generators[index];
  if (generator === undefined) return visit(frame) ? 'done' : 'stopped';
  const items = generator.items(frame);
  if (items === null) return 'null';
  for (const item of items) {
    charge(frame.evaluation.budget, 1);
    const value = reached(item);
    const inner = bind(frame, (name) => (name === generator.name ? value : undefined));
    const outcome = visitAll(generators, inner, visit, index + 1);
    if (outcome !== 'done') return outcome;
  }
  return 'done';
}

/** Compiles `for`; `partial` is what has been returned so far. */
export function compileFor(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const [generators, names] = compileGenerators(childOf(node, 1), bound, compile);
  const body = compile(childOf(node, 3), new Set([...names, 'partial']));
  return (frame) => {
    const results: FeelValue[] = [];
    const start = bind(frame, (name) => {
      if (name !== 'partial') return undefined;
      chargeItems(frame.evaluation.budget, results.length);
      return [...results];
    });
    const outcome = visitAll(generators, start, (inner) => {
      charge(frame.evaluation.budget, 1);
      results.push(body(inner));
      return true;
    });
    return outcome === 'null' ? null : results;
  };
}

export function compileQuantified(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const isEvery = childOf(node, 0).name === 'every';
  const [generators, names] = compileGenerators(childOf(node, 1), bound, compile);
  const condition = compile(childOf(node, 3), names);
  return (frame) => {
    let unknown = false;
    const outcome = visitAll(generators, frame, (inner) => {
      const holds = condition(inner);
      if (typeof holds !== 'boolean') unknown = true;
      return holds !== !isEvery;
    });
    if (outcome === 'stopped') return !isEvery;
    return outcome === 'null' || unknown ? null : isEvery;
  };
}

/** Compiles a filter: a number, counted from 1 or from the end, or a condition that sees the item and its entries. */
export function compileFilter(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const target = compile(childOf(node, 0), bound);
  const inner = childOf(node, 2);
  const filter = compile(inner, new Set([...bound, 'item']));
  return (frame) => {
    const value = target(frame);
    if (value === null) return null;
    const list = isList(value) ? value : [value];
    const around = { ...frame, evaluation: { ...frame.evaluation, isNull: nullNames(frame, list) } };
    const first = filter(itemFrame(around, list[0] ?? null));
    if (typeof first === 'number') return reached(list[first < 0 ? list.length + first : first - 1] ?? null);
    return list.filter((item, index) => holdsFor(around, filter, item, index, first));
  };
}

/** Says which unknown names are null: those that some item has, since others need not have them, and all where there is no item. */
function nullNames({ evaluation: { budget, isNull } }: Frame, list: readonly FeelValue[]): FeelEvaluation['isNull'] {
  return (name) => {
    if (list.length === 0 || isNull(name)) return true;
    charge(budget, list.length);
    return list.some((item) => isContext(item) && ownEntry(item, name) !== undefined);
  };
}

function holdsFor(frame: Frame, filter: Run, item: FeelValue, index: number, first: FeelValue): boolean {
  const result = index === 0 ? first : filter(itemFrame(frame, item));
  if (result instanceof FeelRange) return result.includes(item) === true;
  return result === true;
}

function itemFrame(frame: Frame, given: FeelValue): Frame {
  const item = reached(given);
  const { budget } = frame.evaluation;
  return bind(frame, (name) => {
    if (isContext(item)) {
      const entry = entryOf(budget, item, name);
      if (entry !== undefined) return reached(entry);
    }
    return name === 'item' ? item : undefined;
  });
}
