// Comparisons, ranges, types, and the tests in the cells of decision tables are compiled here.
import { FeelDuration, type FeelRange } from 'feelin';
import { charge, fail } from '../values/budget.ts';
import { type Comparison, compare, halfOpen, passes, rangeOf } from '../values/operators.ts';
import { lookUp, type Run } from '../values/scope.ts';
import { type FeelNode, FeelProblem, nameOf } from '../values/syntax-tree.ts';
import { type FeelContext, type FeelValue, isList, ownEntry, typeOf } from '../values/values.ts';
import { type BoundNames, type Compile, childOf } from './compiling.ts';

export function compileComparison(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const value = compile(childOf(node, 0), bound);
  const operator = childOf(node, 1);
  if (operator.name === 'between') return compileBetween(node, value, bound, compile);
  if (operator.name === 'in') return compileIn(node, value, bound, compile);
  const other = compile(childOf(node, 2), bound);
  const sign = operator.text as Comparison;
  return (frame) => compare(frame.evaluation.budget, sign, value(frame), other(frame));
}

function compileBetween(node: FeelNode, value: Run, bound: BoundNames, compile: Compile): Run {
  const low = compile(childOf(node, 2), bound);
  const high = compile(childOf(node, 4), bound);
  return (frame) => {
    const { budget } = frame.evaluation;
    const tested = value(frame);
    const isAbove = compare(budget, '>=', tested, low(frame));
    const isBelow = compare(budget, '<=', tested, high(frame));
    return isAbove === null || isBelow === null ? null : isAbove && isBelow;
  };
}

/** Compiles `in`: one test that is passed is enough; else the result is unknown where that of any test was. */
function compileIn(node: FeelNode, value: Run, bound: BoundNames, compile: Compile): Run {
  const list = node.children.find(({ name }) => name === 'PositiveUnaryTests');
  const tests = (list?.children ?? [childOf(node, 2)]).map((test) => compile(testOf(test), bound));
  return (frame) => {
    const { budget } = frame.evaluation;
    const tested = value(frame);
    let unknown = false;
    for (const test of tests) {
      const result = test(frame);
      if (result === null && list === undefined) return null;
      const passed = isList(result)
        ? passesOne(frame.evaluation.budget, result, tested)
        : passes(budget, result, tested);
      if (passed === true) return true;
      if (passed === null && typeOf(result) === 'range') unknown = true;
    }
    return unknown ? null : false;
  };
}

function passesOne(budget: Parameters<typeof passes>[0], tests: readonly FeelValue[], value: FeelValue): boolean {
  return tests.some((test) => passes(budget, test, value) === true);
}

function testOf(node: FeelNode): FeelNode {
  return node.name === 'PositiveUnaryTest' ? childOf(node, 0) : node;
}

export function compileInterval(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const start = compile(childOf(node, 1), bound);
  const end = compile(childOf(node, 3), bound);
  const [startIncluded, endIncluded] = [childOf(node, 0).text === '[', childOf(node, 4).text === ']'];
  return (frame) => {
    const [from, to] = [start(frame), end(frame)];
    if (from === null || to === null) return null;
    return rangeOf(frame.evaluation.budget, from, to, startIncluded, endIncluded);
  };
}

/** Compiles an interval, or everything on one side of a bound. */
export function compileSimpleTest(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const [first, second] = node.children;
  if (second === undefined) return compile(first ?? childOf(node, 0), bound);
  const sign = childOf(node, 0).text as Comparison;
  if (sign === '=' || sign === '!=') throw new FeelProblem(`${sign} needs a value on its left side`, node.from);
  const operand = compile(second, bound);
  return (frame): FeelRange | null => halfOpen(frame.evaluation.budget, sign, operand(frame));
}

type TypeTest = (value: FeelValue) => boolean;

