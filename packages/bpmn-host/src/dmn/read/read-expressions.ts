// Compiles the FEEL of a DMN file; every text that is none is a problem of its own line.
import type { XmlElement } from '@keelson/bpmn-xml';
import { compileFeel } from '../../feel/feel.ts';
import type { FeelForm } from '../../feel/values/syntax-tree.ts';
import type { DmnExpression } from '../model/dmn-expression.ts';
import { ownAttribute, report } from '../model/dmn-problem.ts';
import { textIn } from './dmn-xml.ts';
import type { DmnReading } from './reading.ts';

const FEEL_NAMES = /^(?:feel|text\/feel|https?:\/\/www\.omg\.org\/spec\/(?:DMN\/\d{8}\/FEEL|FEEL\/\d{8})\/?)$/i;

function isFeel(reading: DmnReading, element: XmlElement): boolean {
  const own = ownAttribute(element, 'expressionLanguage')?.trim() ?? '';
  const written = own === '' ? reading.expressionLanguage : own;
  if (written === '' || FEEL_NAMES.test(written)) return true;
  report(reading, 'DMN-05', element, `expression language ${written.slice(0, 80)} is not executed; use FEEL`);
  return false;
}

/** Reads an expression; null when the text is empty, which the caller judges, or wrong, which is reported here. */
export function readExpression(reading: DmnReading, element: XmlElement): DmnExpression | null {
  const text = textIn(element);
  if (!isFeel(reading, element) || text === '') return null;
  return compiled(reading, element, text, 'expression');
}

/** Reads unary tests; null for any value: an empty text, or `-`. */
export function readTests(reading: DmnReading, element: XmlElement): DmnExpression | null {
  const text = textIn(element);
  if (!isFeel(reading, element) || text === '' || text === '-') return null;
  return compiled(reading, element, text, 'unary-tests');
}

/** Reads each of the tests apart, in their order. */
export function readTestList(reading: DmnReading, element: XmlElement): readonly DmnExpression[] {
  const all = readTests(reading, element);
  const list = all?.feel.node.children.find(({ name }) => name === 'PositiveUnaryTests');
  return (list?.children ?? []).flatMap(({ text }) => compiled(reading, element, text, 'unary-tests') ?? []);
}

function compiled(reading: DmnReading, element: XmlElement, text: string, form: FeelForm): DmnExpression | null {
  const key = `${form} ${text}`;
  let feel = reading.compiled.get(key);
  if (feel === undefined) {
    if (!isAllowed(reading, element, text)) return null;
    const result = compileFeel(text, form, reading.names);
    feel = 'problem' in result ? result.problem : result;
    reading.compiled.set(key, feel);
  }
  if (typeof feel !== 'string') return { text, feel };
  report(reading, 'DMN-02', element, `${text.length > 80 ? `${text.slice(0, 80)}...` : text}: ${feel}`);
  return null;
}

/** Cost of an expression beside its characters, and of each of these more where it is long: lists are read in more than their length. */
const EACH = 10;
const LONG = 1_000;

/**
 * Whether the allowance of the deployment is enough for this expression; the first that is too much is reported, and nothing behind it is
 * read.
 */
function isAllowed({ allowance, ...reading }: DmnReading, element: XmlElement, { length }: string): boolean {
  if (allowance.expressions < 0) return false;
  allowance.expressions -= EACH + length * Math.ceil(length / LONG);
  if (allowance.expressions >= 0) return true;
  report(reading, 'DMN-07', element, 'expressions are too long together');
  return false;
}
