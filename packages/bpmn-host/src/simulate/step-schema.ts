// The steps of a run as a file gives them: each is one object whose first word says what it does.
import { isVariableName, type Value, type Variables } from '@keelson/bpmn-core';

/** A step of a run; `verb` is its word, `subject` what stands there. */
export interface RunStep {
  readonly verb: StepVerb;
  readonly subject: Value;
  /** The number of the instance that is meant; absent: the first that fits. */
  readonly instance?: number;
  readonly variables: Variables;
  /** Name of the person who does it. */
  readonly as: string | null;
  readonly key: Value;
  readonly all: boolean;
  readonly element?: string;
  readonly businessKey?: string;
  readonly result: Value;
  readonly error?: { readonly code: string | null; readonly message: string | null; readonly variables: Variables };
  readonly escalation?: { readonly code: string; readonly variables: Variables };
  readonly failure?: string;
  /** Activities of an ad-hoc sub-process that are to begin; absent: it is to end. */
  readonly begin?: readonly string[];
}

/** Fields of each word beside `instance`, which every one but those of the whole deployment may have. */
const FIELDS = {
  start: ['element', 'businessKey', 'variables', 'as'],
  complete: ['instance', 'variables', 'as'],
  claim: ['instance', 'as'],
  message: ['key', 'variables', 'all'],
  signal: ['variables'],
  trigger: ['instance', 'variables'],
  work: ['instance', 'result', 'variables', 'error', 'escalation', 'failure'],
  set: ['instance'],
  conditions: ['instance'],
  retry: ['instance', 'variables'],
  skip: ['instance', 'variables'],
  adHoc: ['instance', 'begin', 'end'],
  cancel: ['instance'],
  advance: [],
} as const satisfies Record<string, readonly string[]>;

export type StepVerb = keyof typeof FIELDS;

const MAP_SUBJECTS: ReadonlySet<StepVerb> = new Set(['set', 'conditions']);

export const STEPS_MAX = 10_000;

/** Thrown for a file that is no list of steps, with the reason. */
export class StepSyntaxError extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/** Reads the steps. Throws `StepSyntaxError` naming the step, counted from 1. */
export function readSteps(text: string): readonly RunStep[] {
  const list = parsed(text);
  if (!Array.isArray(list)) throw new StepSyntaxError('the steps are no list');
  if (list.length > STEPS_MAX) throw new StepSyntaxError(`there are more than ${STEPS_MAX} steps`);
  return list.map((item, index) => {
    try {
      return readStep(item);
    } catch (error) {
      if (error instanceof StepSyntaxError) throw new StepSyntaxError(`step ${index + 1}: ${error.message}`);
      throw error;
    }
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StepSyntaxError(`the steps are no JSON: ${(error as Error).message}`);
  }
}

function readStep(item: unknown): RunStep {
  if (!isMap(item)) throw new StepSyntaxError('is no object');
  const verbs = Object.keys(item).filter((name): name is StepVerb => Object.hasOwn(FIELDS, name));
  const [verb] = verbs;
  if (verb === undefined) throw new StepSyntaxError(`has none of ${Object.keys(FIELDS).join(', ')}`);
  if (verbs.length > 1) throw new StepSyntaxError(`has both ${verb} and ${verbs[1]}`);
  const known: readonly string[] = FIELDS[verb];
  const unknown = Object.keys(item).find((name) => name !== verb && !known.includes(name));
  if (unknown !== undefined) throw new StepSyntaxError(`${verb} has no field ${unknown}`);
  return { verb, subject: subjectOf(verb, item), ...optionsOf(item), ...(verb === 'adHoc' ? adHocOf(item) : {}) };
}

function subjectOf(verb: StepVerb, item: Fields): Value {
  const subject = item[verb];
  if (MAP_SUBJECTS.has(verb)) return readVariables(subject, verb) as Value;
  if (verb === 'cancel') {
    if (subject !== true) throw new StepSyntaxError('cancel takes true');
    return true;
  }
  if (typeof subject !== 'string' || subject === '') throw new StepSyntaxError(`${verb} takes a text`);
  return subject;
}

function optionsOf(item: Fields): Omit<RunStep, 'verb' | 'subject'> {
  const { instance, element, businessKey, failure } = item;
  if (instance !== undefined && !Number.isSafeInteger(instance)) throw new StepSyntaxError('instance is no number');
  return {
    variables: readVariables(item.variables, 'variables'),
    as: textOr(item, 'as'),
    key: (item.key ?? null) as Value,
    all: item.all === true,
    result: (item.result ?? null) as Value,
    ...(instance === undefined ? {} : { instance: instance as number }),
    ...(element === undefined ? {} : { element: textOr(item, 'element')! }),
    ...(businessKey === undefined ? {} : { businessKey: textOr(item, 'businessKey')! }),
    ...(failure === undefined ? {} : { failure: textOr(item, 'failure')! }),
    ...thrownOf(item),
  };
}

function adHocOf({ begin, end }: Fields): Pick<RunStep, 'begin'> {
  if ((begin === undefined) === (end === undefined)) throw new StepSyntaxError('adHoc takes either begin or end');
  if (begin === undefined) {
    if (end !== true) throw new StepSyntaxError('end takes true');
    return {};
  }
  const isList = Array.isArray(begin) && begin.length > 0 && begin.every((id) => typeof id === 'string');
  if (!isList) throw new StepSyntaxError('begin is no list of elements');
  return { begin };
}

function thrownOf(item: Fields): Pick<RunStep, 'error' | 'escalation'> {
  const { error, escalation } = item;
  if (error !== undefined && escalation !== undefined) throw new StepSyntaxError('has both error and escalation');
  if (error !== undefined) {
    if (!isMap(error)) throw new StepSyntaxError('error is no object');
    const variables = readVariables(error.variables, 'variables of the error');
    return { error: { code: textOr(error, 'code'), message: textOr(error, 'message'), variables } };
  }
  if (escalation === undefined) return {};
  const code = isMap(escalation) ? textOr(escalation, 'code') : null;
  if (!isMap(escalation) || code === null) throw new StepSyntaxError('escalation is no object with a code');
  return { escalation: { code, variables: readVariables(escalation.variables, 'variables of the escalation') } };
}

function textOr(item: Fields, name: string): string | null {
  const value = item[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new StepSyntaxError(`${name} is no text`);
  return value;
}

/** Reads a map of variables. Throws `StepSyntaxError` for anything else. */
export function readVariables(value: unknown, what: string): Variables {
  if (value === undefined || value === null) return {};
  if (!isMap(value)) throw new StepSyntaxError(`${what} is no object`);
  const wrong = Object.keys(value).find((name) => !isVariableName(name));
  if (wrong !== undefined) throw new StepSyntaxError(`${wrong} is no name of a variable`);
  return value as Variables;
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