const TYPES: Readonly<Record<string, TypeTest>> = {
  Any: (value) => value !== null,
  Null: (value) => value === null,
  number: (value) => typeOf(value) === 'number',
  string: (value) => typeOf(value) === 'string',
  boolean: (value) => typeOf(value) === 'boolean',
  date: (value) => typeOf(value) === 'date',
  time: (value) => typeOf(value) === 'time',
  'date and time': (value) => typeOf(value) === 'date time',
  duration: (value) => value instanceof FeelDuration,
  'days and time duration': (value) => value instanceof FeelDuration && !value.yearsMonths,
  'years and months duration': (value) => value instanceof FeelDuration && value.yearsMonths,
  context: (value) => typeOf(value) === 'context',
  list: (value) => typeOf(value) === 'list',
  range: (value) => typeOf(value) === 'range',
  function: (value) => typeOf(value) === 'function',
};

export function compileInstanceOf(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const value = compile(childOf(node, 0), bound);
  const test = typeTest(childOf(node, 3));
  return (frame) => {
    const tested = value(frame);
    if (isList(tested)) charge(frame.evaluation.budget, tested.length);
    return test(tested);
  };
}

function typeTest(node: FeelNode): TypeTest {
  switch (node.name) {
    case 'Type':
      return typeTest(childOf(node, 0));
    case 'ListType':
      return listTest(node);
    case 'ContextType':
      return contextTest(node);
    case 'FunctionType':
      return (value) => typeOf(value) === 'function';
    default:
      return namedTest(node);
  }
}

function namedTest(node: FeelNode): TypeTest {
  const name = nameOf(node.name === 'QualifiedName' && node.children.length === 1 ? childOf(node, 0) : node);
  const test = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (test === undefined) throw new FeelProblem(`${name} is no type`, node.from);
  return test;
}

function listTest(node: FeelNode): TypeTest {
  const inner = node.children.find(({ name }) => name === 'Type');
  const test = inner === undefined ? () => true : typeTest(inner);
  return (value) => isList(value) && value.every(test);
}

function contextTest(node: FeelNode): TypeTest {
  const list = node.children.find(({ name }) => name === 'ContextEntryTypes');
  const entries = (list?.children ?? []).map((entry) => ({
    name: nameOf(childOf(entry, 0)),
    test: typeTest(childOf(entry, 1)),
  }));
  return (value) =>
    typeOf(value) === 'context' &&
    entries.every(({ name, test }) => {
      const entry = ownEntry(value as FeelContext, name);
      return entry !== undefined && test(entry);
    });
}

/** Compiles the tests of a cell: true when the value named `?` passes one of them, or none of them behind `not`. */
export function compileUnaryTests(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  if (node.children[0]?.name === 'Wildcard') return () => true;
  const isNegated = node.children[0]?.name === 'not';
  const list = node.children.find(({ name }) => name === 'PositiveUnaryTests');
  if (list === undefined) throw new FeelProblem('there is no test', node.from);
  const tests = list.children.map((test) => compileUnaryTest(testOf(test), bound, compile));
  return (frame) => tests.some((test) => test(frame) === true) !== isNegated;
}

/**
 * Compiles one test of a cell; one that speaks of `?`, or gives true or false of anything but a literal, says itself whether it is passed.
 */
function compileUnaryTest(node: FeelNode, bound: BoundNames, compile: Compile): Run {
  const run = compile(node, bound);
  const isLiteral = node.name === 'BooleanLiteral';
  const asks = mentionsInput(node);
  return (frame) => {
    const { budget } = frame.evaluation;
    const result = run(frame);
    const value = lookUp(frame, '?') ?? null;
    if (typeof result === 'boolean' && !isLiteral && (asks || typeof value !== 'boolean')) return result;
    if (asks && result === null) return false;
    if (typeOf(result) === 'function') fail(budget, 'a function is no test');
    return passes(budget, result, value);
  };
}

function mentionsInput({ name, children }: FeelNode): boolean {
  return name === '?' || children.some(mentionsInput);
}
