// Checks what an extension attribute or text holds against what it must be.
import { addPeriod, compileExpression, isExpressionProblem, isVariableName, parseInstant } from '@keelson/bpmn-core';
import { splitList } from '../facts/extension-facts.ts';
import { maySendSecrets, splitSecrets } from '../facts/secret-facts.ts';
import { isRetryCycle, isTimeZone } from '../facts/time-texts.ts';
import type { BpmnElement, ExtensionFact } from '../facts/types/document.ts';
import { type Finding, finding } from '../rule/finding.ts';
import type { ExtensionValueKind } from './extension-tables.ts';
import { FAILURE_CODES } from './failure-codes.ts';

/** A value and where it stands. */
export interface ExtensionValue {
  /** Name with its prefix, as written. */
  readonly writtenName: string;
  readonly name: string;
  readonly text: string;
  readonly fact: ExtensionFact;
}

/** Checks a value by its kind; empty values, which tools write, say nothing. */
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
  number: checkNumber,
  moment: checkMoment,
  variable: checkVariable,
  variables: (element, value, text) => splitList(text).flatMap((each) => [...checkVariable(element, value, each)]),
  changes: (element, value, text) => splitList(text).flatMap((each) => [...checkWord(element, value, each, CHANGES)]),
  zone: checkZone,
  retry: checkRetry,
  failure: checkFailure,
};

function* checkExpression(element: BpmnElement, value: ExtensionValue, text: string, bare = false): Iterable<Finding> {
  const parts = text.includes('secret') && maySendSecrets(element, value.fact) ? splitSecrets(text) : [{ text }];
  const compiled = parts
    .flatMap((part) => ('text' in part ? compileExpression(part.text, { bare }) : []))
    .find(isExpressionProblem);
  if (compiled === undefined) return;
  const { position } = value.fact;
  const about = `expression ${value.name} ${text}`;
  yield finding('EXE-07', element, { position, about, values: { problem: `${value.name}: ${compiled.problem}` } });
}

/** Refuses an expression in a literal, which is read before there is an instance with variables. */
function* checkLiteral(element: BpmnElement, { name, fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!/[$#]\{/.test(text)) return;
  const { position } = fact;
  const values = { problem: `${name}: no expression, it is read before there is an instance` };
  yield finding('EXE-07', element, { position, about: `expression ${name} ${text}`, values });
}

/** Checks a number: a priority that is none would be ignored. */
function* checkNumber(element: BpmnElement, value: ExtensionValue, text: string): Iterable<Finding> {
  if (/[$#]\{/.test(text)) yield* checkExpression(element, value, text);
  else if (!/^[+-]?\d+$/.test(text)) {
    const values = { x: `${value.writtenName}="${text}" (whole number)` };
    yield finding('EXE-09', element, { position: value.fact.position, values });
  }
}

/** Checks a moment: one that cannot be read would fail every start. */
function* checkMoment(element: BpmnElement, value: ExtensionValue, text: string): Iterable<Finding> {
  if (/[$#]\{/.test(text)) yield* checkExpression(element, value, text);
  else if (parseInstant(text) === null && addPeriod(text, 0) === null) {
    const values = { x: `${value.writtenName}="${text}" (2026-03-01T10:00:00+03:00, 2026-03-01 or P7D)` };
    yield finding('EXE-09', element, { position: value.fact.position, values });
  }
}

function* checkVariable(element: BpmnElement, { fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!isVariableName(text)) yield finding('EXE-26', element, { position: fact.position, values: { n: text } });
}

function* checkZone(element: BpmnElement, { fact }: ExtensionValue, text: string): Iterable<Finding> {
  if (!isTimeZone(text)) yield finding('EXE-26', element, { position: fact.position, values: { n: text } });
}

function* checkRetry(element: BpmnElement, value: ExtensionValue, text: string): Iterable<Finding> {
  if (/[$#]\{/.test(text)) yield* checkExpression(element, value, text);
  else if (!isRetryCycle(text))
    yield finding('EXE-23', element, { position: value.fact.position, values: { v: text } });
}

/** Checks the code of a failure; other engines have the name of a Java class there. */
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
