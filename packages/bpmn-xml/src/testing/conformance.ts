// Files are written as common tools write them, and the claim is which single rule refuses them: for the constraints of the standard one by
// one.
import { type Problem, RULES, type RuleId, type Strictness } from '@keelson/bpmn-rules';
import { expect } from 'vitest';
import { readDeployment } from '../read-deployment.ts';
import { condition, utf8 } from './texts.ts';

const HEAD =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" ' +
  'xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" ' +
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
  'xmlns:lib="http://lib.test" xmlns:tns="http://model.test" id="Definitions_1" targetNamespace="http://model.test"';

/** A start event, an abstract task, an end event. */
export const S = '<startEvent id="s"/>';
export const T = '<task id="t"/>';
export const E = '<endEvent id="e"/>';
export const TRUE = condition('${true}');

/** Types, messages, a signal, an error, an escalation and an operation. */
export const ROOTS =
  '<itemDefinition id="str" structureRef="xsd:string"/><itemDefinition id="int" structureRef="xsd:int"/>' +
  '<itemDefinition id="strs" isCollection="true" structureRef="xsd:string"/><message id="m" name="M" itemRef="str"/>' +
  '<message id="m2" name="M2" itemRef="int"/><signal id="sg" name="S"/><error id="er" name="e" errorCode="E1"/>' +
  '<escalation id="es" name="x" escalationCode="X1"/><interface id="if" name="I"><operation id="op" name="O">' +
  '<inMessageRef>m</inMessageRef><outMessageRef>m2</outMessageRef></operation></interface>';

export function file(content: string, attributes = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<definitions ${HEAD} ${attributes}>\n${content}\n</definitions>`;
}

export function model(content: string, roots = '', attributes = 'isExecutable="true"'): string {
  return file(`${roots}<process id="p" ${attributes}>\n${content}\n</process>`);
}

/** The prefixes under which tools write BPMN; the empty one is the default namespace. */
const PREFIXES = ['', 'bpmn', 'bpmn2', 'semantic'] as const;

function prefixed(text: string, prefix: string): string {
  if (prefix === '' || !text.includes('BPMN/20100524/MODEL"')) return text;
  return text
    .replace('xmlns="http://www.omg.org/spec/BPMN/', `xmlns:${prefix}="http://www.omg.org/spec/BPMN/`)
    .replace(/<(\/?)([a-zA-Z]+)(?=[\s>/])/g, `<$1${prefix}:$2`)
    .replace(/xsi:type="t/g, `xsi:type="${prefix}:t`);
}

/** One file, or several of one deployment by their names. */
export type Files = string | Readonly<Record<string, string>>;

/** A case: what it is, the only rule that refuses it (`ok`: none), the files. */
export type ConformanceCase = readonly [what: string, verdict: RuleId | 'ok', files: Files];

export function errorsIn(files: Files, strictness: Strictness, prefix = ''): readonly Problem[] {
  const texts = typeof files === 'string' ? { 'model.bpmn': files } : files;
  const read = Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: utf8(prefixed(text, prefix)),
  }));
  const names = new Set(Object.keys(texts));
  const { problems } = readDeployment(read, { strictness, outside: { hasFile: (name) => names.has(name) } });
  return problems.filter(({ severity }) => severity === 'ERROR');
}

/** Expects the verdict under every prefix; a rule with the mark L is none under `lenient`, S under neither of both. */
export function expectVerdict([what, verdict, files]: ConformanceCase): void {
  for (const prefix of PREFIXES) {
    for (const strictness of ['spec', 'lenient'] as const) {
      const marks = verdict === 'ok' ? '' : RULES[verdict].marks;
      const isWarning = marks.includes('S') || (strictness === 'lenient' && marks.includes('L'));
      const expected = verdict === 'ok' || isWarning ? [] : [verdict];
      const found = errorsIn(files, strictness, prefix);
      expect([...new Set(found.map(({ ruleId }) => ruleId))], `${what} ${prefix} ${strictness}`).toEqual(expected);
      if (typeof files === 'string') for (const problem of found) expectPlace(files, problem);
    }
  }
}

/** Expects that what is reported stands on the line that is named, or encloses it. */
function expectPlace(text: string, { line, elementId }: Problem): void {
  const lines = text.split('\n');
  expect(line).toBeLessThanOrEqual(lines.length);
  if (elementId !== null) expect(lines.slice(0, line).join('\n')).toContain(`id="${elementId}"`);
}
