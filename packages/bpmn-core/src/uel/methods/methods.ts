// The methods of all values, by kind: nothing else can be called.
import type { Value } from '../../values/values.ts';
import {
  instantOf,
  type Kind,
  kindOf,
  ownEntry,
  toNumber,
  toText,
  toWholeNumber,
  type ValueMap,
} from '../evaluation/coercion.ts';
import { strictlyEqual } from '../evaluation/comparison.ts';
import { chargeSteps, type Evaluation, fail } from '../evaluation/evaluation.ts';
import { argument, type Method, type Methods, method } from './method.ts';
import { TEXT_METHODS } from './text-methods.ts';

type List = readonly Value[];

function equalsMethod<Receiver extends Value>(): Method<Receiver> {
  return method(1, 'boolean', (evaluation, receiver, args) => strictlyEqual(evaluation, receiver, argument(args, 0)));
}

function indexIn(evaluation: Evaluation, list: List, value: Value): number {
  return list.findIndex((entry) => strictlyEqual(evaluation, entry, value));
}

function containsAll(evaluation: Evaluation, receiver: List, args: readonly Value[]): Value {
  const wanted = argument(args, 0);
  if (kindOf(evaluation, wanted) !== 'list') fail(evaluation, 'containsAll needs a list');
  return (wanted as List).every((value) => indexIn(evaluation, receiver, value) !== -1);
}

function getFromList(evaluation: Evaluation, receiver: List, args: readonly Value[]): Value {
  const index = toWholeNumber(evaluation, argument(args, 0));
  const entry = receiver[index];
  return entry === undefined
    ? fail(evaluation, `get(${index}) is outside of a list of ${receiver.length} entries`)
    : entry;
}

const LIST_METHODS: Methods<List> = new Map<string, Method<List>>([
  ['size', method(0, 'number', (_, receiver) => receiver.length)],
  ['isEmpty', method(0, 'boolean', (_, receiver) => receiver.length === 0)],
  ['get', method(1, 'unknown', getFromList)],
  ['contains', method(1, 'boolean', (run, receiver, args) => indexIn(run, receiver, argument(args, 0)) !== -1)],
  ['containsAll', method(1, 'boolean', containsAll)],
  ['indexOf', method(1, 'number', (run, receiver, args) => indexIn(run, receiver, argument(args, 0)))],
]);

/** Pays for a walk over the whole map. */
function namesOf(evaluation: Evaluation, map: ValueMap): string[] {
  const names = Object.keys(map);
  chargeSteps(evaluation, names.length);
  return names;
}

function valuesOf(evaluation: Evaluation, map: ValueMap): List {
  return namesOf(evaluation, map).map((name) => ownEntry(map, name) ?? null);
}

function entryOf(evaluation: Evaluation, map: ValueMap, args: readonly Value[]): Value | undefined {
  return ownEntry(map, toText(evaluation, argument(args, 0)));
}

const MAP_METHODS: Methods<ValueMap> = new Map<string, Method<ValueMap>>([
  ['get', method(1, 'unknown', (run, receiver, args) => entryOf(run, receiver, args) ?? null)],
  ['containsKey', method(1, 'boolean', (run, receiver, args) => entryOf(run, receiver, args) !== undefined)],
  [
    'containsValue',
    method(1, 'boolean', (run, receiver, args) => indexIn(run, valuesOf(run, receiver), argument(args, 0)) !== -1),
  ],
  ['keySet', method(0, 'other', namesOf)],
  ['values', method(0, 'other', valuesOf)],
  ['size', method(0, 'number', (run, receiver) => namesOf(run, receiver).length)],
  ['isEmpty', method(0, 'boolean', (run, receiver) => namesOf(run, receiver).length === 0)],
]);

const NUMBER_METHODS: Methods<number> = new Map<string, Method<number>>([
  ['intValue', method(0, 'number', (_, receiver) => Math.trunc(receiver))],
  ['longValue', method(0, 'number', (_, receiver) => Math.trunc(receiver))],
  ['doubleValue', method(0, 'number', (_, receiver) => receiver)],
  ['toString', method(0, 'text', (run, receiver) => toText(run, receiver))],
  ['equals', equalsMethod()],
  ['compareTo', method(1, 'number', (run, receiver, args) => Math.sign(receiver - toNumber(run, argument(args, 0))))],
]);

function distanceTo(evaluation: Evaluation, receiver: Date, args: readonly Value[]): number {
  const other = instantOf(argument(args, 0));
  return other === undefined
    ? fail(evaluation, 'a date is compared with something that is none')
    : receiver.getTime() - other;
}

const DATE_METHODS: Methods<Date> = new Map<string, Method<Date>>([
  ['before', method(1, 'boolean', (run, receiver, args) => distanceTo(run, receiver, args) < 0)],
  ['after', method(1, 'boolean', (run, receiver, args) => distanceTo(run, receiver, args) > 0)],
  ['getTime', method(0, 'number', (_, receiver) => receiver.getTime())],
  ['toString', method(0, 'text', (run, receiver) => toText(run, receiver))],
]);

/** Answers a method whose receiver has the kind under which it is listed, which the caller has to check. */
export type AnyMethod = Method<never>;

export const METHODS_BY_KIND: Readonly<Record<Kind, ReadonlyMap<string, AnyMethod>>> = {
  null: new Map(),
  boolean: new Map(),
  number: NUMBER_METHODS,
  text: TEXT_METHODS,
  date: DATE_METHODS,
  list: LIST_METHODS,
  map: MAP_METHODS,
};
