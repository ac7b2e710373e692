// Checks what an extension attribute or text holds against what it must be.

import type { BpmnElement, ExtensionFact } from '../model/document.ts';
import { compileExpression, isExpressionProblem } from '../uel/compile.ts';
import { isVariableName } from '../values/values.ts';
import { splitList } from './extension-facts.ts';
import type { ExtensionValueKind } from './extension-tables.ts';
import { FAILURE_CODES } from './failure-codes.ts';
import { type Finding, finding } from './problem.ts';
import { isRetryCycle } from './timer-literals.ts';

/** A value and where it stands. */
export interface ExtensionValue {
  /** With its prefix, as written. */
  readonly writtenName: string;
  readonly name: string;
  readonly text: string;
  readonly fact: ExtensionFact;
}

/** Empty values say nothing: tools write them. */
export function* checkValue(element: BpmnElement, value: ExtensionValue, kind: ExtensionValueKind): Iterable<Finding> {
  const text = value.text.trim();
  if (text === '') return;
  const check = CHECKS[kind] ?? ((...given) => checkWord(...given, kind));
  yield* check(element, value, text);
}

type Check = (element: BpmnElement, value: ExtensionValue, text: string) => Iterable<Finding>;

const CHANGES = 'create|update|delete';

const CHECKS: Readonly<Record<string, Check>> = {
  text: () => [],
  // A script needs its language: see the rules of scripts.
  script: () => [],
  expr: (element, value, text) => checkExpression(element, value, text),
  bare: (element, value, text) => checkExpression(element, value, text, true),
  exprs: (element, value, text) => splitList(text).flatMap((each) => [...checkExpression(element, value, each)]),
  literal: checkLiteral,
  variable: checkVariable,
  variables: (element, value, text) => splitList(text).flatMap((each) => [...checkVariable(element, value, each)]),
  changes: (element, value, text) => splitList(text).flatMap((each) => [...checkWord(element, value, each, CHANGES)]),
  zone: checkZone,
  retry: checkRetry,
  failure: checkFailure,
};

function* checkExpression(element: BpmnElement, value: ExtensionValue, text: string, bare = false): Iterable<Finding> {
  const compiled = compileExpression(text, { bare });
  if (!isExpressionProblem(compiled)) return;
  const { position } = value.fact;
  const about = `expression ${value.name} ${text}`;
  yield finding('EXE-07', element, { position, about, values: { problem: `${value.name}: ${compiled.problem}` } });
}

/** There before any instance whose variables an expression could read. */
function* checkLiteral(element: BpmnElement, { name, fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!/[$#]\{/.test(text)) return;
  const { position } = fact;
  const values = { problem: `${name}: no expression, it is read before there is an instance` };
  yield finding('EXE-07', element, { position, about: `expression ${name} ${text}`, values });
}

function* checkVariable(element: BpmnElement, { fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!isVariableName(text)) yield finding('EXE-26', element, { position: fact.position, values: { n: text } });
}

/** Area and city, `UTC` or an offset; whether the calendar has it is not the core's to know. */
const TIME_ZONE = /^(UTC|GMT|Z|[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){1,2}|[+-]\d{2}:\d{2})$/;

/** Whether the text has the form of a time zone's name. */
export function isTimeZone(text: string): boolean {
  return TIME_ZONE.test(text);
}

function* checkZone(element: BpmnElement, { fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!isTimeZone(text)) yield finding('EXE-26', element, { position: fact.position, values: { n: text } });
}

function* checkRetry(element: BpmnElement, value: ExtensionValue, text: string): Iterable<Finding> {
  if (/[$#]\{/.test(text)) yield* checkExpression(element, value, text);
  else if (!isRetryCycle(text))
    yield finding('EXE-23', element, { position: value.fact.position, values: { v: text } });
}

/** The text of other engines is the name of a Java class. */
function* checkFailure(element: BpmnElement, { fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!FAILURE_CODES.has(text)) yield finding('EXE-01', element, { position: fact.position, about: 'element' });
}

function* checkWord(
  element: BpmnElement,
  { writtenName, fact }: ExtensionValue,
  text: string,
  kind: string,
): Iterable<Finding> {
  const words = kind.split('|');
  if (words.includes(text)) return;
  const values = { x: `${writtenName}="${text}" (${words.join(', ')})` };
  yield finding('EXE-09', element, { position: fact.position, values });
}
