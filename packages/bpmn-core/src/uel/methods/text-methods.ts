// Text has these methods. Upper and lower case follow no locale, so that `I` and `i` belong together everywhere.
import type { Value } from '../../values/values.ts';
import { toText, toWholeNumber } from '../evaluation/coercion.ts';
import { strictlyEqual } from '../evaluation/comparison.ts';
import { chargeProduced, chargeSteps, chargeText, type Evaluation, fail } from '../evaluation/evaluation.ts';
import { joinTexts } from '../evaluation/operators.ts';
import { argument, type Method, type Methods, method } from './method.ts';

type TextMethod = Method<string>;

/** Makes a method of one text argument. */
function withText(
  result: TextMethod['result'],
  call: (evaluation: Evaluation, receiver: string, other: string) => Value,
): TextMethod {
  return method(1, result, (evaluation, receiver, args) => {
    const other = toText(evaluation, argument(args, 0));
    chargeText(evaluation, receiver.length + other.length);
    return call(evaluation, receiver, other);
  });
}

/** Pays for the worst case of a search, which is receiver times searched. */
function chargeSearch(evaluation: Evaluation, receiver: string, searched: string): void {
  chargeText(evaluation, receiver.length * (1 + searched.length / 64));
}

/** Makes a text method that searches its receiver for its one argument, such as `indexOf`. */
function searching(result: TextMethod['result'], call: (receiver: string, searched: string) => Value): TextMethod {
  return withText(result, (evaluation, receiver, searched) => {
    chargeSearch(evaluation, receiver, searched);
    return call(receiver, searched);
  });
}

const length: TextMethod = method(0, 'number', (_, receiver) => receiver.length);

function substring(evaluation: Evaluation, receiver: string, args: readonly Value[]): Value {
  const from = toWholeNumber(evaluation, argument(args, 0));
  const to = args.length > 1 ? toWholeNumber(evaluation, argument(args, 1)) : receiver.length;
  if (from < 0 || to > receiver.length || from > to) {
    fail(evaluation, `substring(${from}, ${to}) is outside of a text of ${receiver.length} characters`);
  }
  return receiver.slice(from, to);
}

function charAt(evaluation: Evaluation, receiver: string, args: readonly Value[]): Value {
  const index = toWholeNumber(evaluation, argument(args, 0));
  const character = receiver[index];
  return character ?? fail(evaluation, `charAt(${index}) is outside of a text of ${receiver.length} characters`);
}

function countOf(text: string, searched: string): number {
  if (searched === '') return text.length + 1;
  let count = 0;
  for (let at = text.indexOf(searched); at !== -1; at = text.indexOf(searched, at + searched.length)) count += 1;
  return count;
}

function replace(evaluation: Evaluation, receiver: string, args: readonly Value[]): Value {
  const searched = toText(evaluation, argument(args, 0));
  const replacement = toText(evaluation, argument(args, 1));
  chargeSearch(evaluation, receiver, searched);
  const count = countOf(receiver, searched);
  chargeProduced(evaluation, receiver.length + count * (replacement.length - searched.length));
  return receiver.replaceAll(searched, () => replacement);
}

/** Splits at plain text, not at a pattern; empty parts at the end are dropped, as in Java. */
function split(evaluation: Evaluation, receiver: string, separator: string): Value {
  chargeSearch(evaluation, receiver, separator);
  chargeSteps(evaluation, countOf(receiver, separator));
  const parts = receiver.split(separator);
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}

/** Compares as Java does: the distance of the first code units that differ, else of the lengths. */
function compareTo(_: Evaluation, receiver: string, other: string): number {
  const shared = Math.min(receiver.length, other.length);
  for (let index = 0; index < shared; index += 1) {
    const distance = receiver.charCodeAt(index) - other.charCodeAt(index);
    if (distance !== 0) return distance;
  }
  return receiver.length - other.length;
}

/** Makes a method that makes a text from its receiver alone; no case mapping triples the length. */
function mapping(call: (receiver: string) => string): TextMethod {
  return method(0, 'text', (evaluation, receiver) => {
    chargeText(evaluation, receiver.length);
    const text = call(receiver);
    chargeProduced(evaluation, text.length);
    return text;
  });
}

/** Says whether the whole text fits a pattern; the engine behind it is linear in text times pattern. */
function matches(evaluation: Evaluation, receiver: string, pattern: string): Value {
  const { context } = evaluation;
  if (context.matches === undefined) return fail(evaluation, 'matches: there are no patterns here');
  chargeText(evaluation, receiver.length * pattern.length);
  try {
    return context.matches(receiver, pattern);
  } catch (error) {
    return fail(evaluation, `matches: the pattern ${(error as Error).message}`);
  }
}

export const TEXT_METHODS: Methods<string> = new Map<string, TextMethod>([
  ['contains', searching('boolean', (receiver, searched) => receiver.includes(searched))],
  ['startsWith', withText('boolean', (_, receiver, other) => receiver.startsWith(other))],
  ['endsWith', withText('boolean', (_, receiver, other) => receiver.endsWith(other))],
  [
    'equals',
    method(1, 'boolean', (evaluation, receiver, args) => strictlyEqual(evaluation, receiver, argument(args, 0))),
  ],
  ['equalsIgnoreCase', withText('boolean', (_, receiver, other) => receiver.toLowerCase() === other.toLowerCase())],
  ['isEmpty', method(0, 'boolean', (_, receiver) => receiver === '')],
  [
    'isBlank',
    method(0, 'boolean', (evaluation, receiver) => {
      chargeText(evaluation, receiver.length);
      return receiver.trim() === '';
    }),
  ],
  ['length', length],
  ['size', length],
  ['substring', method(1, 'text', substring, 2)],
  ['indexOf', searching('number', (receiver, searched) => receiver.indexOf(searched))],
  ['lastIndexOf', searching('number', (receiver, searched) => receiver.lastIndexOf(searched))],
  ['toLowerCase', mapping((receiver) => receiver.toLowerCase())],
  ['toUpperCase', mapping((receiver) => receiver.toUpperCase())],
  ['trim', mapping((receiver) => receiver.trim())],
  ['replace', method(2, 'text', replace)],
  ['split', withText('other', split)],
  ['charAt', method(1, 'text', charAt)],
  ['concat', withText('text', joinTexts)],
  ['matches', withText('boolean', matches)],
  ['compareTo', withText('number', compareTo)],
  ['toString', method(0, 'text', (_, receiver) => receiver)],
]);
